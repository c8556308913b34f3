from __future__ import annotations

from acme.item import Item


class Label:
    def __init__(self, width: int):
        self.__note = ""
        self.__name: str | None = None
        self.__item: Item | None = None

    def set_name(self, name: str) -> None:
        self.__name = name

    def get_note(self) -> str:
        return self.__note

    def is_named(self, other: str) -> bool:
        return other == self.__name

    def length(self) -> int:
        return len(self.__name or "")

    def shown(self) -> str:
        return f"Label[{self.__name}, {Item}]"

    def __first(self, text: str) -> str:
        return text[:3] + self.__item.label()
