"""What packaging/ hands to administrators names only what the program has: options, metrics, files."""

import configparser
import json
import os
import re
import shutil
import subprocess
import tempfile
import unittest

from client import Case, Person, main

FOLDER = os.path.join(os.environ["FLIPSIDE_SOURCE_ROOT"], "packaging")


def text_of(*path):
    with open(os.path.join(FOLDER, *path), encoding="utf-8") as file:
        return file.read()


class Configuration(unittest.TestCase):
    def test_every_commented_option_is_one_and_its_value_is_accepted(self):
        lines = re.findall(r"^# ([a-z-]+ = .*)$", text_of("flipside.conf"), re.M)
        self.assertGreater(len(lines), 8)
        with tempfile.TemporaryDirectory() as folder:
            path = os.path.join(folder, "flipside.conf")
            with open(path, "w", encoding="utf-8") as file:
                file.write("\n".join(lines) + "\n")
            done = subprocess.run([os.environ["FLIPSIDE_PROGRAM"], "serve", "--config", path, "--speed"], capture_output=True, text=True, check=False)
        self.assertIn("serve has no option '--speed'", done.stderr)  # nothing before it was wrong


class Units(unittest.TestCase):
    def test_the_service_is_started_by_its_socket_and_reads_the_configuration(self):
        service, address = configparser.ConfigParser(strict=False, interpolation=None), configparser.ConfigParser(interpolation=None)
        for parser in (service, address):
            parser.optionxform = str
        service.read_string(text_of("systemd", "flipside.service"))
        address.read_string(text_of("systemd", "flipside.socket"))
        self.assertEqual(service["Unit"]["Requires"], "flipside.socket")
        self.assertIn("serve --config /etc/flipside.conf", service["Service"]["ExecStart"])
        self.assertTrue(address["Socket"]["ListenStream"])


class Compose(unittest.TestCase):
    """Three servers, PostgreSQL and HAProxy."""

    def test_every_variable_is_an_option(self):
        known = subprocess.run([os.environ["FLIPSIDE_PROGRAM"], "serve", "--help"], capture_output=True, text=True, check=True).stdout
        named = set(re.findall(r"FLIPSIDE_(\w+)", text_of("compose", "compose.yaml") + text_of("Containerfile")))
        self.assertGreater(len(named), 3)
        for name in named:
            self.assertIn("--" + name.lower().replace("_", "-") + " ", known)

    def test_the_proxy_knows_the_servers_of_the_compose_file(self):
        services = re.findall(r"^  (\w+): \*server$", text_of("compose", "compose.yaml"), re.M)
        self.assertEqual(len(services), 3)
        self.assertEqual(re.findall(r"^    server (\w+) \1:7777$", text_of("compose", "haproxy.cfg"), re.M), services)

    @unittest.skipUnless(shutil.which("haproxy"), "HAProxy is not installed")
    def test_haproxy_accepts_its_configuration(self):
        done = subprocess.run(["haproxy", "-c", "-f", os.path.join(FOLDER, "compose", "haproxy.cfg")], capture_output=True, text=True, check=False)
        self.assertEqual(done.returncode, 0, done.stdout + done.stderr)


class Package(unittest.TestCase):
    def test_the_rules_install_files_that_are_there(self):
        root = os.environ["FLIPSIDE_SOURCE_ROOT"]
        named = re.findall(r"(?<![\w/])(?:packaging|man|completions|docs|debian)/[\w./]+\.\w+", text_of("debian", "rules"))
        named = [name for name in named if "substvars" not in name]
        self.assertGreater(len(named), 10)
        for name in named:
            self.assertTrue(os.path.exists(os.path.join(root, re.sub("^debian/", "packaging/debian/", name))), name)


class Dashboard(Case):
    def test_every_metric_of_the_dashboard_is_served(self):
        status, body = Person(self.server).request("GET", "/metrics")[:2]
        self.assertEqual(status, 200)
        served = set(re.findall(r"^# TYPE (\w+)", body if isinstance(body, str) else body.decode(), re.M))
        shown = set()
        for panel in json.loads(text_of("grafana", "flipside.json"))["panels"]:
            for target in panel["targets"]:
                shown |= set(re.findall(r"flipside_\w+", target["expr"]))
        self.assertGreater(len(shown), 15)
        self.assertEqual({re.sub("_bucket$", "", name) for name in shown} - served, set())


if __name__ == "__main__":
    main()
