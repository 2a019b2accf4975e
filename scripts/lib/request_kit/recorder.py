"""Sends the steps of the journey to a stack, and writes down what it answered."""

import base64
import datetime
import email
import hashlib
import hmac
import http.client
import json
import pathlib
import re
import struct
import subprocess
import time
import urllib.parse
import uuid

from request_kit import shapes

ANSWERS_WITHIN_S = 30
MAIL_WITHIN_S = 15
# Events reach the leaderboard within a second; the rest is reserve.
EVENTS_WITHIN_S = 20
POLL_INTERVAL_S = 0.05
TOTP_STEP_S = 30
# Headers of answers that clients use.
HEADERS = ("ETag", "Retry-After", "WWW-Authenticate", "Set-Cookie", "Cache-Control", "Content-Language",
           "Content-Disposition", "Idempotency-Key", "Allow")
# A token has a line of its own in a mail.
TOKEN = re.compile(r"[\w-]{43}")
PLACEHOLDER = re.compile(r"\{\{([^{}]+)\}\}")


class Failure(Exception):
    """A step that cannot be recorded, as a sentence."""


class Recorder:
    """Keeps the values of placeholders, and the recorded steps."""

    def __init__(self, stack):
        self.stack = stack
        self.values = {}
        self.recorded = []
        self.run = uuid.uuid4().hex[:12]

    # MARK: Placeholders

    def resolve(self, value):
        """Replaces all placeholders in a value of JSON."""
        if isinstance(value, str):
            return PLACEHOLDER.sub(lambda found: self.value(found[1]), value)
        if isinstance(value, list):
            return [self.resolve(item) for item in value]
        if isinstance(value, dict):
            return {key: self.resolve(item) for key, item in value.items()}
        return value

    def value(self, name):
        kind, _, rest = name.partition(":")
        if kind == "email":
            return f"{rest}-{self.run}@example.org"
        if kind == "uuid":
            return self.values.setdefault(name, str(uuid.uuid4()))
        if kind == "date":
            return str(datetime.datetime.now(datetime.timezone.utc).date() + datetime.timedelta(days=int(rest)))
        if kind == "time":
            moment = datetime.datetime.now(datetime.timezone.utc) + datetime.timedelta(seconds=int(rest))
            return moment.strftime("%Y-%m-%dT%H:%M:%SZ")
        if kind == "code":
            secret, _, steps = rest.partition(":")
            return totp(self.values[secret], int(steps))
        if kind == "mail":
            user, _, subject = rest.partition(":")
            return self.mailed_token(f"{user}-{self.run}@example.org", subject)
        if name not in self.values:
            raise Failure(f"No earlier answer has given {name}.")
        return self.values[name]

    def mailed_token(self, address, subject):
        """Waits for a mail to an address with a subject, and returns its token."""
        deadline = time.monotonic() + MAIL_WITHIN_S
        while time.monotonic() < deadline:
            for path in (pathlib.Path(self.stack.directory) / "mail" / "new").glob("*"):
                message = email.message_from_bytes(path.read_bytes())
                if address in message["To"] and message["Subject"] == subject:
                    lines = message.get_payload(decode=True).decode().split("\n")
                    return [line for line in lines if TOKEN.fullmatch(line)][-1]
            time.sleep(POLL_INTERVAL_S)
        raise Failure(f"There is no mail to {address} with the subject \"{subject}\".")

    # MARK: Steps

    def record(self, step):
        """Sends a step, and adds it with its answer."""
        if "before" in step:
            action = self.resolve(step["before"])
            subprocess.run([self.stack.program, "admin", "users", "role", action["email"], action["role"], "--data",
                            self.stack.directory], check=True, stdout=subprocess.DEVNULL)
        deadline = time.monotonic() + EVENTS_WITHIN_S
        while True:
            status, headers, content = self.send(step)
            if "until" not in step or (status < 300 and at(step["until"], json.loads(content)) is not None):
                break
            if time.monotonic() > deadline:
                raise Failure(f"The answer to \"{step['name']}\" has no {step['until']}: {content.decode()}")
            time.sleep(POLL_INTERVAL_S)
        answer = self.describe(status, headers, content)
        for name, path in step.get("takes", {}).items():
            self.values[name] = taken(path, headers, json.loads(content) if content else None, step["name"])
        self.recorded.append({**step, "answer": answer})
        return status, content

    def send(self, step):
        if "url" in step:
            target = self.resolve(step["url"])
            parts = urllib.parse.urlsplit(target)
            target = f"{parts.path}?{parts.query}" if parts.query else parts.path
        else:
            values = {key: urllib.parse.quote(self.resolve(value), safe="") for key, value in step.get("values", {}).items()}
            target = step["path"].format(**values)
            if "query" in step:
                target += "?" + urllib.parse.urlencode(self.resolve(step["query"]))
        headers, data = self.resolve(step.get("headers", {})), None
        if "file" in step:
            data = base64.b64decode(step["file"]["base64"])
            headers["Content-Type"] = step["file"]["mediaType"]
        elif "body" in step:
            data = json.dumps(self.resolve(step["body"]))
            headers["Content-Type"] = "application/json"
        connection = http.client.HTTPConnection("127.0.0.1", self.stack.port, timeout=ANSWERS_WITHIN_S)
        try:
            connection.request(step["verb"], target, data, headers)
            answer = connection.getresponse()
            return answer.status, answer.headers, answer.read()
        finally:
            connection.close()

    @staticmethod
    def describe(status, headers, content):
        """Returns what is recorded of an answer: no values, only their form."""
        answer = {"status": status}
        if headers["Content-Type"]:
            answer["mediaType"] = headers["Content-Type"].split(";")[0].strip()
        present = [name for name in HEADERS if headers[name] is not None]
        if present:
            answer["headers"] = present
        if "json" in answer.get("mediaType", "") and content:
            value = json.loads(content)
            answer["fields"] = shapes.fields(value)
            if answer["mediaType"] == "application/problem+json":
                answer["code"] = value["code"]
                if value.get("params"):
                    answer["params"] = sorted(value["params"])
                if value.get("errors"):
                    answer["errors"] = sorted(f"{error['field']} {error['code']}" for error in value["errors"])
        return answer


def taken(path, headers, value, step):
    """Returns the text of a value of an answer: `items.0.id`, or `header ETag`."""
    if path.startswith("header "):
        found = headers[path.removeprefix("header ")]
        if found is None:
            raise Failure(f"The answer to \"{step}\" has no {path}.")
        return found
    found = at(path, value)
    if found is None:
        raise Failure(f"The answer to \"{step}\" has no {path}: {json.dumps(value)[:500]}")
    return found if isinstance(found, str) else json.dumps(found)


def at(path, value):
    """Returns the value at a path such as `items.0.id`; None if there is none."""
    for part in path.split("."):
        if isinstance(value, list):
            value = value[int(part)] if int(part) < len(value) else None
        else:
            value = value.get(part) if isinstance(value, dict) else None
    return value


def totp(secret, steps):
    """Returns the code of RFC 6238, now or a number of time steps later."""
    key = base64.b32decode(secret + "=" * (-len(secret) % 8))
    digest = hmac.new(key, struct.pack(">Q", int(time.time()) // TOTP_STEP_S + steps), hashlib.sha1).digest()
    offset = digest[-1] & 15
    return f"{(struct.unpack('>I', digest[offset:offset + 4])[0] & 0x7FFFFFFF) % 1_000_000:06d}"
