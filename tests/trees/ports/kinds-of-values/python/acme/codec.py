class Codec:
    def coded(self, thing):
        raise NotImplementedError

    def both(self, number, text):
        return self.coded(number) + "/" + self.coded(text)

    def shortest(self, number, text):
        first, second = self.coded(number), self.coded(text)
        return second if len(second) < len(first) else first


class Plain(Codec):
    def coded(self, thing):
        if isinstance(thing, int):
            return "i" + str(thing)
        return str(len(thing)) + ":" + thing
