"""Rules for texts in the interface's languages."""

import re
import unicodedata

LANGUAGES = ["en", "th", "uk"]

UKRAINIAN_LETTERS = "абвгґдеєжзиіїйклмнопрстуфхцчшщьюя"
# і with two dots and й have combining marks only before NFC.
APOSTROPHE = "’"


def text_violations(language, text):
    """Returns the errors in a name or a sentence in a language."""
    problems = []
    if not text or text != " ".join(text.split()):
        problems.append("is empty or has superfluous white space")
    if text != unicodedata.normalize("NFC", text):
        problems.append("is not in normal form NFC")
    letters = [character for character in text if unicodedata.category(character)[0] in "LM"]
    foreign = {"uk": is_not_ukrainian, "th": is_not_thai, "en": is_not_latin}[language]
    strange = sorted({character for character in letters if foreign(character)})
    if strange:
        problems.append("has letters of another script: " + " ".join(strange))
    if not letters:
        problems.append("has no letter")
    if language == "uk" and re.search(r"['`ʼ]", text):
        problems.append(f"has another apostrophe than {APOSTROPHE}")
    return problems


def is_not_ukrainian(character):
    return character.lower() not in UKRAINIAN_LETTERS


def is_not_thai(character):
    return not "\u0e01" <= character <= "\u0e4e"


def is_not_latin(character):
    return not unicodedata.name(character, "").startswith("LATIN")
