"""Visits of Users and Invitations, as an admin sees them."""

import users as answers


def users(page):
    page.open("/system/users")
    page.wait(".users-row")
    yield "users"
    page.click(".users-rows li:nth-child(3) .icon-button")
    page.wait("dialog[open] .sheet-list")
    yield "users-menu"
    page.click("dialog[open] .sheet-list li:first-child button")
    page.wait("dialog[open] .button-danger")
    yield "users-question"
    page.server.backend.refusal = (409, "conflict", {"reason": "lastAdmin"})
    page.click("dialog[open] .button-danger")
    page.wait(".users-rows .strip-problem")
    page.settle()
    yield "users-refused"
    page.server.backend.refusal = None
    page.type("#users-search", "zzz")
    page.wait(".users .empty")
    yield "users-empty"
    page.server.backend.refusal = (403, "forbidden", {})
    page.open("/system/users")
    page.wait(".users .strip-problem")
    yield "users-forbidden"
    page.server.backend.refusal = None


def invitations(page):
    page.open("/system/users/invitations")
    page.wait(".users-row")
    yield "invitations"
    page.click(".users > .late-actions .button-main")
    page.wait("#invitation-note").send_keys("Bohdan")
    page.wait("#invitation-days").clear()
    page.type("#invitation-days", "400")
    page.click(".users form .button-main")
    page.wait(".field-error")
    yield "invitations-form"
    page.wait("#invitation-days").clear()
    page.type("#invitation-days", "14")
    page.click(".users form .button-main")
    page.wait(".users-made")
    yield "invitations-made"
    page.click(".users-made > .late-actions .button")
    page.click(".users-rows .button")
    page.wait("dialog[open] .button-danger")
    yield "invitations-question"
    page.click("dialog[open] .button-quiet")


def invited(page):
    """Welcome, opened with the link of an invitation."""
    page.open(f"/welcome#invitation={answers.CODE}")
    page.wait("#email")
    page.until(lambda driver: driver.current_url.endswith("/welcome"))
    yield "welcome-invited"
    page.open("/welcome")
