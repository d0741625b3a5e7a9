"""docs/openapi.json as the tests use it: which operation a request is, and whether an answer fits its schema.

The part of JSON Schema that the description uses, from the standard library alone. A keyword that is not known here is an error, so
nothing in the description goes unchecked.
"""

import json
import os
import re

TYPES = {"object": dict, "array": list, "string": str, "boolean": bool, "null": type(None)}
KEYWORDS = {"$ref", "type", "enum", "const", "pattern", "required", "properties", "additionalProperties", "items", "minItems", "maxItems",
            "anyOf", "oneOf", "allOf", "minimum", "maximum", "minLength", "maxLength", "description"}


def is_a(value, name):
    if name == "integer":
        return isinstance(value, int) and not isinstance(value, bool)
    if name == "number":
        return isinstance(value, (int, float)) and not isinstance(value, bool)
    return isinstance(value, TYPES[name])


class Description:
    def __init__(self):
        with open(os.path.join(os.environ["FLIPSIDE_SOURCE_ROOT"], "docs", "openapi.json"), encoding="utf-8") as file:
            self.text = file.read()
        self.all = json.loads(self.text)
        self.paths = self.all["paths"]
        self.socket = self.paths["/ws"]["get"]

    def at(self, pointer):
        found = self.all
        for part in pointer.removeprefix("#/").split("/"):
            found = found[part]
        return found

    def operations(self):
        return [(method, path, one) for path, item in self.paths.items() for method, one in item.items()]

    def operation(self, method, path):
        """The template of a path, and what is said of it; words before parameters."""
        fitting = [template for template in self.paths
                   if re.fullmatch(re.sub(r"\\\{\w+\\\}", "[^/]+", re.escape(template)), path) and method in self.paths[template]]
        template = min(fitting, key=lambda one: one.count("{"), default=None)
        return template, self.paths[template][method] if template else None

    def scope(self, operation):
        """What a token must allow; None: no token is enough."""
        return next((way["token"][0] for way in operation["security"] if "token" in way), None)

    # --- schemas ---

    def schemas(self):
        """Every schema that stands somewhere, with those inside it."""
        roots = [*self.all["components"]["schemas"].values(), *self.socket["x-pushes"].values(), self.socket["x-refusal"]]
        roots += [message[part] for message in self.socket["x-messages"].values() for part in ("payload", "answer")]
        for _, _, one in self.operations():
            roots += [parameter["schema"] for parameter in one.get("parameters", [])]
            for part in (one.get("requestBody", {}), *one["responses"].values()):
                part = self.at(part["$ref"]) if "$ref" in part else part
                roots += [content["schema"] for content in part.get("content", {}).values()]
        for root in roots:
            yield from self.inside(root)

    def inside(self, schema):
        yield schema
        parts = [*schema.get("properties", {}).values(), *(one for word in ("anyOf", "oneOf", "allOf") for one in schema.get(word, []))]
        parts += [schema[word] for word in ("items", "additionalProperties") if isinstance(schema.get(word), dict)]
        for part in parts:
            yield from self.inside(part)

    def faults(self, schema, value, where="it"):
        """What does not fit, as sentences."""
        if "$ref" in schema:
            return self.faults(self.at(schema["$ref"]), value, where)
        names = schema.get("type", [])
        names = [names] if isinstance(names, str) else names
        if names and not any(is_a(value, name) for name in names):
            return [f"{where} is {value!r:.60}, not {' or '.join(names)}"]
        if "const" in schema and (value != schema["const"] or type(value) is not type(schema["const"])):
            return [f"{where} is {value!r:.60}, not {schema['const']!r}"]
        if "enum" in schema and value not in schema["enum"]:
            return [f"{where} is {value!r:.60}, none of {schema['enum']}"]
        found = []
        for way in ("anyOf", "oneOf"):
            fits = [self.faults(one, value, where) for one in schema.get(way, [])]
            good = sum(not faults for faults in fits)
            if fits and (good == 0 or (way == "oneOf" and good != 1)):
                found += min(fits, key=len) or [f"{where} fits {good} of several"]
        for one in schema.get("allOf", []):
            found += self.faults(one, value, where)
        if isinstance(value, str):
            found += self.faults_of_text(schema, value, where)
        elif isinstance(value, list):
            found += self.faults_of_list(schema, value, where)
        elif isinstance(value, dict):
            found += self.faults_of_object(schema, value, where)
        elif is_a(value, "number") and not schema.get("minimum", value) <= value <= schema.get("maximum", value):
            found.append(f"{where} is {value}, out of range")
        return found

    def faults_of_text(self, schema, value, where):
        if "pattern" in schema and not re.search(schema["pattern"], value):
            return [f"{where} is {value!r:.60}, not like {schema['pattern']}"]
        return [] if schema.get("minLength", 0) <= len(value) <= schema.get("maxLength", len(value)) else [f"{where} is too long or short"]

    def faults_of_list(self, schema, value, where):
        found = [] if schema.get("minItems", 0) <= len(value) <= schema.get("maxItems", len(value)) else [f"{where} has {len(value)} items"]
        for i, one in enumerate(value):
            found += self.faults(schema.get("items", {}), one, f"{where}[{i}]")
        return found

    def faults_of_object(self, schema, value, where):
        known, more = schema.get("properties", {}), schema.get("additionalProperties", True)
        found = [f"{where} has no '{name}'" for name in schema.get("required", []) if name not in value]
        for name, one in value.items():
            if name in known:
                found += self.faults(known[name], one, f"{where}.{name}")
            elif more is False:
                found.append(f"{where} has '{name}', which is not described")
            elif more is not True:
                found += self.faults(more, one, f"{where}.{name}")
        return found

    # --- answers ---

    def faults_of_answer(self, method, path, status, kind, body):
        template, operation = self.operation(method.lower(), path)
        if not operation:
            return [f"{method} {path} is not described"]
        answers = operation["responses"]
        answer = answers.get(str(status)) or answers.get(f"{str(status)[0]}XX")
        if not answer:
            return [f"{method} {template} is not said to answer {status}"]
        answer = self.at(answer["$ref"]) if "$ref" in answer else answer
        media = kind.split(";")[0]
        if media not in answer["content"]:
            return [f"{method} {template} answers {media}"]
        return self.faults(answer["content"][media]["schema"], body, f"{method} {template} {status}: it")

    def faults_of_message(self, asked, message):
        """What a socket sent: a push, or the answer to the message `asked`."""
        if "push" in message:
            known = self.socket["x-pushes"].get(message["push"])
            return self.faults(known, message, message["push"]) if known else [f"{message['push']} is not described"]
        if not message["ok"]:
            return self.faults(self.socket["x-refusal"], message, f"refused {asked}")
        known = self.socket["x-messages"].get(asked)
        return self.faults(known["answer"], message, f"answer to {asked}") if known else [f"{asked} is not described"]
