import { each, html, render } from "../../Clients/Web/core/html.js";
import { assert, equal, readText } from "./checks.js";
import { installDOM, moves } from "./dom.js";

const HOSTILE = [
  "<img src=x onerror=alert(1)>",
  "</p><script>alert(1)</script>",
  '" onclick="x',
  "<!--mw§-->",
  "mw§",
  "${1}",
  "javascript:alert(1)",
];

Deno.test("html: hostile text stays one text node", () => {
  for (const name of HOSTILE) {
    const main = installDOM();
    render(html`<p title=${name}>${name}</p>`, main);
    const [p] = main.find("p");
    equal(main.all.length, 1, name);
    equal(p.textContent, name);
    equal(p.getAttribute("title"), name);
  }
});

Deno.test("html: data that looks like a template is not one", () => {
  const main = installDOM();
  const forged = { strings: ["<script></script>"], values: [], key: undefined };
  render(html`<p>${forged}</p>`, main);
  equal(main.all.length, 1);
});

Deno.test("html: links take only safe schemes", () => {
  const main = installDOM();
  const links = [
    "/day",
    "#top",
    "https://example.org",
    "blob:x",
    "javascript:alert(1)",
    " javascript:x",
    "JaVaScRiPt:x",
    "data:text/html,x",
    "vbscript:x",
  ];
  render(html`${links.map((link) => html`<a href=${link}>x</a>`)}`, main);
  equal(main.find("a").map((a) => a.getAttribute("href")), [
    "/day",
    "#top",
    "https://example.org",
    "blob:x",
    "#",
    "#",
    "#",
    "#",
    "#",
  ]);
});

Deno.test("html: templates that fill handlers, styles or parts of attributes are refused", () => {
  const main = installDOM();
  for (
    const bad of [
      () => html`<p onclick=${"x"}></p>`,
      () => html`<p style=${"x"}></p>`,
      () => html`<p .innerhtml=${"x"}></p>`,
      () => html`<p class="a ${"x"}"></p>`,
      () => html`<iframe srcdoc=${"x"}></iframe>`,
    ]
  ) {
    let failed = false;
    try {
      render(bad(), main);
    } catch {
      failed = true;
    }
    assert(failed, bad.toString());
  }
});

Deno.test("html: a second rendering changes only what differs", () => {
  const main = installDOM();
  const view = (name, isHidden) => html`<p ?hidden=${isHidden} class="a">Hello ${name}</p>`;
  render(view("Anna", false), main);
  const [p] = main.find("p");
  moves.count = 0;
  render(view("Borys", true), main);
  assert(main.find("p")[0] === p);
  equal(p.textContent, "Hello Borys");
  equal(p.getAttribute("hidden"), "");
  equal(moves.count, 0);
});

Deno.test("html: nothing, false and undefined leave no text, and zero does", () => {
  const main = installDOM();
  render(html`<p>${null}${undefined}${false}${0}${""}</p>`, main);
  equal(main.textContent, "0");
});

Deno.test("html: elements of a list keep their nodes when the order changes", () => {
  const main = installDOM();
  const view = (items) => html`<ul>${each(items, (item) => item, (item) => html`<li>${item}</li>`)}</ul>`;
  render(view(["a", "b", "c", "d"]), main);
  const before = new Map(main.find("li").map((li) => [li.textContent, li]));
  moves.count = 0;
  render(view(["d", "a", "b", "x"]), main);
  const after = main.find("li");
  equal(after.map((li) => li.textContent), ["d", "a", "b", "x"]);
  for (const name of ["a", "b", "d"]) assert(after.find((li) => li.textContent === name) === before.get(name), name);
  render(view([]), main);
  equal(main.find("li").length, 0);
  render(view(["b", "b"]), main);
  equal(main.find("li").length, 2, "equal keys do not lose an element");
});

Deno.test("html: an element of a list with the same values as before is not described again", () => {
  const main = installDOM();
  const described = [];
  const view = (items, energy) =>
    html`<ul>${
      each(items, ({ id }) => id, ({ id, name }) => {
        described.push(id);
        return html`<li>${name}, ${energy}</li>`;
      }, (item) => [item, energy])
    }</ul>`;
  const [a, b] = [{ id: "a", name: "Apple" }, { id: "b", name: "Bread" }];
  render(view([a, b], "kcal"), main);
  const before = main.find("li");
  described.length = 0;
  moves.count = 0;
  render(view([a, { ...b, name: "Butter" }], "kcal"), main);
  equal(described, ["b"]);
  equal(moves.count, 0);
  equal(main.find("li").map((li) => li.textContent), ["Apple, kcal", "Butter, kcal"]);
  render(view([a, b], "kJ"), main);
  equal(main.find("li").map((li) => li.textContent), ["Apple, kJ", "Bread, kJ"]);
  render(view([b, a], "kJ"), main);
  equal(main.find("li").map((li) => li.textContent), ["Bread, kJ", "Apple, kJ"]);
  assert(main.find("li")[1] === before[0], "a row keeps its node");
});

Deno.test("html: nested templates at the top move with their lists", () => {
  const main = installDOM();
  const row = (item) => html`${item.isOpen ? html`<b>${item.name}</b>` : item.name}<i>${item.name}</i>`;
  const view = (items) => html`${each(items, ({ name }) => name, row)}`;
  render(view([{ name: "a", isOpen: true }, { name: "b" }]), main);
  equal(main.textContent, "aabb");
  render(view([{ name: "b", isOpen: true }, { name: "a" }]), main);
  equal(main.textContent, "bbaa");
  equal(main.find("b").length, 1);
  render(view([]), main);
  equal(main.textContent, "");
});

Deno.test("html: a listener is the newest one, and is added once", () => {
  const main = installDOM();
  const seen = [];
  const view = (n) => html`<button @click=${() => seen.push(n)}>x</button>`;
  render(view(1), main);
  render(view(2), main);
  main.find("button")[0].dispatch("click");
  equal(seen, [2]);
});

Deno.test("html: a property follows the state also after the person changed it", () => {
  const main = installDOM();
  const view = (value) => html`<input .value=${value}>`;
  render(view("a"), main);
  const [input] = main.find("input");
  input.value = "typed";
  render(view("a"), main);
  equal(input.value, "a");
});

Deno.test("html: numbers for the style sheet are numbers", () => {
  const main = installDOM();
  render(html`<i --part=${"0.5"}></i><i --part=${"url(x)"}></i>`, main);
  equal(main.find("i").map((i) => i.properties["--part"]), ["0.5", "0"]);
});

Deno.test("html: another template in the same place replaces the nodes", () => {
  const main = installDOM();
  const view = (is) => html`<div>${is ? html`<b>1</b>` : html`<i>2</i>`}!</div>`;
  render(view(true), main);
  render(view(false), main);
  equal(main.textContent, "2!");
  equal(main.find("b").length, 0);
});

Deno.test("html: the module has at most 150 lines", () => {
  assert(readText("core/html.js").split("\n").length <= 151, String(readText("core/html.js").split("\n").length));
});
