"""All requests in their order: what an app of the release sends."""

from request_kit import accounts, diary, foods, groups, profile
from request_kit.steps import step

SERVER = [
    step("the server", "GET", "/v1/meta"),
    step("health", "GET", "/health/live"),
    step("readiness", "GET", "/health/ready"),
    step("the public keys", "GET", "/.well-known/jwks.json"),
    step("the contact for vulnerabilities", "GET", "/.well-known/security.txt"),
    step("the privacy notice", "GET", "/legal/privacy", query={"language": "uk"}),
    step("the metrics", "GET", "/metrics"),
    step("changes as something else than a stream", "GET", "/v1/events", by="ann", headers={"Accept": "application/json"}),
]

STEPS = (accounts.SIGN_IN + SERVER + profile.STEPS + foods.STEPS + diary.LOGGING + diary.CART + diary.DAYS + foods.REMOVALS
         + groups.STEPS + foods.ADMINISTRATION + accounts.SECOND_FACTOR + accounts.TOKENS + accounts.LEAVING)

# Operations that are recorded without a success, with the reason.
EXCEPTIONS = {
    "GET /v1/events": "The stream does not end; Tests/System/LiveTests.swift reads it.",
    "GET /v1/foods/remote": "The release has no other source of foods without its operator's choice.",
    "POST /v1/foods/remote": "The release has no other source of foods without its operator's choice.",
}


def without_success(operations, recorded):
    """Returns the operations that no recorded request has called with success, except those with a reason."""
    called = {f"{step['verb']} {step['path']}" for step in recorded if step["answer"]["status"] < 300}
    return [operation for operation in operations if operation not in called and operation not in EXCEPTIONS]
