"""Checks Services/FoodCatalog/Data/synonyms.txt, which is edited manually."""

import collections
import re

from .words import LANGUAGES, text_violations

# The documented minimum of groups.
GROUPS_MIN = {"en": 120, "uk": 30, "th": 20}
# A longer line most likely lacks a line break.
MEMBERS_MAX = 8


def violations(text, _foods):
    """Returns a sentence for each violated rule."""
    found, counts, lines_of = [], collections.Counter(), {}
    for number, line in enumerate(text.split("\n"), start=1):
        if not line.strip() or line.startswith("#"):
            continue
        language, members = group(line)
        if language not in LANGUAGES:
            found.append(f"Line {number}: the language {language} is not one of {', '.join(LANGUAGES)}.")
            continue
        counts[language] += 1
        found += [f"Line {number}: {problem}." for problem in group_violations(language, members)]
        for member in members:
            first = lines_of.setdefault((language, folded(member)), number)
            if first != number:
                found.append(f"Line {number}: {member} is already in line {first}.")
    found += [f"There are {counts[language]} groups in {language}; the minimum is {least}."
              for language, least in GROUPS_MIN.items() if counts[language] < least]
    return found


def group(line):
    """Returns the language and the members of a line."""
    prefix, colon, rest = line.partition(":")
    language, members = (prefix, rest) if colon else ("en", line)
    return language, [member.strip() for member in members.split(",")]


def group_violations(language, members):
    problems = []
    if not 2 <= len(members) <= MEMBERS_MAX:
        problems.append(f"a group has 2 to {MEMBERS_MAX} members, not {len(members)}")
    if len({folded(member) for member in members}) < len(members):
        problems.append("a member occurs twice")
    for member in members:
        problems += [f"{member or 'a member'} {problem}" for problem in text_violations(language, member)]
        if member != member.lower():
            problems.append(f"{member} is not in lower case")
    return problems


def folded(member):
    """Approximates the search's normalization: words without punctuation and plural."""
    words = re.split(r"[\s-]+", member.replace("’", ""))
    return " ".join(re.sub(r"(?<=[a-z]{3})s$", "", word) for word in words)
