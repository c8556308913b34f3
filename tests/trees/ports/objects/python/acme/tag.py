class Tag:
    def __init__(self):
        self.text = "plain"
        self.colour = "white"

    def set_text(self, given):
        self.text = given

    def set_colour(self, given):
        self.colour = given

    def shown(self):
        return f"{self.text}/{self.colour}"
