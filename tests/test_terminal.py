#!/usr/bin/env python3
"""The terminal face, as a player meets it: the screen inside tmux, the dialogue over a pipe.

Nothing here waits for a fixed time: a test looks at the screen until it shows what it should, and fails when that does not
come for a long while."""
import json
import os
import re
import shutil
import subprocess
import sys
import tempfile
import time
import unittest

ROOT = os.environ.get("FLIPSIDE_SOURCE_ROOT") or os.path.dirname(os.path.dirname(os.path.abspath(__file__)))
PROGRAM = os.environ.get("FLIPSIDE_PROGRAM") or os.path.join(ROOT, "build", "flipside")
PATIENCE = 60
# Looking for leaks at every exit would take most of the time of a sanitized run: a few whole games do it for all.
NO_LEAK_CHECK = {"ASAN_OPTIONS": "detect_leaks=0"}
LEAK_CHECK = {"ASAN_OPTIONS": "detect_leaks=1"}
with open(os.path.join(ROOT, "games", "list"), encoding="utf-8") as names:
    GAMES = [line.strip() for line in names if line.strip() and not line.startswith("#")]
SKIPPED = 77  # what Meson understands


class Screen:
    """A window of tmux with the program in it."""

    opened = 0

    def __init__(self, data, arguments, width=80, height=24, **environment):
        Screen.opened += 1
        self.socket = os.path.join(data, f"tmux{Screen.opened}")
        settings = {"LC_ALL": "C.UTF-8", "TERM": "screen-256color", "XDG_DATA_HOME": data, "FLIPSIDE_PACE": "none",
                    **NO_LEAK_CHECK, **environment}
        words = " ".join(f"{name}='{value}'" for name, value in settings.items())
        line = f"env -u NO_COLOR {words} '{PROGRAM}' {arguments}; echo exit $?; exec cat"
        self.tmux("-f", "/dev/null", "-u", "new-session", "-d", "-x", str(width), "-y", str(height), line)

    def tmux(self, *arguments):
        return subprocess.run(["tmux", "-S", self.socket, *arguments], check=True, capture_output=True, text=True).stdout

    def keys(self, *keys):
        self.tmux("send-keys", *keys)
        return self

    def type(self, text):
        self.tmux("send-keys", "-l", text)
        return self

    def click(self, column, row):
        """As a terminal reports it, pressed and let go: button, column and row, each above 32."""
        for button in (32, 35):
            report = [0x1B, 0x5B, 0x4D, button, 33 + column, 33 + row]
            self.tmux("send-keys", "-H", *[f"{byte:02x}" for byte in report])
        return self

    def text(self, attributes=False):
        return self.tmux("capture-pane", "-p", *(["-e"] if attributes else []))

    def see(self, *patterns, missing=None, attributes=False):
        """Waits until all the patterns are on the screen (and the missing one is not), as long as the screen keeps changing. What a
        test wants to see is asked for here, all of it: a text that came with the first words may be a screen that is half drawn."""
        text, end = None, time.monotonic() + PATIENCE
        while time.monotonic() < end:
            before, text = text, self.text(attributes)
            if text != before:
                end = time.monotonic() + PATIENCE
            if all(re.search(pattern, text) for pattern in patterns) and not (missing and re.search(missing, text)):
                return text
            time.sleep(0.02)
        lacking = [pattern for pattern in patterns if not re.search(pattern, text)]
        raise AssertionError(f"{lacking or missing} did not {'appear on' if lacking else 'leave'} the screen:\n{text}")

    def resize(self, width, height):
        self.tmux("resize-window", "-x", str(width), "-y", str(height))

    def close(self):
        subprocess.run(["tmux", "-S", self.socket, "kill-server"], capture_output=True)


class Case(unittest.TestCase):
    def setUp(self):
        self.data = tempfile.mkdtemp(prefix="flipside-terminal-")
        self.addCleanup(shutil.rmtree, self.data, True)

    def kept(self, game="royalflip"):
        return os.path.join(self.data, "flipside", game + ".json")

    def records(self):
        folder = os.path.join(self.data, "flipside")
        return sorted(name for name in os.listdir(folder) if re.match(r"royalflip-\d", name))

    def run_program(self, *arguments, text="", **environment):
        settings = {**os.environ, "LC_ALL": "C.UTF-8", "XDG_DATA_HOME": self.data, **NO_LEAK_CHECK, **environment}
        return subprocess.run([PROGRAM, *arguments], input=text, capture_output=True, text=True, env=settings,
                              timeout=10 * PATIENCE)

    def begun(self, game, name, steps):
        """The first steps of a recorded game, to be played on."""
        with open(os.path.join(ROOT, "games", game, "tests", "golden", name + ".json"), encoding="utf-8") as file:
            record = json.load(file)
        record.pop("result", None)
        record["steps"] = record["steps"][:steps]
        path = os.path.join(self.data, name + ".json")
        with open(path, "w", encoding="utf-8") as file:
            json.dump(record, file)
        return path

    def blunders(self):
        """One of each game: how it is opened, the moves before and what they lead to, the blunder, how it is told, and what comes then."""
        draft, gallows = self.begun("insertcoin", "draft-three", 99), self.begun("flickemup", "gallows", 123)
        return (("royalflip --seats you --seed abc", {"choose 10C 7H 5S 7": " . write ", "write b1": " . track "}, "track 28", "You go to space 28", "round 2 of 12"),
                ("flipcity --seats you --seed abc", {"play": "stop after 1 card"}, "stop", "You stop after 1 card", "turn 1 . build"),
                ("fliptown --seats you,random --seed abc", {"arrange 7H JD 2D": "stop at Trail A"}, "visit trail J", "You stop at Trail J", "of 3 . turn 2"),
                (f"--load {draft} --seats you,you,you", {}, "fill 1 g5", "Bo fills square g5", "Pass the keyboard, then"),
                (f"--load {gallows} --seats you,you", {}, "end", "Player 2: O5 ends his turn", "Enter: L2 plays"))

    def plain(self, *arguments, text="", **environment):
        """The same cards every time: what happens once in a hundred games has tests of its own."""
        if "--seats" in arguments and "--seed" not in arguments:
            arguments = (*arguments, "--seed", "the terminal")
        done = self.run_program("play", *arguments, text=text, **environment)
        self.assertEqual(done.returncode, 0, done.stderr)
        return done.stdout


@unittest.skipUnless(shutil.which("tmux"), "tmux is not installed")
class ScreenTest(Case):
    def screen(self, arguments, **settings):
        screen = Screen(self.data, arguments, **settings)
        self.addCleanup(screen.close)
        return screen

    def dealt(self, arguments="play royalflip --seats you,bot1 --seed abc", **settings):
        screen = self.screen(arguments, **settings)
        screen.see("Enter: deal")
        screen.keys("Enter").see(r"(?s)round 1 of 12.*q quit")  # from the first line to the last
        return screen

    def first_move(self, screen):
        """The first move of the list, in notation."""
        move = r"choose \w+ \w+ \w+ \d+"
        return re.search(move, screen.keys("l").see(r":choose", move)).group()

    def test_commitment_comes_before_the_first_card(self):
        screen = self.screen("play royalflip --seed abc")
        text = screen.see("Enter: deal", r"\b[0-9a-f]{64}\b")
        self.assertNotIn("round 1", text)
        self.assertFalse(os.path.exists(self.kept()), "nothing is dealt before the player says so")

    def test_a_move_in_notation_is_played_and_taken_back(self):
        screen = self.dealt()
        move = self.first_move(screen)
        screen.type(":" + move).keys("Enter").see(r"round 1 of 12 . write")
        screen.type(":write c3").keys("Enter").see(r"round 1 of 12 . track")
        screen.see(r"(?m)^ 3  .    .   [rb]\d")
        screen.keys("u").see(r"round 1 of 12 . write")
        screen.see("Taken back")
        screen.see(r"(?m)^ 3  .    .    . ")

    def test_an_impossible_move_says_what_is_possible(self):
        screen = self.dealt()
        screen.type(":write z9").keys("Enter").see("not possible now.*choose")

    def test_spots_by_keys(self):
        """A colour, then a number: two places name the move; Escape takes the first one back."""
        screen = self.dealt()
        screen.see("What you may do: 6")
        screen.keys("Enter").see("What you may do: 2 of 6")
        screen.keys("Escape").see(r"What you may do: 6 ")
        screen.keys("Enter").see("What you may do: 2 of 6")
        screen.keys("Enter").see(r"round 1 of 12 . write")
        screen.keys("Down", "Right").see(r"Enter: write a (red|black) \d+ in c2")
        screen.keys("Enter").see(r"round 1 of 12 . track")

    def test_what_may_not_be_chosen_is_marked_with_a_name_and_says_why(self):
        """Royal Flip, player versus player: the first player's combination is closed to the others, from the start of their turns."""
        path = self.begun("royalflip", "v3-combination-three", 6)
        screen = self.screen(f"play --load {path} --seats you,you,you")
        why = "Ann has taken red, 5 and ♥ this round; choose another combination"
        text = screen.see("What you may do: 4", "× Ann: red 5 ♥", "q quit", missing=why)
        row, column = next((number, line.index("× Ann")) for number, line in enumerate(text.split("\n")) if "× Ann" in line)
        screen.click(column + 2, row).see(why)
        screen.keys("Tab").see("× Ann: red 5 ♥", missing=why)
        screen.keys("BTab").see(why)  # the last place before the first one
        screen.keys("Enter").see(why, "What you may do: 4")
        screen.type(":choose 2H 3H 5S 3").keys("Enter").see("write", missing="× Ann")

    def test_an_object_that_stays_in_an_entrance_says_why(self):
        """Flick 'em Up!: behind the Bank one does not reach its entrance, nor that of a closed Saloon."""
        path = self.begun("flickemup", "v2-entrances-in-reach", 1)
        screen = self.screen(f"play --load {path} --seats you,you")
        text = screen.see("L1 plays: 2 actions left", "What you may do: ", missing="stays")
        row, line = next((number, line) for number, line in enumerate(text.split("\n")) if line.count("●") == 2)
        screen.click(line.index("●"), row).see("barrel1 stays: his move cannot reach the entrance of the Bank because a house")
        screen.click(line.rindex("●"), row).see("barrel2 stays: the Saloon is closed until 12 o’clock, so no move leads there.")
        screen.keys("Enter").see("barrel2 stays", "L1 plays: 2 actions left")

    def test_aiming_by_angle_and_power_with_a_preview_line(self):
        screen = self.screen("play flickemup --seats you,random --seed abc")
        screen.see("Enter: deal")
        screen.keys("Enter").see("6:00 red hour")
        screen.keys("Enter").see("L1 plays: 2 actions left")
        before = screen.type("l").see("What you may do: 4")
        screen.keys("Enter").see(r"Aim: .angle 0, speed 1075")
        for _ in range(2):
            screen.type("<")
        screen.keys("Left").see("angle 21, speed 1075")
        self.assertNotIn("··", before)
        screen.keys("Up", "Up").see(r"angle 21, speed 1175 · L\d moves \d+ cm", "··", "×")  # with the preview line
        screen.keys("Escape").see("What you may do: 4")
        screen.keys("Enter").see("Aim: ")
        screen.keys("Down", "Down").see("speed 975")
        screen.keys("Enter").see(r"the (move succeeds|disc touched)")  # the preview too says that one action will be left
        screen.see("1 action left")

    def test_mouse_click_chooses_and_second_click_commits(self):
        screen = self.dealt()
        screen.type(":" + self.first_move(screen)).keys("Enter").see(r". write")
        column, row = 14, 6  # c3
        screen.click(column, row).see(r"Enter: write a (red|black) \d+ in c3")
        screen.click(column, row).see(r"round 1 of 12 . track")

    def test_list_is_filtered_by_typing(self):
        screen = self.dealt()
        screen.type(":" + self.first_move(screen)).keys("Enter").see(r"What you may do: 27")
        screen.type("/b4").see("What you may do: 1 of 27 with 'b4'")
        screen.keys("Enter").see(r"Enter: .* in b4")
        screen.keys("Enter").see(r". track")

    def test_a_long_list_stands_in_columns_where_there_is_room(self):
        screen = self.dealt("play royalflip --seats you --seed abc", width=200, height=50)
        screen.type(":choose 10C 7H 5S 7").keys("Enter").see(r"(?m)^ write b1 .* write b3 .* write a5 ", r"(?m)^ write a3 .* write f4 ", "q quit")
        screen.keys("l").see("Enter: write a black 7 in b1")
        screen.keys("Down", "Right").see("Enter: write a black 7 in c3")
        screen.keys("Right", "Right", "Left", "Up").see("Enter: write a black 7 in b3")  # there is nothing to the right of the last one
        row, column = next((number, line.index("write d5")) for number, line in enumerate(screen.see("write d5").split("\n")) if "write d5" in line)
        screen.click(column, row).see("Enter: write a black 7 in d5")
        screen.click(column, row).see(r"round 1 of 12 . track")

    def test_a_hint_compares_in_words_what_it_has_no_interval_of(self):
        screen = self.dealt("play royalflip --seats you --seed abc")
        screen.keys("h").see("Hint: ", r"★.* best", r" (as good|a bit less|less|far less)")

    def test_many_players_fit_into_the_bar(self):
        """Whoever decides is named in full, and you are; the others are numbers with their points."""
        screen = self.screen("play royalflip --seats you,you,you,you,you,you --seed abc")
        screen.see("Enter: deal")
        screen.keys("Enter").see(r"round 1 of 12 . choose +▸Player 1 0  ▸2:0  ▸3:0  ▸4:0  ▸5:0  ▸6:0")

    def test_every_city_is_shown_in_a_small_and_in_a_large_window(self):
        others = ("Penny Plaza", "Zoning Zed", "Ms Mortar")
        screen = self.screen("play flipcity --seats you,random,random,random --seed abc")
        screen.see("Enter: deal")
        screen.keys("Enter").see(*(name + ": 9 cards" for name in others), "top Factory", "top Apartment", "In the deck 4")
        screen.resize(120, 40)
        screen.see(*(rf"(?s){name}: top.*1 Factory · 1 Central Park" for name in others), missing=": 9 cards")

    def test_what_the_dealer_says_in_sentences_has_lines_of_its_own(self):
        screen = self.screen("play fliptown --seats you,random,random --characters --seed abc", width=120, height=40)
        screen.see("Enter: deal")
        screen.keys("Enter").see("Dealer: bounty 3 ", "Dealer: bounty 8 ", "Dealer: bounty 11 ", "Dealer: the Settler goes to",
                                 r"Dealer: 2♥, 6♣, J♦ are flipped", r"(?m)^Ranch Hand: ", r"(?m)^\$ cash ●gold ★stars")  # down to the legend

    def test_other_sheets(self):
        screen = self.dealt()
        screen.keys("o").see(r"sheet of (?!You)\w+ \w+")
        screen.keys("Escape").see("round 1", missing="sheet of")
        screen.keys("2").see(r"sheet of (?!You)\w+ \w+")

    def test_the_list_has_the_keys_where_no_place_is_lit(self):
        screen = self.screen("play flickemup --seats you,you --seed abc")
        screen.see("Enter: deal")
        screen.keys("Enter").see("Enter: L1 plays")
        screen.keys("Enter").see("What you may do: 4")
        first = re.search(r"Enter: (.+?)  ", screen.see("Enter: .+?  ")).group(1)
        screen.keys("Tab").see("Enter: ", missing=re.escape("Enter: " + first))
        screen.keys("BTab").see(re.escape("Enter: " + first))
        screen.keys("Enter").see(r"angle .* power .*Enter: flick . Esc: leave")  # the keys fit into 80 columns
        screen.keys("Enter").see("1 action left", missing="Aim: ")
        screen.type("/turns").keys("Enter").see("Enter: L1 turns")
        screen.keys("Enter").see("Aim: .angle", r"fine\) . Enter: do it . Esc: leave", missing="power")

    def test_all_piles_of_the_market_are_seen_in_a_small_window(self):
        screen = self.screen("play flipcity --seats you,bot1 --seed abc")
        screen.see("Enter: deal")
        cards = ("Convenience Store", "Hospital", "Factory", "Central Park", "Office")
        screen.keys("Enter").see("Market", *(rf"(?m)^ *\d+ {card}  " for card in cards))

    def test_cards_of_the_market_are_described_where_all_the_words_fit(self):
        screen = self.screen("play flipcity --seats you,bot1 --seed abc", width=100, height=30)
        screen.see("Enter: deal")
        screen.keys("Enter").see("Trade Center", "q quit", missing="⇄")
        screen.resize(180, 30)
        screen.see(r"Trade Center +1 cash, action \+1 ⇄ 2 cash, 2 points, action \+1, recycle: action \+1", "q quit")

    def test_the_ruling_on_a_flick_has_a_row_of_its_own(self):
        """Beside the town are one's own goals first, and those of the others where they fit."""
        screen = self.screen("play flickemup --seats you,you --scenario=2 --teams=outlaws,lawmen --seed abc")
        screen.see("Enter: deal")
        screen.keys("Enter").see(r"│ Outlaws: have more men", "What you may do: 1", missing="Lawmen")
        screen.type(":play O1").keys("Enter").see("What you may do: 4")
        screen.type(":shoot left 0 100").keys("Enter").see(r"(?m)^ [a-z][^\n:]*: [^│:]*$(?=\n─)", "│ Outlaws: have more men")

    def test_a_goal_is_in_sight_beside_full_houses(self):
        screen = self.screen("play flickemup --seats you,you --scenario=7 --teams=outlaws,lawmen --seed abc")
        screen.see("Enter: deal")
        screen.keys("Enter").see(r"Saloon 1\? closed until 9  Store 1\?", r"Lawmen: have more men in the Town Hall\n", "What you may do",
                                 r"lacks, at two strikes in a\n[^\n]* row\n", r"the Town Hall held:\n *0 of 2\n", "L4▸♥3  L5▸♥3\n", "q quit")
        screen.see(r"Bank\S* 1\?\x1b\[[0-9;]*m closed until 9", attributes=True)  # in a colour of its own

    def test_results_say_who_played_for_which_team(self):
        screen = self.screen("play flickemup --seats random,random --scenario=7 --seed 3")
        screen.see("Enter: deal")
        screen.keys("Enter").see("The game is over ─", r"team +eliminated", r"Longshot Lou +lawmen +\d", r"Slim Whitlock +outlaws +\d", "q: quit",
                                 missing="reached")  # the clock decided

    def test_a_long_message_is_seen_to_its_end(self):
        command = "visit badlands " + "and so on " * 10
        said = self.plain("fliptown", "--seats", "you", "--seed", "abc", text=f"{command}\nforget\n")
        words = re.search(r"> ('visit badlands .*?)(?: Or say 'help'\.)?\n", said).group(1).split()
        self.assertGreater(len(" ".join(words)), 2 * 78)  # more than two lines
        screen = self.screen("play fliptown --seats you --seed abc")
        screen.see("Enter: deal")
        screen.keys("Enter").see("What you may do", "q quit")
        screen.type(":" + command).keys("Enter").see(r"\s+".join(re.escape(word) for word in words), "q quit")

    def test_cards_of_others_are_told_as_so_many_hidden_ones(self):
        screen = self.screen("play insertcoin --seats you,bot1,bot1 --seed abc")
        screen.see("Enter: deal")
        screen.keys("Enter").see(r"\b10\b[^\n]*(\n[^\n]*)?\bhidden[^\n]*(\n[^\n]*)?cards", missing="a hidden card, a hidden card")

    def test_the_tutor_says_whether_a_move_was_good(self):
        screen = self.dealt("play royalflip --seats you --seed abc")
        screen.keys("t").see("The tutor says after each of your moves")
        screen.type(":" + self.first_move(screen)).keys("Enter").see(r". write")
        screen.see("Tutor: ")
        screen.keys("t").see("and warns before")
        screen.keys("t").see("The tutor is silent")

    def test_the_tutor_warns_on_the_screen_in_every_game(self):
        """It looks for as long as it needs, and the screen stays alive; chosen again, the move is made."""
        for arguments, begin, blunder, _, then in self.blunders():
            with self.subTest(arguments=arguments):
                screen = self.screen("play " + arguments)
                if not re.search("What you may do", screen.see("Enter: deal|Pass the keyboard, then|What you may do")):
                    screen.keys("Enter")
                screen.see("What you may do", "q quit")
                for move, leads_to in begin.items():
                    screen.type(":" + move).keys("Enter").see(leads_to, "q quit")
                screen.keys("t").see("The tutor says after each of your moves")
                screen.keys("t").see("and warns before")
                screen.type(":" + blunder).keys("Enter").see("Careful", r"That\s+hurts", "Better: ", missing="thinking …")
                screen.type(":" + blunder).keys("Enter").see(then, missing="Careful|Tutor:")
                screen.close()

    def test_a_move_that_the_tutor_looks_at_can_be_left_or_made_at_once(self):
        """A search that nobody waits for: Insert Coin, where it takes longest."""
        screen = self.screen("play insertcoin --seats you --seed abc")
        screen.see("Enter: deal")
        screen.keys("Enter").see("What you may do", "q quit")
        screen.type(":keep 6 14 19").keys("Enter").see("fill square|draw the")
        screen.keys("t").see("The tutor says after each of your moves")
        screen.keys("t").see("and warns before")
        screen.type(":fill 1 b1").keys("Enter").see("The tutor looks at this move first", "thinking …")
        screen.keys("Escape").see("Taken back", missing="thinking …|You fill")
        screen.type(":fill 1 b1").keys("Enter", ":").type("fill 1 b1").keys("Enter").see("You fill square b1", "thinking …|Tutor: ")
        screen.keys("t").see("The tutor is silent")
        screen.keys("t").see("The tutor says after each of your moves")
        for square in ("c1", "d1"):  # the old thought is given up
            screen.type(f":fill 1 {square}").keys("Enter").see(f"You fill square {square}", "thinking …|Tutor: ")

    def test_steps_of_the_others_are_shown_one_after_the_other(self):
        screen = self.screen("play flipcity --seats bot1,bot1 --seed abc --pace full")
        screen.see("Enter: deal")
        screen.keys("Enter").see("comes up")
        seen = set()
        while len(seen) < 3:  # each of them stays for a moment, so that none is missed
            seen.add(screen.see("What happened"))
        screen.keys("q").see("The game is not over")
        done = self.run_program("play", "flipcity", "--pace", "slow")
        self.assertEqual(done.returncode, 2)
        self.assertIn("full, quick or none", done.stderr)

    def test_what_all_did_at_once_is_told_line_by_line_while_the_sheet_stays(self):
        screen = self.screen("play royalflip --seats you,bot1,bot1 --seed abc --pace full")
        screen.see("Enter: deal")
        screen.keys("Enter").see("What you may do")
        screen.type(":" + self.first_move(screen)).keys("Enter").see(r". write ")
        screen.type(":write b1").keys("Enter").see(r". track ")
        screen.type(":track 2").keys("Enter")
        screen.see("Any key: go on at once", "7♥ ─")  # with the cards of the round that is told
        screen.see("What you may do", missing="7♥ ─")

    def test_own_steps_are_told_to_you_and_players_have_names(self):
        screen = self.screen("play flipcity --seats you,bot1 --seed abc")
        screen.see("Enter: deal")
        screen.keys("Enter").see("Enter: play ")
        screen.keys("Enter").see("You play ", missing=r"(?i)\bseat \d|You:? plays")

    def test_a_long_move_goes_on_in_the_next_line(self):
        screen = self.screen("play fliptown --seats you --seed abc")
        screen.see("Enter: deal")
        screen.keys("Enter").see(r"take \S+ as suit, \S+ as value and put \S+")

    def test_resize(self):
        screen = self.dealt()
        screen.see("What happened")
        screen.resize(60, 20)
        screen.see("The table needs 80 . 24")
        screen.resize(140, 45)
        screen.see("┌─────┐", "What happened")
        screen.resize(80, 24)
        screen.see(r"round 1 of 12", missing="┌─────┐")

    def test_smallest_window_shows_all(self):
        screen = self.dealt()
        words = ("[$]", "28", "♠+3", "What you may do", "What happened", "? help", "q quit", "roads 0")
        screen.see(*(re.escape(word) for word in words))

    def test_the_whole_sheet_of_a_large_map_page_by_page(self):
        screen = self.screen("play fliptown --seats you,bot1 --characters=miner,mayor --seed abc")
        screen.see("Enter: deal")
        screen.keys("Enter").see("What you may do", missing="4-5/6-7")
        screen.keys("z").see("4-5/6-7", missing="What you may do")  # the ranges of the ways in the mine
        screen.keys("PageDown").see("Miner: Once: a Mine bonus")
        screen.see("★7 .*\n.*★7 .*\n.*★7 ")  # three bounties
        screen.keys("o").see("Mayor.*\n.*three new cards for all")
        screen.keys("Escape").see("What you may do")

    def test_the_smallest_window_shows_both_symbols_and_a_life(self):
        screen = self.screen("play insertcoin --seats you,bot1 --seed abc")
        screen.see("Enter: deal")
        screen.keys("Enter").see("Keep three")
        symbol = r"(?:domino|I3|L3|I4|O|T|S|L|P|U|V|W|Y|L5|N)  "
        before_the_list = r"(?:(?!What you may do).)*"
        screen.keys("l", "Enter").see(r"card \d+: \w+ or", rf"(?s)\A{before_the_list}\n {symbol}{before_the_list}\n {symbol}",
                                      rf"(?s)\A{before_the_list}a Life for a square")

    def test_names_are_whole_in_the_smallest_window(self):
        """What a newcomer looks for on the sheet stands there in full, for every game."""
        names = {"fliptown --seats you": ("chicken", "stagecoach", "Undertaker", "work horse", "trail horse", "General Store", "gold pan",
                                          "pickaxe", "bandana", "Land Office", "Gunsmith", "pistol", "rifle", "Bail Bonds",
                                          "Sheriff's Office", "Prospector's Club", "♣ Town", "♦ Mine"),
                 "flickemup --seats you,you": ("Undertaker", "Lawmen: eliminate three outlaws", "outlaws eliminated: 0 of 3",
                                               "lawmen eliminated: 0 of 3", "At 12: "),
                 "flipcity --seats you,bot1": (r"In the deck +\d+ \w+", "must play the next card", "1 Central Park")}
        for arguments, words in names.items():
            with self.subTest(arguments=arguments):
                screen = self.screen(f"play {arguments} --seed abc")
                screen.see("Enter: deal")
                screen.keys("Enter").see("What you may do", "q quit", *words)

    def test_the_name_of_another_player_has_room(self):
        screen = self.screen("play insertcoin --seats you,bot1,bot1,bot1 --seed abc")
        screen.see("Enter: deal")
        screen.keys("Enter").see("Keep three")
        text = screen.keys("l", "Enter").see(r"(?s)(\n[^\n]*  □□□ ♥3 ●3  12\s.*){3}", "What you may do", "q quit")
        names = re.findall(r"[▸ ](\w[^▸\d]*) 12", text.split("\n")[0])  # the bar
        self.assertEqual(len(names), 4)
        for name in names[1:]:
            self.assertRegex(text, rf"\n.*  {name}\n")  # the sheet

    def test_ten_players_leave_room_for_the_keys_at_the_end(self):
        screen = self.screen("play flickemup --seats " + ",".join(["random"] * 10) + " --seed 3")
        screen.see("Enter: deal")
        ending = r"[\s│]*".join((r"\.", "j", "s", "o", "n"))  # the line may end anywhere in the path
        screen.keys("Enter").see("The game is over ─", rf"(?s)The record is in.*flickemup-.*{ending}.{{0,200}}and 'flipside verify'",
                                 "Enter: look at the table.*q: quit")

    def test_the_end_says_all_that_can_be_done(self):
        screen = self.screen("play royalflip --seats random,random --seed abc")
        screen.see("Enter: deal")
        screen.keys("Enter").see("The game is over", "Enter: look at the table")
        screen.keys("Enter").see(r"Royal Flip . over  ", r"(?s)Enter: the result.*n: a.*new game.*q: quit",
                                 r"Enter the result . n new game . o others .* q quit", missing="h hint|t tutor|: type")

    def test_a_tie_break_is_told_at_the_end(self):
        record = shutil.copy(os.path.join(ROOT, "games", "royalflip", "tests", "golden", "v2-tie-three.json"), self.data)
        screen = self.screen(f"play --load {record} --seats you,you,you")
        screen.see("Player 1 wins with 48 points", r"(?s)Player 2 and Player 3 have as many, but.*Player 1 wins at rock, paper, scissors",
                   r"Player 1 .* 48  ★", "Enter: look at the table")
        screen.keys("Escape").see("tie     Paper beats rock: Player 1 wins", "q quit")

    def test_the_line_of_keys_fits_into_every_window(self):
        screen = self.dealt()
        screen.type(":" + self.first_move(screen)).keys("Enter").see(r". write ")
        for width, key in ((112, "t tutor"), (130, "s save"), (80, "o others")):
            screen.resize(width, 24)
            screen.see(rf"(?s)\A(?=[^\n]{{{width - 2}}})[^\n]{{0,{width}}}\n.*u undo[^\n]* {key}[^\n]* q quit")

    def test_words_of_the_dialogue_are_understood_behind_the_colon(self):
        screen = self.dealt()
        screen.type(":" + self.first_move(screen)).keys("Enter").see(r". write ")
        screen.type(":undo").keys("Enter").see("Taken back.")
        screen.type(":view 9").keys("Enter").see("There are 2 seats at this table.")
        screen.type(":help").keys("Enter").see("take your last step back")
        screen.keys("q").see("round 1 of 12")
        screen.type(":nonsense").keys("Enter").see("nonsense")
        screen.type(":quit").keys("Enter").see("The game is not over")
        screen.keys("Escape").see("round 1 of 12")

    def test_every_word_of_the_dialogue_does_on_the_screen_what_the_help_says(self):
        screen = self.dealt()
        for word, seen in (("view", r"(?s)Seat 1, You.*Row 1: "), ("view 2", "Seat 2, "), ("sheet 2", "turn the page"),
                           ("scores", r"(?s)How everybody stands.*Seat 1, You: 0 points"), ("rules", "How a round goes|Aim of the game|Royal Flip"),
                           ("help", "Help: Royal Flip")):
            screen.type(":" + word).keys("Enter").see(seen, "back to the table")
            screen.keys("q").see("What you may do", missing="back to the table")
        screen.type(":goals").keys("Enter").see("'rules' says how this game is won")
        screen.type(":short").keys("Enter").see("On the screen the list always stays")
        screen.type(":find nowhere").keys("Enter").see("No move has the words 'nowhere'")
        path = os.path.join(self.data, "kept.json")
        screen.type(":save " + path).keys("Enter").see("Saved to ")
        self.assertTrue(os.path.exists(path))
        screen.type(":forget").keys("Enter").see("Leave and forget this game")
        screen.keys("Escape").see("What you may do", missing="Leave and forget")
        screen.type(":forget").keys("Enter").see("Leave and forget this game")
        screen.keys("y").see("exit 0")
        self.assertFalse(os.path.exists(self.kept()))

    def test_what_a_flick_could_be_aimed_at_is_told_in_words_on_the_screen(self):
        screen = self.screen("play flickemup --seats you,random --seed abc --scenario=1")
        screen.see("Enter: deal")
        screen.keys("Enter").see("What you may do")
        screen.type(":goals").keys("Enter").see("What there is to reach", "Lawmen: ")
        screen.keys("q").see("What you may do", missing="What there is to reach")
        screen.type(":aim nothing").keys("Enter").see("'nothing' is not possible now")

    def test_tab_completes_words_and_moves_behind_the_colon(self):
        screen = self.dealt()
        screen.type(":sc").keys("Tab").see(r"(?m)^ :scores\s*$")
        screen.keys("Enter").see("How everybody stands")
        screen.keys("q").see("What you may do", missing="How everybody stands")
        screen.type(":h").keys("Tab").see(r"(?m)^ :h\s*$", "hint, help")
        screen.type("e").see("Tab: complete it", missing="hint, help")
        screen.keys("Tab").see(r"(?m)^ :help\s*$")
        screen.keys("Escape").see("What you may do", missing=":help")
        move = self.first_move(screen)
        screen.type(":" + move[:-1]).keys("Tab").see(re.escape(":" + move[:-1]))
        screen.keys("Escape").see("What you may do")
        screen.type(":xyz").keys("Tab").see("No word and no move begins like this")

    def test_an_unknown_word_names_the_nearest(self):
        screen = self.dealt()
        screen.type(":scroes").keys("Enter").see("did you mean 'scores'")
        screen.type(":veiw 2").keys("Enter").see("did you mean 'view 2'")
        screen.type(":say hello").keys("Enter").see("'say' is for a table on a server")

    def test_a_long_line_of_help_goes_on_below_its_second_column(self):
        help = self.dealt().keys("?").see("Help: Royal Flip", "type a move in notation")
        self.assertRegex(help, r"(?m)^    :             type a move in notation.*\n {18}completes it$")

    def test_help_has_keys_and_rules(self):
        screen = self.dealt()
        screen.keys("?").see("take your last step back")
        screen.keys("PageDown").see(r":say TEXT +at a server")
        screen.keys("End").see("100 %", missing="take your last step back")
        screen.keys("q").see("round 1 of 12")

    def test_help_shows_maps_unbroken_and_tables_as_tables(self):
        screen = self.screen("play fliptown --seats you --seed abc", height=250)  # high enough for all of it
        screen.see("Enter: deal")
        screen.keys("Enter").see("What you may do")
        screen.keys("?").see(
            r"(?m)^  2\. Arrange: choose the suit card",
            r"(?m)^  \[The map: the Trail on top,",
            r"(?m)^♠ Badlands               ♦ Mine       A-7      8-K                    ▢\+♠ ▢★2 ▢$",
            r"(?m)^stag 8\$2 9\$4 10\$7 ★6!3\+♣     a★1●6!1  b★2●4!1  c★3●2!1  d★4!1$",
            r"(?m)^trai J\$3 Q\$6 K\$10 ★8!4\+♥ a☆†!1    b☆♣!2    c☆♦!3    d☆♥!2    e☆♠!1        1 2 1$",
            r"(?m)^ +building +roof +inside$", r"(?m)^  4   Stables            Cemetery bonus  work horse")

    def test_discards_are_looked_through(self):
        screen = self.screen("play fliptown --seats you --option cowbot=kid --seed abc")
        screen.see("Enter: deal")
        screen.keys("Enter").see("What you may do")
        first = screen.keys("d").see("The cards of this round", r"· gone: 0   \(7\) in the lineup: 3   7 left: 49",
                                     "Left in the deck: 48. Face down elsewhere: 1.")
        self.assertEqual(len(re.findall(r"\(\w+\)", first)), 3 + 1, first)  # three cards, and the sample
        screen.keys("Enter").see("What you may do", missing="The cards of this round")
        screen.type("?").see("Help: Fliptown")
        screen.keys("PageDown").see(r"d :discards +the discards")

    def test_quit_keeps_the_game_and_play_resumes_it(self):
        screen = self.dealt(**LEAK_CHECK)
        screen.type(":" + self.first_move(screen)).keys("Enter").see(r". write")
        screen.keys("q").see("The game is not over")
        screen.keys("y").see("exit 0")
        self.assertTrue(os.path.exists(self.kept()))
        screen.close()
        again = self.screen("play royalflip")
        again.see("r: go on with it")
        again.keys("r").see(r"round 1 of 12 . write")
        again.keys("u").see(r"round 1 of 12 . choose")

    def test_quit_can_forget_the_game(self):
        screen = self.dealt()
        screen.keys("q").see("The game is not over")
        screen.keys("n").see("exit 0")
        self.assertFalse(os.path.exists(self.kept()))

    def test_escape_goes_on_playing(self):
        screen = self.dealt()
        screen.keys("q").see("The game is not over")
        screen.keys("Escape").see("round 1 of 12", missing="not over")

    def test_save_to_a_file(self):
        screen = self.dealt()
        path = os.path.join(self.data, "mine.json")
        screen.keys("s").see("which file")
        screen.keys("C-u").type(path).keys("Enter").see("Saved to")
        with open(path, encoding="utf-8") as file:
            self.assertEqual(json.load(file)["game"], "royalflip")
        with open(path, "w", encoding="utf-8") as file:
            file.write("mine")
        screen.keys("s").see("which file")
        screen.keys("C-u").type(path).keys("Enter").see("exists already", "n: leave it")
        screen.keys("Escape").see("q quit", missing="exists already")
        with open(path, encoding="utf-8") as file:
            self.assertEqual(file.read(), "mine", "Escape replaces nothing")

    def test_a_kept_game_that_cannot_be_read_is_left_alone(self):
        os.makedirs(os.path.dirname(self.kept()))
        with open(self.kept(), "w", encoding="utf-8") as file:
            file.write("not a record")
        screen = self.screen("play royalflip")
        screen.see("unfinished", "r: go on with it")
        screen.keys("r").see("cannot be read", "n: a new game")
        screen.keys("Escape").see("exit 0")
        with open(self.kept(), encoding="utf-8") as file:
            self.assertEqual(file.read(), "not a record")

    def test_no_colour(self):
        for number, settings in enumerate(({"TERM": "vt100"}, {"NO_COLOR": "1"})):
            with self.subTest(settings=settings):
                screen = self.dealt(**settings)
                attributes = screen.see(r"\x1b\[[0-9;]*4m", attributes=True)  # lit places are underlined
                self.assertNotRegex(attributes, r"\x1b\[[0-9;]*(3[0-7]|4[0-7]|38|48)[;m]")
                screen.keys("q").see("not over")
                screen.keys("n").see("exit 0")
                screen.close()
        self.dealt().see(r"\x1b\[[0-9;]*38;5;", attributes=True)

    def test_utf8_off(self):
        screen = self.dealt(LC_ALL="C")
        text = screen.see(r"S\+3", r"\|[CDHS] (clubs|diamonds|hearts|spades)")
        self.assertTrue(text.isascii(), text)

    def test_pass_the_keyboard(self):
        """Two people at one keyboard: what one did in the round is hidden from the other."""
        screen = self.dealt("play royalflip --seats you,you --seed abc")
        screen.type(":" + self.first_move(screen)).keys("Enter").see(r". write")
        screen.type(":write c3").keys("Enter").see(r". track")
        screen.keys("l", "Enter").see("Pass the keyboard", missing="c3")
        screen.keys("Enter").see(r"▸Player 2", missing="c3")
        screen.keys("1").see("(?s)sheet of Player 1.* 5 ", r"(?m)^ 3  .    .    . ")

    def test_hands_are_drawn_thrown_by_place_and_shown_together(self):
        """A game that is tied, before its first throw; two people share the keyboard."""
        golden = os.path.join(ROOT, "games", "royalflip", "tests", "golden", "v2-tie-two.json")
        with open(golden, encoding="utf-8") as file:
            record = json.load(file)
        del record["result"]
        record["steps"] = [step for step in record["steps"] if "throw" not in step.get("move", "")]
        tied = os.path.join(self.data, "tied.json")
        with open(tied, "w", encoding="utf-8") as file:
            json.dump(record, file)
        screen = self.screen(f"play --load {tied} --seats you,you")
        screen.see("A tie! Rock, paper, scissors. Throw 1: Player 1, Player 2")
        screen.keys("Right").see("Enter: show paper")
        screen.keys("Enter").see("Pass the keyboard")
        screen.keys("Enter").see("▸Player 2", missing="▸ paper|Player 1:? shows")
        screen.type(":throw paper").keys("Enter").see("Throw 2: Player 1, Player 2")
        screen.see("1. Player 1 paper, Player 2 paper: all stay in")

    def test_whole_game_result_verify_replay(self):
        screen = self.dealt("play royalflip --seats you --seed abc", **LEAK_CHECK)
        decision = "round 1 of 12 . choose"
        while decision:  # no two of this game have the same words in the first line
            screen.keys("l", "Enter")
            text = screen.see(r"round \d+ of 12 . \w+|roads +areas", missing=decision)
            decision = re.search(r"round \d+ of 12 . (?!over)\w+|$", text).group()
        screen.see(r"roads +areas +diamonds +points +total", "The game is over", "Seed, after the last:")
        screen.keys("q").see("exit 0")
        self.assertFalse(os.path.exists(self.kept()))
        record = os.path.join(self.data, "flipside", self.records()[0])
        self.assertEqual(self.run_program("verify", record).returncode, 0)
        screen.close()

        replay = self.screen(f"replay {record}")
        replay.see("Before the first step", r"q quit +\+ - speed 4/7")
        replay.keys("n").see("Step 1 of")
        replay.keys("Right", "Right").see("Step 3 of")
        last = int(re.search(r"Step 2 of (\d+)", replay.keys("p").see(r"Step 2 of \d")).group(1))
        replay.keys("End").see(f"Step {last} of")
        replay.keys("Home").see("Step 0 of")
        replay.keys("g").see("Go to which step")
        replay.type("7").keys("Enter").see("Step 7 of")
        replay.keys("+", "+", "+", "Space").see(f"Step {last} of")
        replay.keys("q").see("exit 0")

    def record_of(self, game, names, **options):
        """A whole game of bots in a file."""
        lines = [{"cmd": "new", "game": game, "seats": len(names), "names": names, "seed": "abc", "options": options},
                 {"cmd": "play", "level": 1, "seed": 1}, {"cmd": "save"}]
        done = self.run_program("engine", text="".join(json.dumps(line) + "\n" for line in lines))
        path = os.path.join(self.data, "record.json")
        with open(path, "w", encoding="utf-8") as file:
            json.dump(json.loads(done.stdout.splitlines()[-1])["record"], file)
        return path

    def test_a_replay_names_all_players_where_there_is_room(self):
        names = ["Ada", "Bob", "Cleo", "Dan", "Eve", "Fay"]
        record = self.record_of("royalflip", names)
        wide = self.screen(f"replay {record}", width=100, height=30)
        wide.see(r"sheet of Ada +" + "  ".join(f".?{name} 0" for name in names), "Step 0 of")
        small = self.screen(f"replay {record}")
        small.see(r"sheet of Ada +.?Ada 0  .?2:0  .?3:0  .?4:0  .?5:0  .?6:0", "Step 0 of")

    def test_a_replay_tells_a_long_step_to_its_end(self):
        """At the end of a round all poker hands are told in one step."""
        record = self.record_of("fliptown", ["Ada", "Bob", "Cleo", "Dan"])
        said = self.run_program("replay", "--plain", record, text="all\n").stdout
        step, text = re.search(r"Step (\d+) of [^.]*\. (.*Poker hands: .*)\.\n", said).groups()
        self.assertGreater(len(text), 100)
        screen = self.screen(f"replay {record}", width=120, height=30)
        screen.see("Step 0 of", r"deck 52\b")
        screen.keys("g").see("Go to which step")
        screen.type(step).keys("Enter").see(f"Step {step} of", r"Poker hands:", re.escape(text.split()[-1]))

    def test_menu_of_games(self):
        screen = self.screen("play --seed abc")
        screen.see("Royal Flip")
        screen.keys("1").see("Enter: deal")

    def test_puzzles_are_chosen_solved_and_explained_in_a_small_window(self):
        for number, game in enumerate(GAMES, 1):
            with self.subTest(game=game):
                screen = self.screen("play")
                screen.see("Puzzles")
                screen.keys(str(len(GAMES) + 2)).see("Puzzles of which game")
                screen.keys(str(number)).see("The next puzzle", "Today's puzzle")
                screen.keys("1")
                task = screen.see(r"─ Puzzle: ", r"What you may do: \d+", r"q quit")
                self.assertNotIn("hint", task)
                self.assertTrue(all(len(line) <= 80 for line in task.split("\n")))
                if game == "flickemup":
                    screen.type(":end").keys("Enter")
                else:
                    screen.keys("l", "Enter")
                told = screen.see(r"┌─ (Solved!|Not the best) ─", r"Best: ", r"(?s)Enter: the next puzzle.*p: play on from here.*q: quit")
                self.assertRegex(told, r"worse\.|fewer games")
                screen.keys("t").see("─ The choices: ", "★", missing="┌─ (Solved|Not)")
                screen.keys("Enter").see("Enter: the next puzzle")
                screen.keys("Enter").see("─ Puzzle: ", missing="┌─ (Solved|Not)")
                screen.keys("q").see("exit 0")

    def test_seat_of_a_program(self):
        """A program that answers nonsense does not tear the screen; what it did wrong is told afterwards. One that still thinks is not
        waited for."""
        screen = self.dealt("play royalflip --seats 'you,exec:cat,exec@600000ms:sleep 600' --seed abc")
        screen.type(":" + self.first_move(screen)).keys("Enter").see(r". write")
        screen.keys("q").see("not over")
        screen.keys("y").see("exit 0", "cat")

    def test_a_program_that_cannot_be_started_gets_no_seat(self):
        done = self.run_program("play", "royalflip", "--plain", "--seats", "you,exec:/no/such", text="")
        self.assertEqual(done.returncode, 1)
        self.assertIn("'exec:/no/such' cannot play: the shell could not run it (status 127).", done.stderr)
        screen = self.screen("play royalflip --seats you,exec:/no/such --seed abc")
        screen.see("Enter: deal")
        screen.keys("Enter").see("exit 1", "cannot play")

    def test_a_step_is_taken_back_while_a_program_thinks(self):
        """What it answers then is not its move: it is asked again when it is its turn."""
        ready, answered = (os.path.join(self.data, name) for name in ("ready", "answered"))
        program = os.path.join(self.data, "program")
        with open(program, "w", encoding="utf-8") as file:
            file.write(f"while read -r question; do until [ -e {ready} ]; do sleep 0.02; done; echo '{{\"n\":0}}'; touch {answered}; done")
        screen = self.screen(f"play flipcity --seats 'you,exec@600000ms:sh {program}' --seed abc")
        screen.see("Enter: deal")
        screen.keys("Enter").see(r"(?s)Enter: play Convenience Store.*q quit")
        screen.keys("Enter").see("stop after 1 card", "q quit")
        screen.type(":stop").keys("Enter").see("Enter: finish building", "q quit")
        screen.keys("Enter").see("Waiting for Program 2", "u undo.*q quit")
        screen.keys("u").see("Taken back", "finish building", "q quit", missing="Waiting for")
        open(ready, "w", encoding="utf-8").close()
        end = time.monotonic() + PATIENCE
        while not os.path.exists(answered) and time.monotonic() < end:
            time.sleep(0.02)
        screen.type(":done").keys("Enter").see("Program 2 plays", "q quit")


class DialogueTest(Case):
    def test_what_only_the_winner_has_is_told_whoever_wins(self):
        record = shutil.copy(os.path.join(ROOT, "games", "flipcity", "tests", "golden", "three.json"), self.data)
        text = self.plain("--plain", "--load", record)
        self.assertRegex(text, r"points  played  won by\nAda +1 +2 *\nBo +9 +9  points  ★\n")

    def test_everybody_has_a_title_at_the_end_of_fliptown(self):
        record = shutil.copy(os.path.join(ROOT, "games", "fliptown", "tests", "golden", "characters-three.json"), self.data)
        text = self.plain("--plain", "--load", record)
        self.assertRegex(text, r"\n(\S.*: [A-Z][a-z]+\S* [A-Z]\w+\n){3}")

    def test_fliptown_s_score_is_told_by_region_and_adds_up(self):
        record = shutil.copy(os.path.join(ROOT, "games", "fliptown", "tests", "golden", "characters-three.json"), self.data)
        lines = self.plain("--plain", "--load", record).splitlines()
        head = next(i for i, line in enumerate(lines) if re.search(r"  ★ Ada +Bo +Cy$", line))
        end = next(i for i in range(head, len(lines)) if lines[i].startswith("total"))
        rows = {line.split()[0]: [int(value) for value in line.split()[1:]] for line in lines[head + 1:end + 1]}
        self.assertEqual(list(rows), ["trail", "badlands", "mine", "town", "cemetery", "poker", "bounties", "sheriff", "silver", "cash", "gold",
                                      "total"])
        self.assertEqual(rows.pop("total"), [73, 64, 71])
        self.assertEqual([sum(column) for column in zip(*rows.values())], [73, 64, 71])
        self.assertLess(max(map(len, lines[head:end + 4])), 80)

    def test_the_goals_of_a_scenario_are_said_before_the_first_move(self):
        text = self.plain("flickemup", "--plain", "--scenario=5", text="quit\n")
        said = text[:text.index("You may do")]
        self.assertIn("Four barrels of water for the whole town.", said)
        self.assertIn("\nLawmen: eliminate four outlaws.\n", said)
        self.assertIn("\nOutlaws: see three poisoned waters in town when the clock strikes.\nNoon: the lawmen win if", said)

    def test_goals_are_said_again_with_how_far_everybody_is(self):
        text = self.plain("flickemup", "--plain", "--scenario=3", "--seats", "random,you", "--seed", "abc", text="goals\nquit\n")
        said = text[text.index("\n> "):]
        self.assertIn("> Lawmen: eliminate four outlaws; outlaws eliminated: 0 of 4.\n", said)
        self.assertIn("\nOutlaws: bring two sacks of gold out by exit S; sacks of gold out by exit S: 0 of 2.\n", said)
        self.assertIn("\nNoon: the lawmen win; as it stands, the lawmen would win.\n", said)
        self.assertIn("> 'rules' says how this game is won", self.plain("royalflip", "--seats", "you", text="goals\nquit\n"))

    def test_an_option_is_told_with_one_colon(self):
        text = self.plain("flickemup", "--plain", "--hand=novice", text="quit\n")
        self.assertIn("How steady the hands are: Shaky, a newcomer's\n", text)

    def test_first_what_changed_then_what_you_may_do(self):
        text = self.plain("royalflip", "--seed", "abc", "--seats", "you,bot1", text="1\n")
        commitment, cards, question = text.index("commitment"), text.index("Dealer: "), text.index("You may do one of 6")
        self.assertLess(commitment, cards)
        self.assertLess(cards, question)
        self.assertRegex(text, r"(?m)^1\. choose \w+ \w+ \w+ \d+: ")
        self.assertRegex(text, r"(?m)^1\. write b1: write a \w+ \d+ in b1")

    def test_cards_of_one_flip_are_told_in_one_line(self):
        text = self.plain("royalflip", "--seed", "abc", "--seats", "you", text="quit\n")
        self.assertEqual(re.findall(r"(?m)^Dealer: .*", text), ["Dealer: 10♣, 7♥, 5♠."])
        text = self.plain("fliptown", "--seed", "abc", "--seats", "you", text="quit\n")
        self.assertIn("\nDealer: 10♣, 7♥, 5♠ are flipped.\n", text)

    def test_seats_are_told_with_their_teams(self):
        text = self.plain("flickemup", "--seed", "abc", "--seats", "random,you", "--teams=outlaws,lawmen", text="quit\n")
        self.assertRegex(text, r"\nSeat 1: [\w' -]+ \(random\), outlaws\nSeat 2: You, lawmen\n")

    def test_the_tutor_speaks_behind_the_move_and_does_not_repeat_a_warning(self):
        text = self.plain("fliptown", "--seed", "abc", "--seats", "you,random", text="t\n1\nundo\nt\n4\n4\nquit\n")
        self.assertRegex(text, r"> You take 7♥ [^\n]*\nTutor: ")
        self.assertNotRegex(text, r"Careful [^\n]*\n> You take [^\n]*\nTutor: ")

    def test_the_tutor_warns_before_a_blunder_in_every_game(self):
        """However long it has to think; chosen again, the move is made, and nothing more is said about it."""
        for arguments, begin, blunder, made, _ in self.blunders():
            with self.subTest(arguments=arguments):
                text = self.plain(*arguments.split(), text="\n".join([*begin, "t", "t", blunder, blunder, "forget", ""]))
                self.assertRegex(text, rf"> Careful \(choose it again [^\n]*\)\. That hurts[^\n]* Better: [^\n]*\n> ([^\n]+\n)*?{made}")
                self.assertNotIn("Tutor: ", text)

    def test_end_of_input_keeps_the_game(self):
        text = self.plain("royalflip", "--seats", "you", text="1\n")
        self.assertIn("The input has ended. The game is kept in " + self.kept(), text)
        again = self.plain("royalflip", text="resume\nquit\n")
        self.assertIn("round 1 of 12, write", again)

    def test_a_flick_is_aimed_flicked_and_ruled_on(self):
        text = self.plain("flickemup", "--seats", "you,random", "--seed", "abc",
                          text="play L1\nsheet\naim shoot left 20 1500\naim 2\naim end\n1 20 700\nmove 0 99\nface 45\nquit\n")
        self.assertRegex(text, r"(?m)^1\. move: L1 moves with angle 0 to 359\.99, speed 100 to 4000$")
        self.assertEqual(len(re.findall(r"(?s)┌─.*?L5.*?┘", text)), 1)
        self.assertIn("This would be: L1 fires a firm left-hand shot at a cactus.\nL1 faces the right, angle 0. From there", text)
        self.assertEqual(len(re.findall(r"(?m)^O1, \d+ cm, \d+° (left|right) of your facing, angle [\d.]+(, behind .*)?\.$", text)), 2)
        self.assertIn("There is nothing to aim.", text)
        self.assertIn("You: L1 moves 8 cm.\nYou: the move succeeds.", text)
        self.assertIn("The speed must be from 100 to 4000, and 99 is not.", text)
        self.assertIn("You: L1 turns to face the upper right.", text)
        self.assertTrue(text.startswith("Flick 'em Up! Lawmen"), text[:40])

    def test_a_scenario_by_number_and_by_file(self):
        text = self.plain("flickemup", "--scenario=7", "--seats", "you,random", text="sheet\nforget\n")
        self.assertIn("closed until 9", text)
        path = os.path.join(ROOT, "games", "flickemup", "data", "10-high-noon-at-the-gallows.json")
        text = self.plain("flickemup", "--scenario=" + path, "--seats", "random,you", text="sheet\nforget\n")
        self.assertIn("rope", text)

    def test_new_forgets_the_old_game(self):
        self.plain("royalflip", "--seats", "you", "--seed", "one", text="1\nquit\n")
        text = self.plain("royalflip", "--seats", "you", "--seed", "two", text="new\nquit\n")
        self.assertIn("round 1 of 12, choose", text)

    def test_short_says_how_it_stands_and_lists_the_moves_when_asked(self):
        text = self.plain("royalflip", "--seats", "you", "--seed", "5", text="short\n1\nlist\nshort\nwrite c3\nforget\n")
        brief = text[text.index("Short: "):]
        self.assertIn("You may do one of 27 things:\n27 write. 'list' says which, 'find WORDS' some of them.\n> 1. write b1:", brief)
        self.assertRegex(brief[brief.index("Before each"):], r"You may do one of \d+ things:\n1\. ")

    def test_what_may_not_be_chosen_is_said_after_the_list(self):
        path = self.begun("royalflip", "v3-combination-three", 6)
        said = self.plain("--load", path, "--seats", "you,you,you", "--plain")
        self.assertRegex(said, r"4\. choose .*\nAnn has taken red, 5 and ♥ this round; choose another combination\.")

    def test_an_object_that_stays_in_an_entrance_is_said_after_the_list(self):
        path = self.begun("flickemup", "v2-entrances-in-reach", 1)
        said = self.plain("--load", path, "--seats", "you,you", "--plain")
        self.assertIn("\nbarrel1 stays: his move cannot reach the entrance of the Bank because a house is entered from the front.\n", said)
        self.assertIn("\nbarrel2 stays: the Saloon is closed until 12 o’clock, so no move leads there.\n", said)
        self.assertNotIn("clear barrel", said)

    def test_numbers_notation_undo(self):
        text = self.plain("royalflip", "--seats", "you,bot1", text="1\nwrite c3\nundo\nwrite d3\nquit\n")
        self.assertEqual(len(re.findall(r"You write a \w+ \d+ in c3\.", text)), 1)
        self.assertEqual(len(re.findall(r"You write a \w+ \d+ in d3\.", text)), 1)
        self.assertLess(text.index("in c3."), text.index("Taken back."))

    def test_bots_are_told_when_the_round_ends(self):
        text = self.plain("royalflip", "--seats", "you,bot1", "--seed", "abc", text="1\nwrite c3\n1\nquit\n")
        name = re.search(r"Seat 2: ([\w ]+) \(bot1\)", text).group(1) + " chooses"
        self.assertLess(text.index(", track"), text.index(name))
        self.assertLess(text.index(name), text.index("round 2 of 12"))

    def test_the_keys_of_the_screen_are_words_here_too(self):
        text = self.plain("royalflip", "--seats", "you", text="h\nt\n1\nu\nl\n?\nq\n")
        for said in ("Best first", "Tutor: ", "Taken back.", "You can say:", "The game is kept in"):
            self.assertIn(said, text)

    def test_a_line_that_ends_with_tab_is_told_how_it_can_go_on(self):
        text = self.plain("royalflip", "--seats", "you", text="sc\t\nh\t\nc\t\nxyz\t\nquit\n")
        self.assertIn("> scores\n", text)
        self.assertIn("> choose\n", text)
        self.assertIn("> hint, help\n", text)
        self.assertIn("No word and no move begins with 'xyz'.", text)

    def test_an_unknown_word_names_the_nearest(self):
        text = self.plain("royalflip", "--seats", "you", text="scroes\nveiw 2\nfriends\nquit\n")
        for said in ("did you mean 'scores'?", "did you mean 'view 2'?", "'friends' is for a table on a server."):
            self.assertIn(said, text)

    def test_the_screen_and_the_dialogue_have_the_same_words(self):
        said = self.plain("royalflip", "--seats", "you", text="help\nforget\n")
        words = re.findall(r"(?m)^  ([a-z]+)[, \[]", said.split("You can say:")[1])
        words = [word for word in words if word != "a"]
        self.assertEqual(len(words), 27, words)
        screen = Screen(self.data, "play royalflip --seats you --seed abc", height=250)
        self.addCleanup(screen.close)
        screen.see("Enter: deal")
        screen.keys("Enter").see("What you may do")
        shown = screen.keys("?").see("Help: Royal Flip", *[rf"(?m)^ *(\S )?:{word}\b" for word in words])
        self.assertNotIn("(null)", shown)

    def test_hint_view_scores_find_rules(self):
        text = self.plain("royalflip", "--seats", "you", text="hint\nview\nsheet\nscores\n1\nfind b4\nrules\nquit\n")
        self.assertIn("Best first", text)
        self.assertIn("Seat 1, You:\nCards: ", text)
        self.assertIn("\nRow 2: open a, b, c, d, e, f.\n", text)
        self.assertIn("[$]", text)
        self.assertIn("Seat 1, You: 0 points", text)
        self.assertRegex(text, r"(?m)^\d+\. write b4: ")

    def test_discards_are_told_suit_by_suit(self):
        told = self.plain("fliptown", "--plain", "--seats", "you", text="d\nquit\n")
        self.assertRegex(told, r"Gone, 0\.\nIn the lineup, 3: [♠♥♣♦] .*\.\nLeft, 49: ♠ .*; ♥ .*; ♣ .*; ♦ .*\.\nLeft in the deck: 48\.")
        told = self.plain("royalflip", "--plain", "--seats", "you", text="discards\nquit\n")
        self.assertIn("There is nothing to look through.", told)

    def test_discards_of_a_replay(self):
        record = os.path.join(ROOT, "games/fliptown/tests/golden/cowbot-jane-holdem.json")
        told = self.run_program("replay", record, "--plain", text="120\ndiscards\nquit\n").stdout
        self.assertIn("Gone, 16: ♠ A 4 7 10 J Q; ♥ A Q; ♣ 2 3 5 7 10 Q K; ♦ 8.\nHold 'em, 2: ♣ 8; ♦ K.\nStolen, 2: ♥ 5; ♣ 6.\nLeft, 32: ",
                      told)

    def test_wrong_words_are_answered_with_what_to_do(self):
        text = self.plain("royalflip", "--seats", "you", text="abracadabra\n99\nundo\nview 7\nsave\nquit\n")
        for words in ("say 'help'", "The list goes from 1 to", "no step to take back", "say 'view 1'", "save FILE"):
            self.assertIn(words, text)

    def test_whole_game(self):
        text = self.plain("royalflip", "--seats", "you,bot1,random", "--pvp", text="1\n" * 60, **LEAK_CHECK)
        self.assertIn("The game is over.", text)
        self.assertRegex(text, r"roads +areas +diamonds +points +total")
        self.assertRegex(text, r"(wins|win|share the win) with \d+ points?\.\nAll twelve rounds are played\.")
        record = os.path.join(self.data, "flipside", self.records()[0])
        self.assertEqual(self.run_program("verify", record).returncode, 0)

    def test_verify_flicks_again_and_names_the_step_that_came_out_otherwise(self):
        path = os.path.join(self.data, "flicks.json")
        words = "play L1\nmove 20 900\nface 0\nshoot left 350 2600\nplay O1\nshoot left 180 2600\n"
        self.plain("flickemup", "--seats", "you,you", text=words + f"save {path}\nforget\n")
        done = self.run_program("verify", path)
        self.assertEqual((done.returncode, done.stdout),
                         (0, f"{path}: every dealt event follows from the seed. All 3 flicks came out the same when they were made again.\n"
                             "A person chose the seed of this deal, and could know every card.\n"))
        with open(path, encoding="utf-8") as file:
            record = json.load(file)
        flicks = [(number, step["event"]) for number, step in enumerate(record["steps"], 1) if isinstance(step.get("event"), dict)]
        flicks[0][1]["final"]["disc"][0] += 1
        with open(path, "w", encoding="utf-8") as file:
            json.dump(record, file)
        done = self.run_program("verify", path)
        self.assertEqual(done.returncode, 3)
        self.assertIn("Of 3 flicks made again, ", done.stdout)
        self.assertRegex(done.stdout, rf"came out otherwise: steps? {flicks[0][0]}\b")
        record["steps"][flicks[0][0] - 1]["rigged"] = True
        with open(path, "w", encoding="utf-8") as file:
            json.dump(record, file)
        self.assertEqual(self.run_program("verify", path).returncode, 1)

    def test_the_deal_is_drawn_with_bytes_for_everybody_here_or_says_that_somebody_chose_the_seed(self):
        path = os.path.join(self.data, "drawn.json")
        drawn, chosen = "then 2 of 3 seats added random bytes", "A person chose the seed of this deal, and could know every card."
        for more, words, how in (((), drawn, "together"), (("--seed", "mine"), chosen, "named")):
            done = self.run_program("play", "royalflip", "--seats", "you,bot1,you", *more, text=f"1\n1\nsave {path}\nforget\n")
            self.assertEqual(done.returncode, 0, done.stderr)
            self.assertLess(done.stdout.index(words), done.stdout.index("Dealer: "))
            with open(path, encoding="utf-8") as file:
                record = json.load(file)
            self.assertEqual((record["deal"]["how"], [bool(share) for share in record["deal"].get("bytes", [])]),
                             (how, [True, False, True] if how == "together" else []))
            self.assertIn(words, self.run_program("verify", path).stdout)

    def test_same_words_deal_the_same_game(self):
        games = []
        for _ in range(2):
            games.append(self.plain("royalflip", "--seats", "you,bot2", "--seed", "again", text="1\n" * 12 + "forget\n"))
        self.assertEqual(games[0], games[1])

    def test_bots_alone(self):
        text = self.plain("royalflip", "--seats", "bot1,bot1", "--seed", "alone")
        self.assertIn("The game is over.", text)

    def test_ascii(self):
        for arguments, settings in ((["--ascii"], {}), ([], {"LC_ALL": "C"})):
            text = self.plain("royalflip", "--seats", "you", *arguments, text="sheet\n1\nforget\n", **settings)
            self.assertTrue(text.isascii(), [c for c in text if not c.isascii()])

    def test_save_and_load(self):
        path = os.path.join(self.data, "mine.json")
        self.plain("royalflip", "--seats", "you,bot1", text=f"1\nsave {path}\nforget\n")
        text = self.plain("--load", path, text="quit\n")
        self.assertIn("round 1 of 12, write", text)
        self.assertIn("kept in " + path, text)

    def test_save_does_not_overwrite(self):
        path = os.path.join(self.data, "mine.json")
        self.plain("royalflip", "--seats", "you", "--save", path, text="1\n")
        refused = self.run_program("play", "royalflip", "--save", path)
        self.assertEqual(refused.returncode, 1)
        self.assertIn("--load", refused.stderr)

    def test_broken_kept_game_can_be_replaced(self):
        os.makedirs(os.path.dirname(self.kept()))
        with open(self.kept(), "w", encoding="utf-8") as file:
            file.write("{")
        text = self.plain("royalflip", "--seats", "you", text="resume\nnew\nquit\n")
        self.assertIn("cannot be read", text)
        self.assertIn("round 1 of 12", text)

    def test_usage_errors_say_what_is_there(self):
        for arguments, words in ((["nogame"], "royalflip"), (["royalflip", "--seats", "nobody"], "bot"),
                                 (["royalflip", "--seats", "you,you,you,you,you,you,you"], "1 to 6"),
                                 (["royalflip", "--nonsense"], "nonsense"), (["royalflip", "--pvp=perhaps"], "pvp"),
                                 (["royalflip", "--pvp", "--seats", "you"], "seat"), (["royalflip", "--seats"], "list"),
                                 (["royalflip", "--load", "/nonexistent"], "nonexistent"), (["-x"], "--help")):
            with self.subTest(arguments=arguments):
                done = self.run_program("play", *arguments)
                self.assertNotEqual(done.returncode, 0)
                self.assertIn(words, done.stderr)
                self.assertEqual(len(done.stderr.strip().split("\n")), 1)

    def test_what_is_wrong_and_what_to_do(self):
        """Every command names what it did not understand, and where to go on."""
        for line, words in (("play flickemup --scenario 3", "what is '3'? The value of an option of the game stands behind '='"),
                            ("play fliptown --cowbot=bat", "Option cowbot is bart, earp, jane or kid, not 'bat'."),
                            ("play royalflip --edition README.md", "README.md is not JSON: line 1"),
                            ("replay", "flipside replay: Name one record"), ("verify", "Name one record or several"),
                            ("puzzles", "Say what to do: mine, list, play, check, show or grade"),
                            ("puzzles solve royalflip", "Say what to do"), ("puzzles list", "Name a game"),
                            ("puzzles show royalflip", "Name a puzzle by its id"), ("puzzles list royalflip x", "a word too many"),
                            ("puzzles show royalflip x", "There is no puzzle 'x'"), ("admin", "Say what to do"),
                            ("admin dance", "There is no command 'dance'"), ("admin ban", "The arguments of 'ban' do not fit"),
                            ("store", "Say what to do"), ("store dance", "There is no command 'dance'"),
                            ("store backup", "The arguments of 'backup' do not fit"), ("dance", "There is no command 'dance'")):
            with self.subTest(line=line):
                done = subprocess.run([PROGRAM, *line.split()], capture_output=True, text=True, cwd=ROOT, input="",
                                      env={**os.environ, "LC_ALL": "C.UTF-8", "XDG_DATA_HOME": self.data, **NO_LEAK_CHECK})
                self.assertNotEqual(done.returncode, 0)
                self.assertIn(words, done.stderr)
        unread = self.run_program("verify", "/nonexistent")
        self.assertEqual(unread.stdout, "/nonexistent: No such file or directory.\n")

    def test_options_are_listed_with_what_they_may_be(self):
        self.assertIn("--cowbot (none): bart, earp, jane, kid\n", self.run_program("play", "--help").stdout)

    @unittest.skipUnless(os.environ.get("FLIPSIDE_FULL"), "./check --full runs it")
    def test_an_analysis_says_first_what_decided_and_no_sum_without_its_interval(self):
        record = os.path.join(ROOT, "games", "royalflip", "tests", "golden", "v2-suit-solo.json")
        told = self.run_program("analyze", record, "--precision", "quick").stdout.split("\n")
        self.assertRegex(told[2], r'^Ann scored 12; with an average deal a plain player scores about 4\d; ".*" instead of ".*" at step \d+ cost most, about \d\.\d points\.')
        self.assertRegex(told[2], r"The cards (were about even: at most \d\.\d points either way|(helped:|were unkind: they cost) (about|between) \d+\.\d.* points)\.$")
        luck = re.match(r"Ann .*? (about even|[+-]\d+\.\d ± \d+\.\d) +(about even|-\d+\.\d ± \d+\.\d)", told[5])[1]
        self.assertEqual("about even" in told[2], luck == "about even")
        self.assertNotRegex("\n".join(told), r"[+-]\d+\.\d (?!±|exact)|± 0\.0")

    def test_puzzles_are_read_solved_by_number_and_said_to_you(self):
        done = self.run_program("puzzles", "play", "flipcity", text="x\nhint\n1\nagain\n2\nq\n")
        self.assertEqual(done.returncode, 0, done.stderr)
        self.assertRegex(done.stdout, r"(?m)^1\. .*: (play|stop|buy|flip|develop|recycle|shuffle|finish)\b")
        self.assertIn("Deck, ", done.stdout)
        self.assertIn("'x' is not possible now", done.stdout)
        self.assertIn("A puzzle has no hints.", done.stdout)
        self.assertEqual(sorted(re.findall(r"(Solved|Not the best)\. Best: ", done.stdout)), ["Not the best", "Solved"])
        self.assertIn("1 of 2 solved.", done.stdout)

    def test_the_next_puzzle_is_one_that_was_not_tried(self):
        names = re.compile(r", puzzle (\w+)\.")
        first = names.findall(self.run_program("puzzles", "play", "royalflip", text="1\nnext\n1\nquit\n").stdout)
        then = names.findall(self.run_program("puzzles", "play", "royalflip", text="quit\n").stdout)
        self.assertEqual(len({*first, *then}), 3)
        again = names.findall(self.run_program("puzzles", "play", "royalflip", first[0], text="quit\n").stdout)
        self.assertEqual(again, first[:1])
        today = [names.findall(self.run_program("puzzles", "play", "royalflip", "today", text="1\nquit\n").stdout) for _ in range(2)]
        self.assertEqual(today[0], today[1])
        lost = self.run_program("puzzles", "play", "royalflip", "nonsense")
        self.assertIn("There is no puzzle 'nonsense'", lost.stderr)

    def test_a_puzzle_that_is_no_longer_chosen_is_found_by_its_name_as_in_the_page(self):
        with open(os.path.join(ROOT, "games", "royalflip", "data", "puzzles.retired.txt"), encoding="utf-8") as file:
            name = file.read().split("\n")[1].split("\t")[0]
        self.assertIn(f", puzzle {name}, ", self.run_program("puzzles", "show", "royalflip", name).stdout)
        self.assertIn(f", puzzle {name}.", self.run_program("puzzles", "play", "royalflip", name, text="quit\n").stdout)
        self.assertNotIn(name, self.run_program("puzzles", "list", "royalflip").stdout)

    def test_a_puzzle_is_played_on_against_bots(self):
        done = self.run_program("puzzles", "play", "royalflip", text="1\nplay\n1\nquit\n")
        self.assertRegex(done.stdout, r"(?s)Say 'next', 'again', 'play'.*You: round \d+ of 12, .*The game is kept in \S+/puzzle-\w+\.json")

    def test_what_cannot_be_done_and_what_has_no_value_is_said_plainly(self):
        text = self.plain("flipcity", "--seats", "you,bot1", text="hint\n1\nundo\nfind nonsense\nquit\n")
        self.assertIn("There is no step to take back since the last card was revealed.", text)
        self.assertNotIn("You has", text)
        self.assertNotRegex(text, r", –\n")  # the only thing to do has no value
        self.assertIn("'list' shows what there is", text)
        text = self.plain("flickemup", "--seats", "you,you", text="scores\nquit\n")
        self.assertRegex(text, r"eliminated +hit points")

    def test_moves_of_flip_city_and_fliptown_are_said_as_one_says_them(self):
        text = self.plain("flipcity", "--seats", "you", text="1\n2\nlist\nquit\n")
        self.assertNotIn("are done building", text)
        self.assertNotIn("Seat 1: You (you)", text)

    def test_menu_and_help(self):
        self.assertIn("--seats", self.run_program("play", "--help").stdout)
        self.assertIn("--step", self.run_program("replay", "--help").stdout)
        text = self.plain("--seats", "you", text="royalflip\nquit\n")
        self.assertIn("Which game?", text)

    def test_replay_line_by_line(self):
        self.plain("royalflip", "--seats", "you,bot1", "--seed", "r", text="1\n" * 60)
        record = os.path.join(self.data, "flipside", self.records()[0])
        done = self.run_program("replay", record, text="n\nn\np\n5\nend\nview 2\nhome\nall\nnonsense\nquit\n")
        self.assertEqual(done.returncode, 0, done.stderr)
        steps = [int(step) for step in re.findall(r"Step (\d+) of", done.stdout)]
        last = steps[5]
        self.assertEqual(steps, [0, 1, 2, 1, 5, last, 0] + list(range(1, last + 1)))
        self.assertIn("is not known here", done.stdout)
        broken = self.run_program("replay", "/nonexistent")
        self.assertEqual(broken.returncode, 1)
        self.assertIn("/nonexistent", broken.stderr)


class AsciiTest(unittest.TestCase):
    def test_every_sign_of_every_game_has_an_ascii_form(self):
        with open(os.path.join(ROOT, "src", "faces", "terminal", "window", "words.c"), encoding="utf-8") as file:
            known = set(re.findall(r"\{U'(.)', ", file.read()))
        unknown = {}
        for folder in ("games", "src/faces/terminal", "src/table"):
            for where, folders, names in os.walk(os.path.join(ROOT, folder)):
                folders[:] = [name for name in folders if name not in ("web", "tests", "bot", "pictures")]
                for name in names:
                    if not name.endswith((".c", ".h", ".json")) and name != "RULES.md":
                        continue
                    with open(os.path.join(where, name), encoding="utf-8") as file:
                        text = re.sub(r"/\*.*?\*/|//[^\n]*", "", file.read(), flags=re.S)
                    for sign in set(text):
                        frame = 0x2500 <= ord(sign) < 0x256D
                        if not sign.isascii() and not frame and sign not in known:
                            unknown.setdefault(sign, name)
        self.assertEqual(unknown, {})


class Verdicts(unittest.TextTestResult):
    """Prints each case as the other tests do, so that they are counted alike."""

    def tell(self, verdict, test):
        print(f"[ {verdict:>8} ] {test.id().split('.')[-1]}", flush=True)

    def addSuccess(self, test):
        super().addSuccess(test)
        self.tell("OK", test)

    def addFailure(self, test, error):
        super().addFailure(test, error)
        self.tell("FAILED", test)

    def addError(self, test, error):
        super().addError(test, error)
        self.tell("ERROR", test)

    def addSkip(self, test, reason):
        super().addSkip(test, reason)
        self.tell("SKIPPED", test)


if __name__ == "__main__":
    if not os.path.exists(PROGRAM):
        print(f"{PROGRAM} is not built", file=sys.stderr)
        sys.exit(SKIPPED)
    unittest.main(testRunner=unittest.TextTestRunner(resultclass=Verdicts, verbosity=0))
