class Shelf:
    things = []

    def put(self, thing):
        self.things.append(thing)
        return len(self.things)
