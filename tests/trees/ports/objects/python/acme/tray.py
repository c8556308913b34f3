class Tray:
    items = []

    def __init__(self, size):
        self.size = size
        self.depth = 1
        self.open = False
        self.name = ""

    def set_depth(self, depth):
        self.depth = depth

    def set_open(self, open):
        self.open = open

    def set_name(self, name):
        self.name = name

    def add(self, item):
        self.items.append(item)

    def left(self, taken):
        free = self.size - len(self.items) if self.open and self.depth > len(self.items) else 0
        return len(self.name) if taken > free else free - taken
