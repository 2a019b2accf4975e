extension LoadPage {
    /// The style sheet.
    ///
    /// Its line colours are distinct for most forms of colour blindness, in light and dark mode.
    package static let style = """
        :root{color-scheme:light dark;--ground:#fff;--text:#1c1f23;--soft:#5b6570;--line:#d9dee3;--a:#0b66c3;--b:#c2410c;\
        --c:#7c3aed;--bad:#b91c1c}
        @media (prefers-color-scheme:dark){:root{--ground:#14171a;--text:#e8eaed;--soft:#9aa4af;--line:#333a42;--a:#6cb2ff;\
        --b:#ffa061;--c:#c0a3ff;--bad:#ff8080}}
        body{font:15px/1.5 system-ui,sans-serif;background:var(--ground);color:var(--text);max-width:60rem;margin:2rem auto;\
        padding:0 1rem}
        h1{font-size:1.5rem;margin:0}h2{font-size:1.1rem;margin:2rem 0 .5rem}p,footer{color:var(--soft)}
        .cards{display:flex;flex-wrap:wrap;gap:.75rem}
        .cards div{border:1px solid var(--line);border-radius:.5rem;padding:.5rem 1rem;color:var(--soft)}
        .cards b{display:block;font-size:1.4rem;color:var(--text)}
        figure{margin:1.5rem 0}figcaption{display:flex;flex-wrap:wrap;gap:1rem}
        .key::before{content:"";display:inline-block;width:1rem;height:.2rem;margin-right:.35rem;vertical-align:middle;\
        background:currentColor}
        .key.a{color:var(--a)}.key.b{color:var(--b)}.key.c{color:var(--c)}.key.bad{color:var(--bad)}
        svg{width:100%;height:auto}polyline{fill:none;stroke-width:2}
        polyline.a{stroke:var(--a)}polyline.b{stroke:var(--b)}polyline.c{stroke:var(--c)}polyline.bad{stroke:var(--bad)}
        circle.a{fill:var(--a)}circle.b{fill:var(--b)}circle.c{fill:var(--c)}circle.bad{fill:var(--bad)}
        .grid line{stroke:var(--line)}.grid text{fill:var(--soft);font-size:12px}
        text.end{text-anchor:end}text.middle{text-anchor:middle}
        .wide{overflow-x:auto}table{border-collapse:collapse;width:100%;font-variant-numeric:tabular-nums}
        th,td{padding:.3rem .6rem;border-bottom:1px solid var(--line);text-align:left;white-space:nowrap}
        th.end,td.end{text-align:right}
        """
}
