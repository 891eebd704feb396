#!/usr/bin/env python3
"""Composes lists as people post them, with what it means before every line.

    python3 tests/swccg/compose.py Dark.json Light.json > tests/swccg/composed.tsv

The cards come from the community's card files, never from this program: a line is written from a title in one of
the forms that posts have, and its key is the id of the card that it was written from. Only titles are used that one
card of the side bears; a letter is only dropped where no other title comes near.
"""
import json
import random
import re
import sys

SEED = 20261121
LISTS = 30
HEADINGS = {
    "Character": ["Characters (%d)", "Mains", "Guys", "CHARACTERS - %d", "Charaters (%d)", "%d Characters"],
    "Location": ["Locations (%d)", "Sites", "Systems (%d)", "LOCATIONS: %d", "8 Locations"],
    "Starship": ["Ships (%d)", "Starships", "Starfighters", "Capital Ships (%d)"],
    "Vehicle": ["Walkers (%d)", "Vehicles (%d)"],
    "Interrupt": ["Interupts", "Interrupts (%d)", "Lost Interrupts", "INTERRUPTS - %d"],
    "Effect": ["Effects (%d)", "Effects"],
    "Weapon": ["Weapons (%d)", "Weapons/Devices"],
    "Defensive Shield": ["Def. Shields (%d)", "Defensive Shields (%d)", "Shields"],
}
PROSE = [
    "This deck is built to drain fast, and it works against most things that you will see.",
    "I have been playing this since last summer and it has lost only two games.",
    "First you set up the drains, then you just wait for them to come.",
    "If they play a lot of space, you should keep your ships back until turn four.",
    "Please tell me what you think of it, I would like to hear your comments.",
]


def key(text):
    return re.sub(r"[^a-z0-9]", "", text.lower())


def near(a, b):
    """Whether two keys are at most three edits apart."""
    if abs(len(a) - len(b)) > 3:
        return False
    row = list(range(len(b) + 1))
    for i, x in enumerate(a, 1):
        last, row[0] = row[0], i
        for j, y in enumerate(b, 1):
            last, row[j] = row[j], min(row[j] + 1, row[j - 1] + 1, last + (x != y))
    return row[-1] <= 3


def titles(paths):
    sides = {"Dark": {}, "Light": {}}
    for path in paths:
        for card in json.load(open(path))["cards"]:
            front = card["front"]
            title = re.sub(r"•|<>", "", front["title"])
            if "(AI)" in title or " / " in title or front["type"] == "Game Aid":
                continue
            sides[card["side"]].setdefault(key(title), []).append((title, card["gempId"], front["type"], card["set"]))
    return sides


def written(rng, title, plain_keys):
    """A title as somebody types it."""
    forms = [lambda t: t] * 4 + [str.lower, lambda t: re.sub(r"[,'!?.:]", "", t), lambda t: "&#8226;" + t]
    if "Lieutenant " in title:
        forms += [lambda t: t.replace("Lieutenant ", "Lt. ")] * 6
    if " With " in title:
        forms += [lambda t: t.replace(" With ", " w/ ")] * 6
    if " (V)" in title:
        forms += [lambda t: t.replace("(V)", "(virtual)"), lambda t: t.replace("(V)", "V")]
    letters = key(title)
    alone = "(" not in title and "&" not in title and not re.search(r"\d", title)
    if alone and len(letters) >= 12 and sum(near(letters, other) for other in plain_keys) == 1:
        def drop(t):
            at = rng.randrange(3, len(t) - 2)
            while not t[at].isalpha() or not t[at - 1].isalpha():
                at = rng.randrange(3, len(t) - 2)
            return t[:at] + t[at + 1:]
        forms += [drop] * 3
    return rng.choice(forms)(title)


def line(rng, text, count, ident):
    one = [text, "1 " + text, "1x " + text, "(1) " + text, "%s (%s)" % (text, ident)]
    many = ["%d %s", "%dx %s", "(%d) %s", "%d - %s"]
    behind = ["%s x%d", "%s *%d", "%s ..... %d", "%s:%d", "%s (x%d)", "%s (%d)", "%s x%d (%d total)"]
    if count == 1:
        return rng.choice(one[:4] if text.endswith(")") or "Lightsaber" in text else one)
    if rng.random() < 0.5:
        return rng.choice(many) % (count, text)
    form = rng.choice(behind)
    return form % ((text, count, count) if "total" in form else (text, count))


def main():
    rng = random.Random(SEED)
    sides = titles(sys.argv[1:])
    for number in range(1, LISTS + 1):
        side = rng.choice(["Dark", "Light"])
        alone = [cards[0] for cards in sides[side].values() if len({c[1] for c in cards}) == 1]
        # What a plain reader would look up: a shorter or longer title must not hide in it.
        keys = [k for k in sides[side]] + [k for k in sides["Dark" if side == "Light" else "Light"]]
        own = [k for k in sides[side]]
        lines, meant = ["# game: swccg", "# format: open", "# side: " + side.lower(), ""], []
        if rng.random() < 0.5:
            lines += ["My %s deck %d" % (side, number), ""]
            meant.append((len(lines) - 1, "-"))
        for kind in rng.sample(list(HEADINGS), 6):
            pool = [c for c in alone if c[2] == kind and "&" not in c[0]]
            cards = rng.sample(pool, min(len(pool), rng.randrange(3, 8)))
            counts = [rng.choice([1, 1, 1, 2, 3]) for _ in cards]
            heading = rng.choice(HEADINGS[kind])
            heading = heading % sum(counts) if "%d" in heading else heading
            lines.append(heading)
            meant.append((len(lines), "-"))
            zone = "outside" if kind == "Defensive Shield" else "deck"
            for (title, ident, _, _), count in zip(cards, counts):
                lines.append(line(rng, written(rng, title, own), count, ident))
                meant.append((len(lines), "%s %d %s" % (zone, count, ident)))
            lines.append("")
        for sentence in rng.sample(PROSE, rng.randrange(0, 4)):
            lines.append(sentence)
            meant.append((len(lines), "-"))
        means = dict(meant)
        print("== %02d" % number)
        for at, text in enumerate(lines, 1):
            print("%s\t%s" % (means.get(at, ""), text) if text else "")


main()
