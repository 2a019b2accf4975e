#!/usr/bin/python3
"""A browser of WebKitGTK with nothing but the page, for WebKitWebDriver.

Usage: webkit_window.py DIRECTORY WIDTH HEIGHT PROXY

MiniBrowser cannot be used: under automation it keeps nothing on disk, says nothing of the console, and its bar is wider
than a phone. The website's data are stored in DIRECTORY, the console is written to DIRECTORY/console. PROXY is
the address of a server that is asked for all hosts except 127.0.0.1. The bindings of GTK are those of the system's
Python.
"""

import os
import sys

import gi

gi.require_version("Gtk", "3.0")
gi.require_version("WebKit2", "4.1")
from gi.repository import Gtk, WebKit2  # noqa: E402


class Browser:
    """A window with tabs, of which one is seen. The others are hidden, as on a phone."""

    def __init__(self, directory, width, height, proxy):
        self.tabs = Gtk.Stack()
        self.window = Gtk.Window(decorated=False)
        self.window.set_default_size(width, height)
        self.window.add(self.tabs)
        data = WebKit2.WebsiteDataManager(base_data_directory=os.path.join(directory, "data"),
                                          base_cache_directory=os.path.join(directory, "cache"))
        # With such exceptions, the proxy of WebKitWebDriver's capabilities ends in a crash.
        proxies = WebKit2.NetworkProxySettings.new(proxy, ["127.0.0.1"])
        data.set_network_proxy_settings(WebKit2.NetworkProxyMode.CUSTOM, proxies)
        self.context = WebKit2.WebContext(website_data_manager=data)
        self.context.set_automation_allowed(True)
        self.context.set_preferred_languages(["en"])
        self.context.connect("automation-started", self.begin)
        self.settings = WebKit2.Settings(enable_write_console_messages_to_stdout=True)

    def begin(self, context, session):
        info = WebKit2.ApplicationInfo()
        info.set_name("WebKitGTK")
        info.set_version(WebKit2.get_major_version(), WebKit2.get_minor_version(), WebKit2.get_micro_version())
        session.set_application_info(info)
        session.connect("create-web-view", lambda session: self.open())

    def open(self):
        view = WebKit2.WebView(web_context=self.context, settings=self.settings, is_controlled_by_automation=True)
        # The driver turns to a tab by giving it the focus, and closes pages without their tabs.
        view.connect("grab-focus", self.tabs.set_visible_child)
        view.connect("close", self.tabs.remove)
        self.tabs.add(view)
        self.window.show_all()
        self.tabs.set_visible_child(view)
        return view


def main():
    directory, width, height, proxy = sys.argv[1:5]
    # Pages write their console by processes of their own, which inherit this file.
    with open(os.path.join(directory, "console"), "ab", buffering=0) as file:
        os.dup2(file.fileno(), 1)
        os.dup2(file.fileno(), 2)
    settings = Gtk.Settings.get_default()
    settings.props.gtk_enable_animations = False
    browser = Browser(directory, int(width), int(height), proxy)  # noqa: F841
    Gtk.main()


if __name__ == "__main__":
    main()
