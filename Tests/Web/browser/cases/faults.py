"""Flows of modules with a fault: the others work, the screen says so, and no write is lost."""

from app_files import WEB

INDEX = "modules/people/index.js"
# What replaces members of the module in each flow.
REDUCER = "reducers: [...module.reducers, (state, { type }) => { if (type === 'people.open') throw new Error('reducer'); return [state, []]; }]"
EFFECT = "effects: (tools) => ({ ...module.effects(tools), 'people.loadGroups': async () => { throw new Error('effect'); } })"
VIEW = "screens: module.screens.map((screen) => ({ ...screen, view: () => { throw new Error('view'); } }))"
CARD = "places: { card: () => { throw new Error('card'); }, frame: () => { throw new Error('frame'); } }"
FAULT = "This part of the app has a fault"
MISSING = "This screen did not arrive"


def changed(members):
    """The text of the module with other members."""
    text = (WEB / INDEX).read_text().replace("export default {", "const module = {")
    return f"{text}\nexport default {{ ...module, {members} }};\n".encode()


def others_work(page):
    """Today works, and a food that is logged reaches the server."""
    backend = page.server.backend
    count = len(backend.entries)
    page.click(".nav-first a")
    page.wait(".summary .large-number")
    page.click(".nav-add")
    page.click(".add-list .row:nth-child(1) .icon-button-soft")
    page.until(lambda driver: len(backend.entries) == count + 1)
    page.click(".tray .button-main")
    page.wait(".summary .large-number")


def says(page, sentence):
    """Waits for a sentence, also over a reload."""
    def is_there(driver):
        return driver.execute_script("return document.body ? document.body.textContent.includes(arguments[0]) : false", sentence)

    page.open("/people")
    page.until(is_there)


def shows(page, sentence):
    """The screen of the module says what is wrong, and the others work, before and after."""
    says(page, sentence)
    others_work(page)
    says(page, sentence)


def faulty_module(page):
    """A module that throws in its reducer, in an effect, or in its view leaves all others working."""
    backend = page.server.backend
    page.sign_in()
    for members in (REDUCER, EFFECT, VIEW):
        backend.changes = {INDEX: changed(members)}
        backend.version = members[:4]
        page.driver.execute_cdp_cmd("Network.clearBrowserCache", {})
        shows(page, FAULT)
    backend.changes = {}
    backend.version = "mended"
    page.open("/people")
    page.wait(".people")


def faulty_card(page):
    """A module that throws where others show it leaves Today as it is, and says so in its own screen."""
    page.server.backend.changes = {INDEX: changed(CARD)}
    page.sign_in()
    page.open("/people")
    page.until(lambda driver: FAULT in page.text)
    others_work(page)


def missing_module(page):
    """A module that throws at its import, without files, or without texts leaves all others working."""
    backend = page.server.backend
    page.sign_in()
    for number, (missing, changes) in enumerate([
        (set(), {INDEX: b"throw new Error('import');\n"}), ({INDEX}, {}), ({"modules/people/texts/en.json"}, {}),
    ]):
        backend.missing, backend.changes, backend.version = missing, changes, f"missing{number}"
        shows(page, MISSING)
        page.driver.execute_script("sessionStorage.clear()")
    backend.missing, backend.changes, backend.version = set(), {}, "there"
    page.open("/people")
    page.wait(".people")


# A worker would keep the version before, as soon as it is there.
WITHOUT_WORKER = {"first_script": "Object.defineProperty(Navigator.prototype, 'serviceWorker', { value: undefined });"}
FLOWS = (faulty_module, faulty_card, missing_module)
OPTIONS = dict.fromkeys(FLOWS, WITHOUT_WORKER)
