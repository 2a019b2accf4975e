"""Names of portions in English, Ukrainian and Thai, and the file with the translations: portion-names.csv."""

import csv
import io

from .portion_words import GENDERS, How, Unit, ukrainian_form
from .words import text_violations

HEADER = ["name", "uk", "th"]
# The names of portions that only menus have (NaturalPortions.swift).
MENU_NAMES = {
    "1 handful": ["1 жменя", "1 กำมือ"],
    "1 tablespoon": ["1 столова ложка", "1 ช้อนโต๊ะ"],
    "1 teaspoon": ["1 чайна ложка", "1 ช้อนชา"],
}


def english(portion):
    unit = portion.unit if isinstance(portion.unit, str) else (
        portion.unit.plural if portion.amount > 1 else portion.unit.name)
    head = [amount_text(portion.amount), portion.size.name if portion.size else "", unit]
    hows = [how if isinstance(how, str) else how.name for how in portion.hows]
    return ", ".join([" ".join(filter(None, head)), *hows])


def amount_text(amount):
    """Returns a number as in a recipe: 2, 1/2, 1 1/2."""
    whole, part = divmod(amount, 1)
    return " ".join(filter(None, [str(whole) if whole or not part else "", str(part) if part else ""]))


def ukrainian(portion):
    size = portion.size.ukrainian[GENDERS.index(portion.unit.gender)] if portion.size else ""
    form = ukrainian_form(portion.unit, portion.amount)
    if size and portion.amount == 1:
        form = f"{size} {form}"
    elif size:
        # The adjective would need further forms, so it describes the size itself.
        form += f", {portion.size.ukrainian[0]} розмір"
    return ", ".join([f"{amount_text(portion.amount)} {form}", *dict.fromkeys(how.ukrainian for how in portion.hows)])


def thai(portion):
    unit = portion.unit.thai if "{n}" in portion.unit.thai else "{n} " + portion.unit.thai
    size = " " + portion.size.thai if portion.size else ""
    return " ".join([unit.replace("{n}", amount_text(portion.amount)) + size,
                     *dict.fromkeys(how.thai for how in portion.hows)])


def is_known(portion):
    """Returns whether all words of a portion are in portion-words.tsv, so that it has a name in each language."""
    return isinstance(portion.unit, Unit) and all(isinstance(how, How) for how in portion.hows)


def csv_text(portions):
    """Returns the text of portion-names.csv for the portions of a catalog and of menus."""
    names = MENU_NAMES | {english(portion): [ukrainian(portion), thai(portion)] for portion in portions}
    out = io.StringIO(newline="")
    writer = csv.writer(out, lineterminator="\n")
    writer.writerow(HEADER)
    writer.writerows([name, *names[name]] for name in sorted(names))
    return out.getvalue()


def violations(text, foods):
    """Returns a sentence for each violated rule; `foods` are the foods of the starter catalog by id."""
    rows = list(csv.reader(io.StringIO(text, newline="")))
    if not rows or rows[0] != HEADER:
        return ["The header is not " + ",".join(HEADER) + "."]
    found = [f"Row {line} has {len(row)} columns instead of {len(HEADER)}."
             for line, row in enumerate(rows[1:], start=2) if len(row) != len(HEADER)]
    if found:
        return found
    for line, row in enumerate(rows[1:], start=2):
        for language, name in zip(["en", *HEADER[1:]], row):
            found += [f"Row {line} ({name}): the name {problem}." for problem in text_violations(language, name)]
    names = [row[0] for row in rows[1:]]
    if names != sorted(set(names)):
        found.append("The names are not sorted, or one occurs twice.")
    used = MENU_NAMES.keys() | {name for name, _ in portions_of(foods.values())}
    found += [f"The portion {name} has no translation." for name in sorted(used - set(names))]
    found += [f"No food or menu has the portion {name}." for name in sorted(set(names) - used)]
    return found


def portions_of(foods):
    """Yields the name and the weight of each portion of rows of the catalog."""
    for food in foods:
        for portion in filter(None, food["portions"].split("|")):
            name, _, grams = portion.rpartition("=")
            yield name, grams
