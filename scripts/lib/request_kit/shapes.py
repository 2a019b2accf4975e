"""The form of an answer: names and JSON types of its fields."""


def fields(value):
    """Returns the JSON types by field: `items` is an array, `items[]` each of its elements, `items[].id` a field of one.

    The root has an empty name. Types of several elements are joined with `|`. A field that only some elements have is also
    `absent`.
    """
    found = {}
    collect([value], "", found)
    return {name: "|".join(sorted(types)) for name, types in sorted(found.items())}


def kind(value):
    """Returns the JSON type of a value."""
    if value is None:
        return "null"
    if isinstance(value, bool):
        return "boolean"
    if isinstance(value, (int, float)):
        return "number"
    return {str: "string", list: "array", dict: "object"}[type(value)]


def collect(values, name, found):
    """Adds the types of values of one field, and of all that they contain."""
    found.setdefault(name, set()).update(map(kind, values))
    items = [item for value in values if isinstance(value, list) for item in value]
    if items:
        collect(items, f"{name}[]", found)
    objects = [value for value in values if isinstance(value, dict)]
    for key in {key for one in objects for key in one}:
        inner = f"{name}.{key}" if name else key
        collect([one[key] for one in objects if key in one], inner, found)
        if any(key not in one for one in objects):
            found[inner].add("absent")
