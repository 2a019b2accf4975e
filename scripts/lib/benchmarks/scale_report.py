"""Formats the measurements of scripts/scale-test as text tables and as an HTML page."""

import html

PARTS = {"http": "targets through the gateway", "queue": "targets on the queue", "plan": "plans on the queue"}
NAMES = {"http": ("gateway", "broker", "workers", "load"), "queue": ("broker", "workers", "load"),
         "plan": ("broker", "workers", "load")}
COLOURS = ("var(--a)", "var(--b)", "var(--c)", "var(--d)")


def time(us):
    if us is None:
        return "never"
    return f"{us:,.0f} µs" if us < 1_000 else f"{us / 1_000:,.1f} ms" if us < 1e6 else f"{us / 1e6:,.2f} s"


def rate(number):
    return f"{number:,.0f}" if number >= 100 else f"{number:.1f}"


def tables(found, model, machines):
    """Returns a title, a head and rows for each table."""
    made = []
    for part, results in found.items():
        names = NAMES[part]
        shape = "half" if "half" in next(iter(results.values())) else "most"
        head = ["workers", "maximum a second"] + (["p50 at half", "p99 at half"] if shape == "half" else ["p50", "p99"])
        head += [f"{name}, per request" for name in names] + ["the broker's share", "the broker's processor"]
        rows = []
        for workers, result in results.items():
            us = {name: result[shape]["us"][name] for name in names}
            of_stack = sum(value for name, value in us.items() if name != "load")
            # At the maximum rate: the load of the broker's one thread.
            busy = result["most"]["us"]["broker"] * result["most"]["rate"] / 1e6
            rows.append([str(workers), rate(result["most"]["rate"]), time(result[shape]["p50Us"]), time(result[shape]["p99Us"])]
                        + [time(value) for value in us.values()] + [f"{100 * us['broker'] / of_stack:.1f} %", f"{100 * busy:.0f} %"])
        made.append((PARTS[part], head, rows))
    if model:
        made.append(("the model", ["path", "workers", "maximum, measured", "maximum, predicted", "error", "processors busy at the maximum", "p99 at half",
                      "predicted"],
                     [[row["part"], str(row["workers"]), rate(row["measured"]), rate(row["predicted"]),
                       f"{row['errorPercent']:+.0f} %", f"{row['busyPercent']:.0f} %",
                       time(row["p99Us"]), time(row["predictedP99Us"])] for row in model]))
    if machines:
        made.append(("machines like this one, without the test on them", ["machines", "targets a second", "the limit"],
                     [[str(low["machines"]), f"{rate(low['rate'])} … {rate(high['rate'])}", low["limit"]] for low, high in machines]))
    return made


def text(made):
    blocks = []
    for title, head, rows in made:
        widths = [max(len(line[column]) for line in [head, *rows]) for column in range(len(head))]
        lines = ["  ".join(cell.rjust(width) for cell, width in zip(line, widths)) for line in [head, *rows]]
        blocks.append("\n".join([title, *lines]))
    return "\n\n".join(blocks)


def chart(title, names, columns):
    """Draws lines over the number of workers, as SVG."""
    left, right, top, bottom = 60, 700, 10, 200
    workers = sorted(columns)
    highest = max(max(values) for values in columns.values()) or 1
    def x(count):
        return left + (right - left) * (count - workers[0]) / max(1, workers[-1] - workers[0])
    def y(value):
        return bottom - (bottom - top) * value / highest
    lines = [f'<line x1="{left}" x2="{right}" y1="{y(highest * part / 4):.1f}" y2="{y(highest * part / 4):.1f}" class="g"/>'
             f'<text x="{left - 6}" y="{y(highest * part / 4) + 4:.1f}" class="e">{rate(highest * part / 4)}</text>'
             for part in range(5)]
    lines += [f'<text x="{x(count):.1f}" y="{bottom + 18}" class="m">{count}</text>' for count in workers]
    for index, name in enumerate(names):
        points = " ".join(f"{x(count):.1f},{y(columns[count][index]):.1f}" for count in workers)
        lines.append(f'<polyline points="{points}" style="stroke:{COLOURS[index]}"/>')
    keys = " ".join(f'<span style="color:{COLOURS[index]}">■ {html.escape(name)}</span>' for index, name in enumerate(names))
    return f'<figure><figcaption><b>{html.escape(title)}</b> {keys}</figcaption><svg viewBox="0 0 720 230" role="img">' \
           + "".join(lines) + "</svg></figure>"


STYLE = """:root{color-scheme:light dark;--ground:#fff;--text:#1c1f23;--line:#d9dee3;--a:#0b66c3;--b:#c2410c;--c:#7c3aed;--d:#15803d}
@media (prefers-color-scheme:dark){:root{--ground:#14171a;--text:#e8eaed;--line:#333a42;--a:#6cb2ff;--b:#ffa061;--c:#c0a3ff;--d:#6ee7a0}}
body{font:15px/1.5 system-ui,sans-serif;background:var(--ground);color:var(--text);max-width:64rem;margin:2rem auto;padding:0 1rem}
table{border-collapse:collapse}th,td{padding:.3rem .6rem;border-bottom:1px solid var(--line);text-align:right;white-space:nowrap}
div{overflow-x:auto}svg{width:100%}polyline{fill:none;stroke-width:2}.g{stroke:var(--line)}text{fill:var(--text);font-size:12px}
.e{text-anchor:end}.m{text-anchor:middle}"""


def page(made, found, where):
    """Returns a self-contained page."""
    charts = [chart(f"{PARTS[part]}: maximum a second, by workers", ("a second",),
                    {count: (result["most"]["rate"],) for count, result in results.items()})
              for part, results in found.items()]
    charts += [chart(f"{PARTS[part]}: processor time for a request in µs, by workers", NAMES[part],
                     {count: [result["half"]["us"][name] for name in NAMES[part]] for count, result in found[part].items()})
               for part in found if part != "plan"]
    blocks = []
    for title, head, rows in made:
        lines = ["<tr>" + "".join(f"<th>{html.escape(cell)}</th>" for cell in head) + "</tr>"]
        lines += ["<tr>" + "".join(f"<td>{html.escape(cell)}</td>" for cell in row) + "</tr>" for row in rows]
        blocks.append(f"<h2>{html.escape(title)}</h2><div><table>{''.join(lines)}</table></div>")
    return f"""<!doctype html><html lang="en"><head><meta charset="utf-8"><title>Mealwire: scale</title>
<meta name="viewport" content="width=device-width, initial-scale=1"><style>{STYLE}</style></head><body>
<h1>One to many calculators</h1><p>{html.escape(where)}</p>{''.join(charts)}{''.join(blocks)}</body></html>
"""
