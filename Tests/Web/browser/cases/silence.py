"""Flows of a server that accepts the requests of the page, and says nothing."""

SENTENCE = "The server does not answer. What you have logged is safe."
# A page that never arrives whole is never loaded, so no navigation waits for it.
NEVER_LOADED = {"waits_for_load": False}


def says_so(page, *silent):
    """Opens the page while files do not arrive; then the button starts the app."""
    backend = page.server.backend
    backend.silent = set(silent)
    try:
        page.open("/")
        sentence, button = page.wait("#start [role=alert]"), page.wait("#start button")
        assert sentence.text == SENTENCE and sentence.is_displayed() and button.is_displayed(), page.text
        assert page.wait("#start").get_attribute("aria-busy") is None
        assert not page.find("#start .skeleton"), "a skeleton says that something still comes"
        backend.silent = set()
        button.click()
        page.wait("#email")
        assert SENTENCE not in page.text
    finally:
        backend.silence_ends.set()


def silent_module(page):
    """The app that does not arrive is said after ten seconds, and one tap tries again."""
    says_so(page, "app.js")


def silent_style(page):
    """A style sheet that does not arrive hides no sentence."""
    says_so(page, "app.js", "styles/app.css")


FLOWS = (silent_module, silent_style)
OPTIONS = dict.fromkeys(FLOWS, NEVER_LOADED)
