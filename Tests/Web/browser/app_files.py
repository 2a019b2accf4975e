"""The files of the web app, as the gateway serves them."""

import hashlib
import pathlib
import re

WEB = pathlib.Path(__file__).resolve().parents[3] / "Clients/Web"
TYPES = {".js": "text/javascript", ".css": "text/css", ".svg": "image/svg+xml", ".json": "application/json",
         ".webmanifest": "application/manifest+json", ".png": "image/png", ".html": "text/html"}


def first_modules(entry="app.js"):
    """The modules that the entry imports at once, as the gateway preloads them."""
    found = [entry]
    for name in found:
        for path in re.findall(r'^(?:import|\} from|export .* from).*?"(\.[^"]+)";$', (WEB / name).read_text(), re.M):
            module = str(((WEB / name).parent / path).resolve().relative_to(WEB))
            found += [] if module in found else [module]
    return found


def served_names():
    """The paths of all files that the app may fetch. The sheets of a folder `styles/<name>` are served as one file, and
    so are those of `modules/<name>/styles`."""
    files = (f.relative_to(WEB) for f in WEB.rglob("*") if f.suffix in TYPES and f.name not in ("worker.js", "index.html"))
    return sorted({f"{f.parent}.css" if f.suffix == ".css" and "styles" in f.parent.parts[-2:] and len(f.parts) > 2 else str(f)
                   for f in files})


def served(file):
    """The content of a file, or of all sheets of its folder; None if there is none."""
    if file.is_file():
        return file.read_bytes()
    sheets = sorted(file.with_suffix("").glob("*.css")) if file.suffix == ".css" else []
    return b"".join(sheet.read_bytes() for sheet in sheets) or None


def hashes(changes):
    """The start of the SHA-256 of each file, by which the worker finds what a new version has not changed."""
    files = {name: changes.get(name) or served(WEB / name) for name in served_names()}
    return {name: hashlib.sha256(content).hexdigest()[:12] for name, content in files.items()}


def is_screen(path):
    """Tells whether the page is served under a path, by the rule of the worker."""
    rule = re.search(r"^const NO_SCREEN = /(.*)/;$", (WEB / "worker.js").read_text(), re.M)[1]
    return not re.search(rule.replace(r"\/", "/"), path)
