"""Checks Services/FoodCatalog/Data/synonyms.txt, which people edit."""

import collections
import re

from .words import LANGUAGES, text_violations

# As many groups as were promised.
GROUPS_MIN = {"en": 120, "uk": 30, "th": 20}
# More than these in a line is most likely a forgotten line break.
MEMBERS_MAX = 8


def violations(text, _foods):
    """A sentence for each rule that the file breaks."""
    found, counts, lines_of = [], collections.Counter(), {}
    for number, line in enumerate(text.split("\n"), start=1):
        if not line.strip() or line.startswith("#"):
            continue
        language, members = group(line)
        if language not in LANGUAGES:
            found.append(f"Line {number}: the language {language} is none of {', '.join(LANGUAGES)}.")
            continue
        counts[language] += 1
        found += [f"Line {number}: {problem}." for problem in group_violations(language, members)]
        for member in members:
            first = lines_of.setdefault((language, folded(member)), number)
            if first != number:
                found.append(f"Line {number}: {member} stands in line {first} already.")
    found += [f"There are only {counts[language]} groups in {language}, {least} are promised."
              for language, least in GROUPS_MIN.items() if counts[language] < least]
    return found


def group(line):
    """The language and the members of a line."""
    prefix, colon, rest = line.partition(":")
    language, members = (prefix, rest) if colon else ("en", line)
    return language, [member.strip() for member in members.split(",")]


def group_violations(language, members):
    problems = []
    if not 2 <= len(members) <= MEMBERS_MAX:
        problems.append(f"a group has 2 to {MEMBERS_MAX} members, not {len(members)}")
    if len({folded(member) for member in members}) < len(members):
        problems.append("a member stands there twice")
    for member in members:
        problems += [f"{member or 'a member'} {problem}" for problem in text_violations(language, member)]
        if member != member.lower():
            problems.append(f"{member} is not in lower case")
    return problems


def folded(member):
    """What search makes of it, nearly: the words without punctuation and plural."""
    words = re.split(r"[\s-]+", member.replace("’", ""))
    return " ".join(re.sub(r"(?<=[a-z]{3})s$", "", word) for word in words)
