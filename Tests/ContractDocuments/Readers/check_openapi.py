#!/usr/bin/env python3
"""Reads an OpenAPI document independently of Mealwire: check_openapi.py YAML JSON.

Checks that both files have the same content, that each schema is one, and that each example is valid by its schema.
Prints the differences and fails if there are any.
"""
import json
import sys

import jsonschema
import yaml

DIFFERENCES_SHOWN_MAX = 20


def resolved(document, part):
    """Returns the target of a reference, or the part itself."""
    while "$ref" in part:
        target = document
        for key in part["$ref"].split("/")[1:]:
            target = target[key]
        part = target
    return part


def examples(document):
    """Yields each example as place, schema and value."""
    for path, verbs in document["paths"].items():
        for verb, operation in verbs.items():
            place = f"{verb} {path}"
            for parameter in operation.get("parameters", []):
                yield f"{place} {parameter['name']}", parameter["schema"], parameter["example"]
            parts = [("request", operation.get("requestBody", {}))]
            parts += [(status, resolved(document, part)) for status, part in operation["responses"].items()]
            for name, part in parts:
                for content in part.get("content", {}).values():
                    for example in content.get("examples", {}).values():
                        yield f"{place} {name}", content["schema"], example["value"]


def differences(document):
    for name, schema in document["components"]["schemas"].items():
        try:
            jsonschema.Draft202012Validator.check_schema(schema)
        except jsonschema.SchemaError as error:
            yield f"{name} is not a JSON Schema: {error.message}"
    count = 0
    for place, schema, value in examples(document):
        count += 1
        whole = {"allOf": [schema], "components": document["components"]}
        for error in jsonschema.Draft202012Validator(whole).iter_errors(value):
            yield f"{place}: {error.message} at {error.json_path}"
    if count < 300:
        yield f"There are only {count} examples."


def main():
    with open(sys.argv[1], encoding="utf-8") as text, open(sys.argv[2], encoding="utf-8") as same:
        document = yaml.safe_load(text)
        found = list(differences(document))
        if document != json.load(same):
            found.append("The YAML and the JSON differ.")
    print("\n".join(found[:DIFFERENCES_SHOWN_MAX]))
    print(f"{len(found)} differences")
    sys.exit(bool(found))


main()
