"""An external source of foods on this host, in the form of Open Food Facts."""

import http.server
import json
import re
import threading

PRODUCT = {
    "code": "3017620422003", "lang": "en", "product_name": "Hazelnut spread", "product_name_en": "Hazelnut spread",
    "brands": "Example", "schema_version": 1002, "nutriments": {
        "energy-kcal_100g": 539, "proteins_100g": 6.3, "fat_100g": 30.9, "carbohydrates_100g": 57.5},
}


class Answers(http.server.BaseHTTPRequestHandler):
    protocol_version = "HTTP/1.1"

    def do_GET(self):
        found = re.match(r"/api/v2/product/(\d+)\.json", self.path)
        if found:
            answer = {"code": found[1], "product": PRODUCT | {"code": found[1]}, "status": 1}
        else:
            answer = {"count": 1, "page": 1, "page_size": 24, "products": [PRODUCT], "skip": 0}
        content = json.dumps(answer).encode()
        self.send_response(200)
        self.send_header("Content-Type", "application/json")
        self.send_header("Content-Length", str(len(content)))
        self.end_headers()
        self.wfile.write(content)

    def log_message(self, *_words):
        """Writes no log."""


class FoodSource:
    """Answers until it is shut down."""

    def __init__(self):
        self.server = http.server.ThreadingHTTPServer(("127.0.0.1", 0), Answers)
        self.server.daemon_threads = True
        self.url = f"http://127.0.0.1:{self.server.server_port}"
        threading.Thread(target=self.server.serve_forever, daemon=True).start()

    def shut_down(self):
        self.server.shutdown()
        self.server.server_close()
