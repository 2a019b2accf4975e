"""POST /v1/foods/parse: a typed meal becomes foods and amounts."""

import json
import os
import statistics

from .diary import DONE, load
from .logins import register
from .table import Row
from .workbench import ROOT, needs

PATH = "/v1/foods/parse"
# Milliseconds.
LIMIT = 15
# The judged texts of scripts/data/parse-quality; the development set has all languages and kinds of amounts.
TEXTS, SET = os.path.join(ROOT, "scripts", "lib", "parse_quality", "lines.tsv"), "dev"
REQUESTS = """
local requests, place = {{}}, 0
function init(arguments)
  local texts = {{ {texts} }}
  for number, text in ipairs(texts) do
    requests[number] = wrk.format("POST", "{path}",
      {{["Authorization"] = "Bearer {token}", ["Content-Type"] = "application/json"}}, text)
  end
end
function request()
  place = place % #requests + 1
  return requests[place]
end
""" + DONE.replace("{", "{{").replace("}", "}}")


def texts():
    """Returns the texts with one food, and all texts."""
    single, every = [], []
    with open(TEXTS, encoding="utf-8") as file:
        for line in file:
            if not line.startswith(f"{SET}\t"):
                continue
            _, _, text, meaning = line.rstrip("\n").split("\t")
            every.append(text.replace("\\n", "\n"))
            if " | " not in meaning:
                single.append(every[-1])
    return single, every


def script(token, chosen):
    # JSON with ASCII alone is a text of Lua, too.
    bodies = ",\n".join(json.dumps(json.dumps({"text": text})) for text in chosen)
    return REQUESTS.format(texts=bodies, path=PATH, token=token)


def rows(bench):
    needs("wrk", "wrk")
    stack = bench.stack("parse")
    stack.start()
    _, token = register(stack.port, 0)
    single, every = texts()
    results = bench.rounds({
        name: lambda chosen=chosen: load(bench, stack.port, script(token, chosen), 1)
        for name, chosen in (("line", single), ("meal", every))
    })
    stack.stop()
    line, meal = results["line"], results["meal"]
    bench.notes.append(
        f"parse, one connection: {len(single)} texts with one food, median {statistics.median(r[1] for r in line):.2f} ms; "
        f"{len(every)} texts with any number of foods, median {statistics.median(r[1] for r in meal):.2f} ms, p99 "
        f"{statistics.median(r[2] for r in meal):.2f} ms")
    return [Row("parse, p99 of one line", [result[2] for result in line], "<=", LIMIT, "ms")]
