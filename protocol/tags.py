"""How a class is called on the wire."""


def tag(name: str) -> str:
    """The `type` of a class: `CreateRoom` is `create_room`."""
    return "".join("_" + letter.lower() if letter.isupper() else letter for letter in name).lstrip("_")
