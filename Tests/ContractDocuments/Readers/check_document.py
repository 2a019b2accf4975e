#!/usr/bin/env python3
"""Reads the document independently of Mealwire: check_document.py CASES < DOCUMENT.

CASES is JSON: {"document": expected content, "cases": [{"schema": pointer, "json": text, "isValid": boolean}]}.
Prints the differences and fails if there are any.
"""
import json
import sys

import jsonschema
import yaml

DIFFERENCES_SHOWN_MAX = 20


def canonical(value):
    """Returns a text in which true and 1 differ; as Python values they are equal."""
    return json.dumps(value, sort_keys=True)


def differences(document, expected):
    if canonical(document) != canonical(expected["document"]):
        yield "The YAML differs from the values that it was written from."
    for name, schema in document["components"]["schemas"].items():
        try:
            jsonschema.Draft7Validator.check_schema(schema)
        except jsonschema.SchemaError as error:
            yield f"{name} is not a JSON Schema: {error.message}"
    validators = {}
    for case in expected["cases"]:
        pointer = case["schema"]
        if pointer not in validators:
            schema = {"$ref": pointer, "channels": document["channels"], "components": document["components"]}
            formats = jsonschema.FormatChecker(["uuid", "date"])
            validators[pointer] = jsonschema.Draft7Validator(schema, format_checker=formats)
        if validators[pointer].is_valid(json.loads(case["json"])) != case["isValid"]:
            yield f"{pointer} {'rejects' if case['isValid'] else 'accepts'} {case['json']}"


def main():
    with open(sys.argv[1], encoding="utf-8") as file:
        expected = json.load(file)
    found = list(differences(yaml.safe_load(sys.stdin.buffer), expected))
    print("\n".join(found[:DIFFERENCES_SHOWN_MAX]))
    print(f"{len(expected['cases'])} cases, {len(found)} differences")
    sys.exit(bool(found))


main()
