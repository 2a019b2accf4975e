#!/usr/bin/env python3
"""An independent reader of the document: check_document.py CASES < DOCUMENT.

CASES is JSON: {"document": what the YAML must say, "cases": [{"schema": pointer, "json": text, "isValid": boolean}]}.
Prints what differs, and fails if anything does.
"""
import json
import sys

import jsonschema
import yaml

DIFFERENCES_SHOWN_MAX = 20


def canonical(value):
    """Text in which true and 1 differ, which they do not in Python."""
    return json.dumps(value, sort_keys=True)


def differences(document, wanted):
    if canonical(document) != canonical(wanted["document"]):
        yield "The YAML says something else than it was made from."
    for name, schema in document["components"]["schemas"].items():
        try:
            jsonschema.Draft7Validator.check_schema(schema)
        except jsonschema.SchemaError as error:
            yield f"{name} is no JSON Schema: {error.message}"
    validators = {}
    for case in wanted["cases"]:
        pointer = case["schema"]
        if pointer not in validators:
            schema = {"$ref": pointer, "channels": document["channels"], "components": document["components"]}
            formats = jsonschema.FormatChecker(["uuid", "date"])
            validators[pointer] = jsonschema.Draft7Validator(schema, format_checker=formats)
        if validators[pointer].is_valid(json.loads(case["json"])) != case["isValid"]:
            yield f"{pointer} {'refuses' if case['isValid'] else 'takes'} {case['json']}"


def main():
    with open(sys.argv[1], encoding="utf-8") as file:
        wanted = json.load(file)
    found = list(differences(yaml.safe_load(sys.stdin.buffer), wanted))
    print("\n".join(found[:DIFFERENCES_SHOWN_MAX]))
    print(f"{len(wanted['cases'])} cases, {len(found)} differences")
    sys.exit(bool(found))


main()
