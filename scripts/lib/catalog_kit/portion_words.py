"""The words of portions' names in English, Ukrainian and Thai: portion-words.tsv."""

import functools
import pathlib
from typing import NamedTuple

FILE = pathlib.Path(__file__).resolve().parent / "portion-words.tsv"
GENDERS = "mfn"
# Number of fields of each kind of line, with the kind.
FIELDS = {"unit": 11, "size": 7, "how": 5}


class Unit(NamedTuple):
    """What is counted: a cup, a slice, an egg."""
    name: str
    plural: str
    kind: str
    ukrainian: tuple
    gender: str
    thai: str


class Size(NamedTuple):
    name: str
    # By gender, in the order of GENDERS.
    ukrainian: tuple
    thai: str


class How(NamedTuple):
    """How a food is cut or prepared."""
    name: str
    ukrainian: str
    thai: str


class Words(NamedTuple):
    # By each spelling.
    units: dict
    sizes: dict
    hows: dict


@functools.cache
def words():
    """Reads the file; exits by an exception if a line is malformed or a spelling occurs twice."""
    found = Words({}, {}, {})
    for number, line in enumerate(FILE.read_text(encoding="utf-8").split("\n"), start=1):
        if not line or line.startswith("#"):
            continue
        kind, *fields = line.split("\t")
        if len(fields) + 1 != FIELDS.get(kind):
            raise ValueError(f"{FILE.name}, line {number}: the fields do not match the kind")
        {"unit": add_unit, "size": add_size, "how": add_how}[kind](found, fields)
    return found


def add_unit(found, fields):
    name, plural, also, kind, *ukrainian, gender, thai = fields
    unit = Unit(name, plural, kind, tuple(ukrainian), gender, thai)
    add(found.units, [name, *([plural] if plural != name else []), *spellings(also, {name, plural})], unit)


def add_size(found, fields):
    name, also, masculine, feminine, neuter, thai = fields
    size = Size(name, (masculine, feminine, neuter), thai)
    add(found.sizes, [name, *spellings(also, {name})], size)


def add_how(found, fields):
    name, also, ukrainian, thai = fields
    add(found.hows, [name, *spellings(also, {name})], How(name, ukrainian, thai))


def spellings(also, known):
    return [word for word in also.split("|") if word and word not in known]


def add(table, keys, value):
    for key in keys:
        if key in table:
            raise ValueError(f"{FILE.name}: {key} occurs twice")
        table[key] = value


def ukrainian_form(unit, amount):
    """Returns the form of a unit's Ukrainian name after a number."""
    one, few, many, part = unit.ukrainian
    if amount.denominator != 1:
        return part
    last, last_two = amount.numerator % 10, amount.numerator % 100
    if last == 1 and last_two != 11:
        return one
    return few if 2 <= last <= 4 and not 12 <= last_two <= 14 else many
