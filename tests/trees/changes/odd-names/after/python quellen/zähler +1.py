"""Liest Zähler ab."""


def verbrauch(vorher, jetzt):
    """Verbrauch zwischen zwei Ständen; der Zähler läuft bei 10000 über."""
    größe = jetzt - vorher
    if größe < 0:
        größe += 10000
    return größe
