"""Selenium's commands over Marionette, the protocol of Firefox itself.

geckodriver translates in the same way, but neither Debian 12 nor PyPI has a current one.
"""

import json
import socket

from selenium.webdriver.remote.command import Command

from .device import ANSWER_S

PROTOCOL = 3
REQUEST, RESPONSE = 0, 1
# Commands with the same parameters in both protocols.
NAMES = {
    Command.NEW_SESSION: "NewSession",
    Command.SET_TIMEOUTS: "SetTimeouts",
    Command.GET: "Navigate",
    Command.GO_BACK: "Back",
    Command.GO_FORWARD: "Forward",
    Command.REFRESH: "Refresh",
    Command.GET_CURRENT_URL: "GetCurrentURL",
    Command.GET_TITLE: "GetTitle",
    Command.GET_PAGE_SOURCE: "GetPageSource",
    Command.SCREENSHOT: "TakeScreenshot",
    Command.NEW_WINDOW: "NewWindow",
    Command.CLOSE: "CloseWindow",
    Command.SWITCH_TO_WINDOW: "SwitchToWindow",
    Command.W3C_GET_CURRENT_WINDOW_HANDLE: "GetWindowHandle",
    Command.W3C_GET_WINDOW_HANDLES: "GetWindowHandles",
    Command.FIND_ELEMENT: "FindElement",
    Command.FIND_ELEMENTS: "FindElements",
    Command.FIND_CHILD_ELEMENT: "FindElement",
    Command.FIND_CHILD_ELEMENTS: "FindElements",
    Command.W3C_GET_ACTIVE_ELEMENT: "GetActiveElement",
    Command.CLICK_ELEMENT: "ElementClick",
    Command.CLEAR_ELEMENT: "ElementClear",
    Command.SEND_KEYS_TO_ELEMENT: "ElementSendKeys",
    Command.GET_ELEMENT_TEXT: "GetElementText",
    Command.GET_ELEMENT_TAG_NAME: "GetElementTagName",
    Command.GET_ELEMENT_PROPERTY: "GetElementProperty",
    Command.GET_ELEMENT_RECT: "GetElementRect",
    Command.IS_ELEMENT_ENABLED: "IsElementEnabled",
    Command.IS_ELEMENT_SELECTED: "IsElementSelected",
    Command.W3C_EXECUTE_SCRIPT: "ExecuteScript",
    Command.W3C_EXECUTE_SCRIPT_ASYNC: "ExecuteAsyncScript",
    Command.W3C_ACTIONS: "PerformActions",
    Command.W3C_CLEAR_ACTIONS: "ReleaseActions",
}
CHILDREN = (Command.FIND_CHILD_ELEMENT, Command.FIND_CHILD_ELEMENTS)
# What selenium leaves to geckodriver: the visible part of the page, and scripts that share their globals.
DEFAULTS = {
    Command.NEW_SESSION: {"capabilities": {}},
    Command.SCREENSHOT: {"full": False},
    Command.W3C_EXECUTE_SCRIPT: {"newSandbox": False},
    Command.W3C_EXECUTE_SCRIPT_ASYNC: {"newSandbox": False},
}


class Marionette:
    """A connection to Firefox that executes the commands of `webdriver.Remote`."""

    def __init__(self, port):
        self.socket = socket.create_connection(("127.0.0.1", port), ANSWER_S)
        self.file = self.socket.makefile("rwb")
        self.id = 0
        protocol = self.receive()["marionetteProtocol"]
        assert protocol == PROTOCOL, f"Firefox speaks version {protocol} of Marionette."

    def close(self):
        self.file.close()
        self.socket.close()

    def receive(self):
        """Returns the next message. Each is preceded by its length and a colon."""
        digits = b""
        while not digits.endswith(b":"):
            byte = self.file.read(1)
            if not byte:
                raise ConnectionError("Firefox has closed the connection.")
            digits += byte
        return json.loads(self.file.read(int(digits[:-1])))

    def request(self, name, params):
        """Returns the error and the result of a command of Marionette."""
        self.id += 1
        text = json.dumps([REQUEST, self.id, name, params]).encode()
        self.file.write(b"%d:%s" % (len(text), text))
        self.file.flush()
        kind, number, error, result = self.receive()
        assert (kind, number) == (RESPONSE, self.id), f"Firefox answered another request than {name}."
        return error, result

    def execute(self, command, params):
        """Executes a command of selenium, which raises the exception of an error."""
        if command == Command.QUIT:
            error, result = self.request("Marionette:Quit", {"flags": ["eForceQuit"]})
        else:
            error, result = self.request(f"WebDriver:{NAMES[command]}", translated(command, params))
        if error:
            return {"status": error["error"], "value": error}
        is_wrapped = isinstance(result, dict) and result.keys() == {"value"}
        return {"value": result["value"] if is_wrapped else result}

    def privileged(self, script, *args):
        """Returns the value of a script that runs in the window of the browser instead of the page."""
        self.request("Marionette:SetContext", {"value": "chrome"})
        try:
            error, result = self.request("WebDriver:ExecuteScript", {"script": script, "args": args})
        finally:
            self.request("Marionette:SetContext", {"value": "content"})
        assert not error, error
        return result["value"]


def translated(command, params):
    """Returns the parameters of a command of Marionette. The session is that of the connection."""
    found = {**params, **DEFAULTS.get(command, {})}
    found.pop("sessionId", None)
    if command in CHILDREN:
        found["element"] = found.pop("id")
    return found
