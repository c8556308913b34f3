from . import words


def width(text, rows):
    width = len(words.mirrored(text, 1))
    if rows > 3:
        return width + rows * 2
    return width
