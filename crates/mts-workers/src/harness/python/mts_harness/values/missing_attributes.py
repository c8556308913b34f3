"""Missing attributes: attributes of the port for which an object with Java's state has no value."""


class MissingAttribute:
    """Replaces an attribute without a value in Java's object. Records reads by the port in `reads`."""

    def __init__(self, owner, name, reads):
        self.owner = owner
        self.name = name
        self.reads = reads

    def __get__(self, instance, owner):
        self.reads.note_read(f"{self.owner.__name__}.{self.name}")
        if instance is None:
            raise AttributeError(f"type object '{owner.__name__}' has no attribute '{self.name}'")
        raise AttributeError(f"'{owner.__name__}' object has no attribute '{self.name}'")


class MissingSlot(MissingAttribute):
    """Replaces a slot of a class with `__slots__`. An object may still have a value in the slot."""

    def __init__(self, owner, name, reads, slot):
        super().__init__(owner, name, reads)
        self.slot = slot

    def __get__(self, instance, owner):
        try:
            return self.slot.__get__(instance, owner)
        except AttributeError:
            return super().__get__(instance, owner)

    def __set__(self, instance, value):
        self.slot.__set__(instance, value)

    def __delete__(self, instance):
        self.slot.__delete__(instance)
