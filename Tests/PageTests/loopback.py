"""A server on the loopback interface, for tests that need another site, or files that a browser can load."""

import http.server
import threading


class LoopbackServer:
    """Serves the bytes that `respond` returns for a path, or status 404 for None. The root is a blank page."""

    def __init__(self, respond):
        class Handler(http.server.BaseHTTPRequestHandler):
            protocol_version = "HTTP/1.1"

            def do_GET(self):
                is_root = self.path == "/"
                body = b"<!doctype html><title>blank</title>" if is_root else respond(self.path)
                self.send_response(404 if body is None else 200)
                content_type = "text/javascript" if self.path.endswith(".js") else "application/octet-stream"
                self.send_header("Content-Type", "text/html" if is_root else content_type)
                self.send_header("Content-Length", str(len(body or b"")))
                self.end_headers()
                self.wfile.write(body or b"")

            def log_message(self, *_):
                pass

        self.server = http.server.ThreadingHTTPServer(("127.0.0.1", 0), Handler)
        self.address = f"http://127.0.0.1:{self.server.server_port}/"
        threading.Thread(target=self.server.serve_forever, daemon=True).start()

    def close(self):
        self.server.shutdown()
        self.server.server_close()
