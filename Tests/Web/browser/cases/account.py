"""Flows of the sign-in."""


def second_factor(page):
    """A right password with a second factor asks for the code."""
    page.open("/welcome")
    page.type("#email", "anna@example.org")
    page.click(".button-main")
    page.type("#password", "factor")
    page.click(".button-main")
    page.type("#code", "123456")
    page.click(".button-main")
    page.wait(".summary .large-number")


FLOWS = (second_factor,)
