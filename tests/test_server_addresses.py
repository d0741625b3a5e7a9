"""Which addresses and names lead where: one form of each path, one place for what the administrator watches, and the proxies of
docs/server.md in front."""

import os
import random
import re
import shutil
import signal
import socket
import ssl
import subprocess
import tempfile
import unittest

import client
from client import PATIENCE, Case, Person, Server, eventually, main

UPGRADE = ("Upgrade: websocket", "Connection: Upgrade", "Sec-WebSocket-Version: 13", "Sec-WebSocket-Key: AAAAAAAAAAAAAAAAAAAAAA==",
           "Sec-WebSocket-Protocol: flipside")

# Other ways to write an address.
WRITTEN = ("/{}/x/..", "/x/../{}", "/./{}", "/{}/.", "//{}", "///{}", "/%2f{}", "/%2e/{}", "/x/%2e%2e/{}", "{}", "http://here/{}", "/{}%0dx", "/{}%00",
           "/{}%20", "/{}%3fx", "/{}%23x", "/{}#x", "/{}\\", "/\\{}", "/{}\t", "/{}\x0b", "/{}\x7f", "/{}\xff", " /{}", "*")


def ask(port, path, *lines, host="127.0.0.1", wrap=None, method="GET", version=" HTTP/1.1"):
    """Status, headers and body of one request as it is written here; status 0: it was closed without an answer."""
    with socket.create_connection(("127.0.0.1", port), timeout=PATIENCE) as plain:
        with wrap(plain) if wrap else plain as link:
            link.sendall("\r\n".join([f"{method} {path}{version}", *([f"Host: {host}"] if host else []), *lines, "", ""]).encode("latin-1"))
            data = b""
            try:
                while part := link.recv(65536):
                    data += part
                    head, ended, body = data.partition(b"\r\n\r\n")
                    length = re.search(rb"(?i)\ncontent-length: (\d+)", head)
                    if ended and (head.startswith(b"HTTP/1.1 101 ") or (length and len(body) >= int(length[1]))):
                        break
            except ConnectionError:
                pass
    head, _, body = data.partition(b"\r\n\r\n")
    return int(head.split()[1]) if head else 0, head.decode("latin-1"), body


def variants(name):
    """An address in other forms: each of its letters by its number, and all of WRITTEN."""
    spelt = [f"/{name[:i]}%{ord(name[i]):02x}{name[i + 1:]}" for i in range(len(name))]
    return [*(one.format(name) for one in WRITTEN), *spelt, *(one.upper().replace(name.upper(), name) for one in spelt[:1])]


class Paths(Case):
    options = ("--metrics-here", "true")

    def test_an_address_has_one_form(self):
        for path in ("/metrics", "/healthz", "/api/games"):
            self.assertEqual(ask(self.server.port, path)[0], 200, path)
            for written in variants(path[1:]):
                status, _, body = ask(self.server.port, written)
                self.assertIn(status, (0, 400, 403, 404), written)
                self.assertNotIn(b"flipside_", body, written)
                self.assertNotIn(b'"ok"', body, written)
        for written in ("/t/../metrics", "/api/../metrics", "/api//games", "/api/./games", "/%61pi/games", "/assets/..%2fmetrics"):
            self.assertEqual(ask(self.server.port, written)[0], 404, written)

    def test_a_query_after_it_changes_nothing(self):
        for path in ("/metrics?x", "/metrics?x=/../%6d%0d//", "/api/games?", "/api/games?a=b#c"):
            self.assertEqual(ask(self.server.port, path)[0], 200, path)

    def test_names_of_several_dots_are_names(self):
        for path in ("/...", "/..x", "/x..", "/.x/y", "/x.y/..z"):
            self.assertEqual(ask(self.server.port, path)[0], 404, path)  # as for any other file that is not there
        self.assertEqual(ask(self.server.port, "/openapi.json")[0], 200)

    def test_a_socket_too_is_at_one_address(self):
        ada = self.person()
        cookie = f"Cookie: {ada.cookie}"
        self.assertEqual(ask(self.server.port, "/ws", *UPGRADE, cookie)[0], 101)
        for written in ("//ws", "/%77s", "/x/../ws", "/./ws", "/ws/.", "/ws/x/.."):
            self.assertEqual(ask(self.server.port, written, *UPGRADE, cookie)[0], 404, written)

    def test_however_the_bytes_arrive_the_form_is_seen(self):
        for path, expected in (("/healthz", b"200"), ("//healthz", b"404"), ("/%68ealthz", b"404")):
            with socket.create_connection(("127.0.0.1", self.server.port), timeout=PATIENCE) as link:
                for byte in f"GET {path} HTTP/1.1\r\nHost: x\r\n\r\n".encode():
                    link.sendall(bytes([byte]))
                with link.makefile("rb") as stream:
                    self.assertEqual(stream.readline().split()[1], expected, path)


class Heads(Case):
    """A line that one program reads and another skips would hide who asks."""

    def test_no_header_makes_another_one_disappear(self):
        cookie = f"Cookie: {self.person().cookie}"
        for name in ("x", "X-Forwarded", "x-forwarded-fo", "ho", "cooki", "CONTENT-LENGT", "origi", "sec-websocket-ke", "ge", "upgrad", "a", "transfer-encodin"):
            for line, asked, opened in ((f"{name}: y", 200, 101), (f"{name}:", 200, 101), (f"{name}:y", 200, 101), (f"Accept: y\n{name}: y", 400, 400)):
                self.assertEqual(ask(self.server.port, "/api/games", line, "Accept: y")[0], asked, line)
                self.assertEqual(ask(self.server.port, "/ws", line, *UPGRADE, cookie)[0], opened, line)
        for line in ("no colon", "x", "name : y", "two words: y", ": y", " folded: y", "\tfolded", "na\x00me: y", "na\xffme: y", "name\r: y"):
            self.assertEqual(ask(self.server.port, "/api/games", "Accept: y", line, "Accept: y")[0], 400, line)

    def test_every_other_header_is_welcome_and_hides_nothing(self):
        cookie = f"Cookie: {self.person().cookie}"
        for name in ("Accept", "Accept-Encoding", "Accept-Language", "Cache-Control", "Priority", "DNT", "Sec-GPC", "Sec-Fetch-Dest", "Sec-CH-UA-Mobile", "TE",
                     "User-Agent", "Upgrade-Insecure-Requests", "Referer", "Authorization-Info", "X-Forwarded-Proto", "X-Forwarded-For", "X-Real-IP",
                     "Forwarded", "Via", "Range", "Pragma", "Traceparent", "X-Request-Id", "Z", "!#$%&'*+-.^_`|~1", "N" * 500):
            for line in (f"{name}: y", f"{name.lower()}:", f"{name.upper()}:  y:z; q=1"):
                self.assertEqual(ask(self.server.port, "/ws", line, *UPGRADE, cookie)[0], 101, line)


class Watching(unittest.TestCase):
    """/metrics and /healthz, for those who ask where they were before."""

    def started(self, *options):
        folder = tempfile.TemporaryDirectory()
        self.addCleanup(folder.cleanup)
        server = Server(os.path.join(folder.name, "flipside.db"), *options).start()
        self.addCleanup(lambda: self.assertEqual(server.stop(), 0, server.complaints))
        return server

    def test_they_are_not_served_to_clients_unless_that_was_asked_for(self):
        server = self.started("--metrics-here", "false")
        for path in ("/metrics", "/healthz"):
            status, _, body = ask(server.port, path)
            self.assertEqual(status, 404)
            self.assertIn(b"--metrics-listen", body)  # whoever relied on it is told what to do
            self.assertIn(b"--metrics-here", body)

    def test_with_both_options_they_are_at_both_places(self):
        server = self.started("--metrics-here", "true", "--metrics-listen", "127.0.0.1:0")
        port = int(re.search(r'"metrics_listening".*"port":"(\d+)"', server.log()).group(1))
        for path in ("/metrics", "/healthz"):
            self.assertEqual(ask(server.port, path)[0], 200)
            self.assertEqual(ask(port, path)[0], 200)
            for written in variants(path[1:]):
                self.assertIn(ask(port, written)[0], (0, 400, 403, 404), written)


class Names(Case):
    """What the server may be called when nobody has said what its name is."""

    ours = ("127.0.0.1", "127.0.0.1:7777", "192.168.1.20", "[::1]", "[2001:db8::1]:7777", "localhost", "LOCALHOST:7777", "laptop", "laptop:1",
            "laptop.local", "laptop.LAN:7777", "a.b.internal", "flipside.home.arpa", "x.localhost", None)
    others = ("evil.example.com", "evil.example.com:7777", "127.0.0.1.evil.example", "localhost.evil.example", "local.", "evil.lan.example", ".lan",
              "127.1", "flip.example.org.", "notlocal.xlan")

    def test_without_an_origin_a_name_is_one_that_nobody_can_buy(self):
        cookie = f"Cookie: {self.person().cookie}"
        own = socket.gethostname()
        for host in (*self.ours, own):
            self.assertEqual(ask(self.server.port, "/api/games", host=host)[0], 200, host)
            if host:
                self.assertEqual(ask(self.server.port, "/ws", *UPGRADE, cookie, host=host)[0], 101, host)
        for host in self.others:
            for path in ("/", "/api/games", "/api/me"):
                status, _, body = ask(self.server.port, path, cookie, host=host)
                self.assertEqual(status, 403, host)
                self.assertIn(b"--origin", body)
            self.assertEqual(ask(self.server.port, "/ws", *UPGRADE, cookie, host=host)[0], 403, host)
            self.assertEqual(ask(self.server.port, "/ws", *UPGRADE, cookie, f"Origin: http://{host}", host=host)[0], 403, host)

    def test_a_name_that_is_too_long_is_none(self):
        self.assertEqual(ask(self.server.port, "/api/games", host="x" * 300)[0], 403)


class Named(Case):
    options = ("--origin", "http://flip.example.org")

    def test_with_an_origin_the_proxy_may_call_the_server_what_it_likes(self):
        for host in (*Names.ours, *Names.others):
            self.assertEqual(ask(self.server.port, "/api/games", host=host)[0], 200, host)


# --- the proxies of docs/server.md ------------------------------------------------------------------------------------------------

FORM = ssl.create_default_context()
FORM.check_hostname, FORM.verify_mode = False, ssl.CERT_NONE


def documented(opening, closing):
    """What stands between two lines of docs/server.md."""
    with open(os.path.join(os.environ["FLIPSIDE_SOURCE_ROOT"], "docs", "server.md"), encoding="utf-8") as file:
        text = file.read()
    return text[text.index(opening):].partition(closing)[0]


def free_port():
    """One that the system does not give to connections, so that it is still free when the proxy comes."""
    while True:
        try:
            with socket.create_server(("127.0.0.1", random.randrange(10000, 30000))) as probe:
                return probe.getsockname()[1]
        except OSError:
            pass


@unittest.skipUnless(shutil.which("openssl"), "openssl is not installed")
class Documented(unittest.TestCase):
    """The examples are taken from the page word for word; only addresses, ports and files are ours."""

    def setUp(self):
        folder = tempfile.TemporaryDirectory()
        self.addCleanup(folder.cleanup)
        self.folder, self.port = folder.name, free_port()
        subprocess.run(["openssl", "req", "-x509", "-newkey", "ec", "-pkeyopt", "ec_paramgen_curve:prime256v1", "-nodes", "-days", "2",
                        "-subj", "/CN=flip.example.org", "-keyout", f"{self.folder}/key.pem", "-out", f"{self.folder}/certificate.pem"],
                       check=True, capture_output=True)

    def serve(self, command, name="a", **places):
        """A server with the options of a documented command, some of them at other places."""
        options = dict(re.findall(r"--([\w-]+) (\S+)", command))
        for option in ("listen", "data"):
            options.pop(option, None)
        options.update({key.replace("_", "-"): value for key, value in places.items()})
        server = Server(f"{self.folder}/{name}.db", *(word for key, value in options.items() for word in (f"--{key}", value))).start()
        self.addCleanup(lambda: server.process.poll() is not None or self.assertEqual(server.stop(), 0, server.complaints))
        return server

    def run_proxy(self, name, text, *command):
        path = f"{self.folder}/{name}.conf"
        with open(path, "w", encoding="utf-8") as file:
            file.write(text)
        process = subprocess.Popen([*command, path], stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True)

        def end():
            process.send_signal(signal.SIGTERM)
            process.communicate()

        self.addCleanup(end)

        def answers():
            if process.poll() is not None:
                self.fail(process.stdout.read())
            try:
                return self.ask("/api/games")[0] == 200
            except OSError:
                return False

        eventually(f"{name} answers", answers)

    def ask(self, path, *lines, **more):
        return ask(self.port, path, "Connection: close" if UPGRADE[1] not in lines else "Accept: */*", *lines, host="flip.example.org",
                   wrap=lambda plain: FORM.wrap_socket(plain, server_hostname="flip.example.org"), **more)

    def post(self, path, body, *lines):
        with socket.create_connection(("127.0.0.1", self.port), timeout=PATIENCE) as plain, FORM.wrap_socket(plain) as link:
            fields = [f"POST {path} HTTP/1.1", "Host: flip.example.org", "Origin: https://flip.example.org", "Connection: close",
                      "Content-Type: application/json", f"Content-Length: {len(body)}", *lines, "", ""]
            link.sendall("\r\n".join(fields).encode() + body)
            with link.makefile("rb") as stream:
                head = stream.read().partition(b"\r\n\r\n")[0].decode()
        return int(head.split()[1]), head

    def is_a_good_proxy(self):
        """Everything works through it, nobody gets what is not for everybody, and everybody has an address."""
        self.assertEqual(self.ask("/api/games")[0], 200)
        status, head = self.post("/api/guest", b'{"name":"Ada"}')
        self.assertEqual(status, 200, head)
        cookie = re.search(r"(?i)^set-cookie: (flipside=[^;]+);.*Secure", head, re.M)
        self.assertTrue(cookie, head)
        self.assertEqual(self.ask("/ws", *UPGRADE, f"Cookie: {cookie[1]}", "Origin: https://flip.example.org")[0], 101)
        self.assertEqual(self.ask("/ws", *UPGRADE, f"Cookie: {cookie[1]}", "Origin: https://evil.example")[0], 403)
        for name in ("metrics", "healthz"):
            for written in (f"/{name}", *variants(name)):
                status, _, body = self.ask(written)
                self.assertNotEqual(status, 200, written)
                self.assertNotIn(b"flipside_", body, written)
        self.assertEqual(self.post("/api/guest", b'{"name":"Cy"}', "X-Forwarded: y")[0], 200)  # it hides nothing that the proxy says
        for i in range(2):  # --max-guests 2, and these were two: whatever a client writes, its address is its own
            self.assertEqual(self.post("/api/guest", b'{"name":"Bo %d"}' % i, f"X-Forwarded-For: {'x' * 300 * i}198.51.100.{i}")[0], 429)

    @unittest.skipUnless(shutil.which("nginx") or os.path.exists("/usr/sbin/nginx"), "nginx is not installed")
    def test_nginx(self):
        server = self.serve(documented("    flipside serve --origin https://flip.example.org", "\n"), metrics_listen="127.0.0.1:0", max_guests="2")
        text = documented("server {\n    listen 443", "```")
        for ours, theirs in ((f"listen 127.0.0.1:{self.port} ssl", "listen 443 ssl"), (f"http://127.0.0.1:{server.port}", "http://127.0.0.1:7777"),
                             (f"{self.folder}/certificate.pem", "/etc/letsencrypt/live/flip.example.org/fullchain.pem"),
                             (f"{self.folder}/key.pem", "/etc/letsencrypt/live/flip.example.org/privkey.pem")):
            self.assertEqual(text.count(theirs), 1, theirs)
            text = text.replace(theirs, ours)
        scratch = "".join(f"{kind}_temp_path {self.folder}/{kind}; " for kind in ("client_body", "proxy", "fastcgi", "uwsgi", "scgi"))
        self.run_proxy("nginx", f"daemon off; pid {self.folder}/nginx.pid; error_log stderr; events {{}}\n"
                       f"http {{ access_log off; {scratch}\n{text}}}\n", shutil.which("nginx") or "/usr/sbin/nginx", "-e", "stderr", "-c")
        self.is_a_good_proxy()

    @unittest.skipUnless(shutil.which("haproxy") or os.path.exists("/usr/sbin/haproxy"), "HAProxy is not installed")
    def test_haproxy(self):
        command, watched = documented("    flipside serve --listen 10.0.0.1:8080", "\n"), (free_port(), free_port())
        self.assertIn("--metrics-listen 10.0.0.1:8081", command)
        servers = [self.serve(command, name, metrics_listen=f"127.0.0.1:{port}", max_guests="2") for name, port in zip("ab", watched)]
        with open(f"{self.folder}/site.pem", "wb") as whole:
            for name in ("certificate.pem", "key.pem"):
                with open(f"{self.folder}/{name}", "rb") as part:
                    whole.write(part.read())
        text = documented("    frontend people", "\n\n")
        for ours, theirs in ((f"bind 127.0.0.1:{self.port} ssl", "bind :443 ssl"), (f"{self.folder}/site.pem", "/etc/haproxy/site.pem"),
                             *((f"127.0.0.1:{one.port} check port {port}", f"10.0.0.{i}:8080 check port 8081")
                               for i, one, port in zip((1, 2), servers, watched))):
            self.assertEqual(text.count(theirs), 1, theirs)
            text = text.replace(theirs, ours)
        # as in Debian's haproxy.cfg
        before = "defaults\n  mode http\n  timeout connect 5000\n  timeout client 50000\n  timeout server 50000\n"
        self.run_proxy("haproxy", before + text + "\n", shutil.which("haproxy") or "/usr/sbin/haproxy", "-db", "-f")
        # two sites here, one file each: a guest of one is a stranger to the other, so one goes
        servers[1].kill()
        eventually("HAProxy has seen it", lambda: all(self.ask("/api/games")[0] == 200 for _ in range(4)))
        self.is_a_good_proxy()


if __name__ == "__main__":
    main()
