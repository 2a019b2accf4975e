extension APIPage {
    /// The style sheet, which is the only content besides the markup.
    package static let style = """
        :root{color-scheme:light dark;--back:#fff;--text:#1c2024;--soft:#5b636b;--line:#dde1e5;--field:#f4f6f8;\
        --link:#0b5cad;--get:#0b6b3a;--post:#0b5cad;--put:#8a5300;--patch:#6b3fa0;--delete:#b3261e}
        @media(prefers-color-scheme:dark){:root{--back:#14171a;--text:#e6e9ec;--soft:#a3abb3;--line:#30363c;\
        --field:#1d2125;--link:#7db8f5;--get:#63c98f;--post:#7db8f5;--put:#e0a94a;--patch:#bf9bf0;--delete:#f28b82}}
        *{box-sizing:border-box}
        html{scroll-padding-top:1rem;-webkit-text-size-adjust:100%}
        body{margin:0;background:var(--back);color:var(--text);font:16px/1.55 system-ui,sans-serif}
        a{color:var(--link);text-underline-offset:.15em}
        a:focus-visible,summary:focus-visible,pre:focus-visible,.wide:focus-visible{outline:2px solid var(--link);\
        outline-offset:2px}
        .skip{position:absolute;left:-99rem}
        .skip:focus{left:1rem;top:1rem;background:var(--back);padding:.5rem;z-index:1}
        code,pre{font:.875em/1.5 ui-monospace,SFMono-Regular,Menlo,Consolas,monospace}
        code{background:var(--field);border-radius:3px;padding:.1em .3em;overflow-wrap:anywhere}
        pre{background:var(--field);border:1px solid var(--line);border-radius:6px;padding:.75rem;overflow-x:auto;\
        margin:.5rem 0 1rem}
        pre code{background:none;padding:0;overflow-wrap:normal}
        h1{font-size:1.75rem;line-height:1.2;margin:0 0 .5rem}
        h2{font-size:1.4rem;margin:3rem 0 .5rem;padding-top:1rem;border-top:2px solid var(--line)}
        h3{font-size:1.05rem;margin:0;line-height:1.4;font-weight:600;overflow-wrap:anywhere}
        h4{font-size:.95rem;margin:1.25rem 0 .25rem}
        p,ul{margin:.5rem 0}
        .soft{color:var(--soft)}
        article{border:1px solid var(--line);border-radius:8px;margin:1rem 0;background:var(--back)}
        article>details>summary{padding:.75rem 2.5rem .75rem 1rem;cursor:pointer;list-style:none;position:relative}
        article>details>summary::-webkit-details-marker{display:none}
        article>details>summary::after{content:"";position:absolute;right:1.1rem;top:1.25rem;width:.45rem;height:.45rem;\
        border:solid var(--soft);border-width:0 2px 2px 0;transform:rotate(45deg)}
        article>details[open]>summary::after{transform:rotate(225deg);top:1.45rem}
        article>details>summary p{margin:.15rem 0 0;color:var(--soft);font-weight:400}
        article>details[open]>summary{border-bottom:1px solid var(--line)}
        .inside{padding:.25rem 1rem 1rem;scroll-margin-top:6rem}
        details details summary{cursor:pointer;color:var(--link)}
        .verb{display:inline-block;min-width:4.6em;font:600 .8em/1.5 ui-monospace,Menlo,Consolas,monospace}
        .GET{color:var(--get)}.POST{color:var(--post)}.PUT{color:var(--put)}.PATCH{color:var(--patch)}\
        .DELETE{color:var(--delete)}
        .path{font:1em/1.4 ui-monospace,SFMono-Regular,Menlo,Consolas,monospace;background:none;padding:0}
        .wide{overflow-x:auto;margin:.5rem 0 1rem}
        table{border-collapse:collapse;width:100%;font-size:.925rem}
        th,td{text-align:left;vertical-align:top;padding:.4rem .75rem .4rem 0;border-bottom:1px solid var(--line)}
        thead th{color:var(--soft);font-weight:500}
        tbody th{font-weight:500;white-space:nowrap}
        td p{margin:.15rem 0 0;color:var(--soft)}
        @media(max-width:40rem){
        table,tbody,tr,th,td{display:block}
        thead{position:absolute;left:-99rem}
        tr{padding:.5rem 0;border-bottom:1px solid var(--line)}
        th,td{border:0;padding:.1rem 0}
        tbody th{white-space:normal}
        td:empty{display:none}
        }
        nav ul{list-style:none;padding:0;margin:.25rem 0 1rem}
        nav li{margin:0}
        nav li a{display:block;padding:.2rem 0;text-decoration:none;color:inherit;font-size:.9rem;overflow-wrap:anywhere}
        nav li a:hover{text-decoration:underline}
        nav summary{cursor:pointer;font-weight:600;padding:.35rem 0}
        nav,main{padding:1.25rem;max-width:60rem}
        nav{border-bottom:1px solid var(--line)}
        @media(min-width:64rem){
        body{display:grid;grid-template-columns:21rem minmax(0,1fr)}
        nav{position:sticky;top:0;height:100vh;overflow-y:auto;border-bottom:0;border-right:1px solid var(--line)}
        main{padding:2rem 2.5rem;width:100%}
        }
        @media print{nav{display:none}body{display:block}}

        """
}
