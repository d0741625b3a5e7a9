#!/usr/bin/env python3
"""Lessons in the terminal: every lesson of every game is gone through line by line, with a wrong answer at every step that has one;
one of them on the screen."""
import json
import os
import re
import shutil
import subprocess
import sys
import unittest

from test_terminal import GAMES, NO_LEAK_CHECK, PATIENCE, PROGRAM, ROOT, SKIPPED, Case, Screen, Verdicts

SOMETHING_ELSE = "This lesson shows something else first"


def rephrased(part, phrases):
    """What speaks of buttons and fingers is said in another way in the terminal."""
    if isinstance(part, list):
        return [rephrased(one, phrases) for one in part]
    if isinstance(part, dict):
        return {key: rephrased(one, phrases) for key, one in part.items()}
    for phrase, instead in phrases.items() if isinstance(part, str) else ():
        part = part.replace(phrase, instead)
    return part


def lessons_of(game):
    path = os.path.join(ROOT, "games", game, "data", "tutorial.json")
    if not os.path.exists(path):
        return []
    with open(path, encoding="utf-8") as file:
        tutorial = json.load(file)
    return [rephrased(lesson, tutorial.get("terminal", {})) for lesson in tutorial["lessons"]]


def own_steps(lesson):
    return [step for step in lesson["steps"] if step.get("seat", 0) == 0]


def answer_to(step, notation):
    """What a step says to a wrong answer: the sentence with the longest beginning that fits."""
    wrong = step.get("wrong")
    if isinstance(wrong, dict):
        fitting = [beginning for beginning in wrong if notation.startswith(beginning)]
        return wrong[max(fitting, key=len)] if fitting else SOMETHING_ELSE
    return wrong or SOMETHING_ELSE


class Dialogue:
    """The program line by line: what it says up to the next question."""

    def __init__(self, data, *arguments):
        settings = {**os.environ, "LC_ALL": "C.UTF-8", "XDG_DATA_HOME": data, **NO_LEAK_CHECK}
        self.process = subprocess.Popen([PROGRAM, *arguments], stdin=subprocess.PIPE, stdout=subprocess.PIPE, env=settings)

    def hear(self):
        said = b""
        while not said.endswith(b"> "):
            piece = os.read(self.process.stdout.fileno(), 65536)
            if not piece:
                break
            said += piece
        return said.decode()

    def say(self, line):
        self.process.stdin.write(line.encode() + b"\n")
        self.process.stdin.flush()
        return self.hear()

    def close(self):
        self.process.stdin.close()
        self.process.stdout.close()
        return self.process.wait(10 * PATIENCE)


def listed(said):
    """The moves of the list: number, notation and whether the lesson means it. Those with open numbers have to be aimed."""
    for number, notation, rest in re.findall(r"(?m)^(\d+)\. (.*?): (.*)$", said):
        if not re.search(r" with \w+ -?[\d.]+ to ", rest):
            yield number, notation, rest.endswith("(this is meant)")


class LessonsTest(Case):
    def begin(self, *arguments):
        dialogue = Dialogue(self.data, "learn", *arguments, "--plain")
        self.addCleanup(dialogue.close)
        return dialogue

    def try_wrong_answer(self, dialogue, step, said):
        """The first move of the list that is not meant; how many there were to try: 0 or 1."""
        for number, notation, meant in listed(said):
            if not meant:
                self.assertIn(answer_to(step, notation), dialogue.say(number), notation)
                return 1
        return 0

    def go_through(self, dialogue, lesson, said):
        """Plays a lesson, and returns what is said at its end and how many wrong answers were tried."""
        steps, wrong = own_steps(lesson), 0
        for place, step in enumerate(steps):
            for time in range(step.get("times", 1)):
                self.assertIn(f"Step {place + 1} of {len(steps)}: {step['text']}", said)
                self.assertIn("(this is meant)", said)
                if time == 0:
                    wrong += self.try_wrong_answer(dialogue, step, said)
                said = dialogue.say(step["do"])
        self.assertIn("Done! " + lesson["after"], said)
        return said, wrong

    def learn(self, game):
        """All lessons of a game, one after the other."""
        lessons = lessons_of(game)
        dialogue = self.begin(game)
        said, tried = dialogue.hear(), 0
        for number, lesson in enumerate(lessons):
            self.assertIn(f"lesson {number + 1} of {len(lessons)}: {lesson['title']}.", said)
            said, wrong = self.go_through(dialogue, lesson, said)
            tried += wrong
            if number + 1 < len(lessons):
                self.assertIn(f"Next: {lessons[number + 1]['title']}.", said)
                said = dialogue.say("next")
        self.assertGreater(tried, len(lessons) // 2, "wrong answers that were tried")
        self.assertIn("That was the last lesson.", said)
        dialogue.say("quit")
        self.assertEqual(dialogue.close(), 0)
        listing = self.run_program("learn").stdout
        for lesson in lessons:
            self.assertIn(lesson["title"] + " (learnt)", listing)

    def test_all_lessons_are_listed(self):
        done = self.run_program("learn")
        self.assertEqual(done.returncode, 0, done.stderr)
        for game in GAMES:
            for number, lesson in enumerate(lessons_of(game)):
                self.assertRegex(done.stdout, rf"(?m)^ *{number + 1}\. {re.escape(lesson['title'])}$")

    def test_no_lesson_speaks_of_what_the_terminal_does_not_have(self):
        for game in GAMES:
            self.assertNotRegex(json.dumps(lessons_of(game)), r"(?i)\b(button|tap|fingers?|mouse|pointer|drag|let go|above the town|yellow|bowler)\b")

    def test_what_is_meant_is_shown_and_done(self):
        dialogue = self.begin("royalflip")
        dialogue.hear()
        self.assertRegex(dialogue.say("hint"), r"This is meant:\n\d+\. choose QH 8S 10S 8: ")

    def test_the_meant_flick_is_shown_with_its_numbers(self):
        dialogue = self.begin("flickemup")
        said, steps = dialogue.hear(), own_steps(lessons_of("flickemup")[0])
        while "near" not in steps[0]:
            said = dialogue.say(steps.pop(0)["do"])
        exact = re.search(r"This is meant:\n(.*?): ", dialogue.say("hint")).group(1)
        self.assertRegex(exact, r" -?[\d.]+ \d+$")
        template, angle, speed = exact.rsplit(" ", 2)
        self.assertIn("Aim more to the right", dialogue.say(f"{template} {(float(angle) + 90) % 360:g} {speed}"))
        self.assertIn(steps[1]["text"], dialogue.say(exact))

    def test_a_lesson_is_left_and_taken_up_again(self):
        steps = own_steps(lessons_of("royalflip")[0])
        first = self.begin("royalflip", "1")
        first.hear()
        self.assertIn(steps[1]["text"], first.say(steps[0]["do"]))
        self.assertIn("flipside learn royalflip 1", first.say("quit"))
        self.assertIn("A first round (begun)", self.run_program("learn").stdout)
        second = self.begin("royalflip")
        self.assertIn(steps[1]["text"], second.hear())
        self.assertIn(steps[0]["text"], second.say("undo"))
        self.assertIn("This is where the lesson begins.", second.say("undo"))
        second.say(steps[0]["do"])
        second.say("quit")
        self.assertIn(steps[0]["text"], self.begin("royalflip", "a first", "--again").hear())

    def test_after_the_lesson_the_game(self):
        lessons = lessons_of("royalflip")
        dialogue = self.begin("royalflip", str(len(lessons)))
        self.go_through(dialogue, lessons[-1], dialogue.hear())
        self.assertIn("round 1 of 12", dialogue.say("play"))

    def test_with_another_edition_its_numbers_are_said(self):
        with open(os.path.join(ROOT, "games", "royalflip", "data", "classic.json"), encoding="utf-8") as file:
            mine = json.load(file)
        mine.update(name="Five to the point", rounds=9)
        mine["track"][2]["points"] = 5
        path = os.path.join(self.data, "mine.json")
        with open(path, "w", encoding="utf-8") as file:
            json.dump(mine, file)
        dialogue = self.begin("royalflip", "1", "--edition", path)
        said = dialogue.hear() + "".join(dialogue.say(step["do"]) for step in own_steps(lessons_of("royalflip")[0]))
        self.assertIn("There are 9 of them", said)
        self.assertIn("pace 3: 5 points", said)
        self.assertNotIn("(learnt)", self.run_program("learn").stdout)
        done = self.run_program("learn", "royalflip", "1", "--edition", path + "x")
        self.assertNotEqual(done.returncode, 0)
        self.assertIn("mine.jsonx", done.stderr)

    def test_what_is_not_there_is_said(self):
        for arguments, answer in ((["chess"], "no game 'chess'"), (["royalflip", "99"], "no lesson '99'"),
                                  (["royalflip", "1", "2"], "One lesson at a time"), (["--fast"], "not an option")):
            done = self.run_program("learn", *arguments)
            self.assertNotEqual(done.returncode, 0)
            self.assertIn(answer, done.stderr)

    def test_a_newcomer_is_told_of_the_lessons(self):
        self.assertIn("flipside learn royalflip", self.plain("royalflip", "--plain", text="quit\n"))
        said = self.plain("--plain", text="6\n1\nquit\n")
        self.assertIn("6. Lessons: Learn a game step by step.", said)
        self.assertIn("lesson 1 of 6: A first round.", said)


for name in GAMES:
    setattr(LessonsTest, f"test_every_lesson_of_{name}_is_finished_line_by_line",
            lambda self, game=name: self.learn(game))


@unittest.skipUnless(shutil.which("tmux"), "tmux is not installed")
class LessonScreenTest(Case):
    def screen(self, arguments, **settings):
        screen = Screen(self.data, arguments, **settings)
        self.addCleanup(screen.close)
        return screen

    def test_a_lesson_on_a_small_screen(self):
        """From the list of games to the end of a lesson and the next one."""
        lesson = lessons_of("royalflip")[0]
        screen = self.screen("play royalflip")
        screen.see("l: new here")
        screen.keys("l").see("Step 1 of 6: A first round", "Three cards, three jobs", r"of the 10 \(spades\)\.", "show me")
        screen.type(":choose 8S QH 10S 10").keys("Enter").see("Only the queen is red: take her colour")
        screen.keys("h").see("This is meant: choose red from Q♥")
        screen.keys("Enter").see("Step 2 of 6", "Letters and numbers at the", r"★write b1|★.* in b1")
        for place, step in enumerate(lesson["steps"][1:-1], start=2):
            screen.type(":" + step["do"]).keys("Enter").see(f"Step {place + 1} of 6")
        screen.keys("u").see("Step 5 of 6")
        for step in lesson["steps"][-2:]:
            screen.type(":" + step["do"]).keys("Enter")
        screen.see("Lesson 1 of 6: A first round", "Done!", "Next: A road between casinos", "Enter: the next lesson")
        screen.keys("Enter").see(r"Step 1 of \d+: A road between casinos")
        screen.keys("q").see("Enter: deal", missing="Step 1 of")

    def test_an_answer_of_two_lines_covers_nothing_of_the_text(self):
        screen = self.screen("learn insertcoin 1 --again")
        screen.see("they become your levels", "the heart has more points and 44 squares", "q quit")
        screen.type(":keep 1 7 28").keys("Enter")
        screen.see("Good cards, too", r"(?m)^ the key\.", "they become your levels", "the heart has more points and 44 squares")

    def test_a_move_that_fills_the_line_is_seen_to_its_end(self):
        screen = self.screen("learn insertcoin 1 --again")
        screen.see("the heart has more points and 44 squares", "q quit")
        screen.keys("Enter").see("What you may do: 6 of 10", "3 moves have it")
        screen.keys("Enter").see(r"Enter: keep the cherries \(card 7\), the coin \(card 16\) and the key \(card 28\)")  # what is meant
        screen.keys("Escape", "Escape", "l", "Home").see(r"Enter: keep the heart \(card 1\), the cherries \(card 7\) and the shield \(card 13\)")

    def test_enter_alone_leads_through_a_lesson(self):
        """The cursor stands where the lesson means, the list shows it, and the cards stay in sight until the round is over."""
        screen = self.screen("learn royalflip 3 --again")
        screen.see("Step 1 of 13", "★choose red from 9♥", "Enter takes this place", "q quit")
        screen.keys("Enter").see("Enter: choose red from 9♥, 5 from 5♠ and ♣ from 3♣")
        screen.keys("Enter").see("Step 2 of 13", "★write d3", "Enter: write a red 5 in d3")
        screen.keys("Enter").see("Step 3 of 13", r"\(♣\+1\)", "┌ 5♠ ─", "Enter: go to space 3")
        screen.keys("Enter").see("Step 4 of 13", "★choose black from 2♠, 5 from ", "q quit")

    def test_after_a_wrong_answer_the_list_still_shows_what_is_meant(self):
        """And a chosen move is seen to its end, with its points."""
        screen = self.screen("learn fliptown 4 --again")
        screen.see("Step 1 of 18", "q quit")
        screen.type(":arrange 7C 4D KS").keys("Enter").see("Step 2 of 18", "★visit the Stables", "q quit")
        screen.type(":visit trail A gold 2").keys("Enter").see("You could do that in a game", "★visit the Stables", "q quit")
        screen.keys("Enter").see("Step 3 of 18", "★buy the trail horse", "q quit")
        screen.keys("Enter").see("Step 4 of 18", r"Enter: .*\(left\): \$4, 1 Wanted \(\+1\s+point\)", "q quit")

    def test_what_is_meant_is_lit_and_nothing_else(self):
        """Without colours what is lit is underlined; the cursor, on the first card, is reversed."""
        screen = self.screen("learn royalflip --no-color")
        underlined = r"\x1b\[4m"
        screen.see(underlined + " red ", underlined + " 8 ", underlined + "♠ spades", "q quit", attributes=True,
                   missing=underlined + "( black| any| 10|♥)")

    def test_the_meant_flick_is_shown_while_another_is_aimed(self):
        screen = self.screen("learn flickemup 2 --again")
        screen.see("Step 1 of 6", "q quit")
        screen.keys("Enter").see("Step 2 of 6", "Enter: L1 fires a left-hand shot", "q quit")
        screen.keys("Down").see("Enter: L1 fires a right-hand shot", "q quit")
        screen.keys("Enter").see("the bullet lies on the wrong side", "q quit")  # before anything is aimed
        screen.keys("Up").see("Enter: L1 fires a left-hand shot", "q quit")
        screen.keys("Enter").see("Aim: .angle 0, speed 1075", "Esc: leave")
        screen.keys("Enter").see("Not quite: that goes too far to the left", "q quit")
        screen.keys("Enter").see("Aim: .angle 0, speed 1075", "Esc: leave")
        screen.keys("h").see("This is meant: L1 fires a strong left-hand shot at O1", "q quit", missing="Aim: ")
        screen.keys("Enter").see("Step 3 of 6", "q quit")

    def test_all_squares_of_a_symbol_are_lit_and_then_seen(self):
        screen = self.screen("learn insertcoin 4 --again --no-color")
        screen.see("Step 1 of 5", "q quit")
        screen.type(":keep 2 14 29").keys("Enter")
        lit = r".*\x1b\[(?:0;)?4m(?:\x1b\[\d+m)*"
        screen.see(" 1 " + lit + "░░", " 2 " + lit + "░░", " 3 " + lit + "░░░░", "q quit", attributes=True)
        screen.keys("Enter").see("(?m)^ 1 .*████░░░░", "(?m)^ 2 .*██    ░░", "(?m)^ 3 .*████░░░░", "Step 2 of 5", "q quit")


if __name__ == "__main__":
    if not os.path.exists(PROGRAM):
        print(f"{PROGRAM} is not built", file=sys.stderr)
        sys.exit(SKIPPED)
    unittest.main(testRunner=unittest.TextTestRunner(resultclass=Verdicts, verbosity=0))
