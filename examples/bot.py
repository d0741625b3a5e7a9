#!/usr/bin/env python3
"""A bot in ten lines: it plays any legal action. Put something better in place of random.choice."""
import json
import random
import sys

for line in sys.stdin:
    question = json.loads(line)
    if "error" not in question:  # an error tells that the last answer was wrong or late; it wants no answer
        action = random.choice(question["actions"])
        numbers = [f"{random.uniform(*action[name]):.2f}" for name in action.get("open", [])]  # a flick's angle and speed
        print(json.dumps({"text": " ".join([action["text"], *numbers])}), flush=True)
