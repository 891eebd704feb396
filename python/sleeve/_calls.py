"""The questions of the program as methods. `make_calls.py` writes this file."""

from __future__ import annotations

from ._answer import Answer, ask, ask_text
from ._sleeve import Library as _Library

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence
    from datetime import date
    from os import PathLike
    from typing import Literal, TypeAlias

    from ._sleeve import Deck

    Names: TypeAlias = str | Sequence[str]


class Calls(_Library):
    """The questions of the program."""

    def check(
        self,
        *decks: Deck,
        name: Names | None = None,
        only_decks: bool = False,
        format: str | None = None,
        game: str | None = None,
        role: str | None = None,
        set: Mapping[str, str | float] | Names | None = None,
        attested: bool = False,
        reader: str | None = None,
        event: PathLike[str] | bytes | str | None = None,
        lock: bool = False,
        change: Names | None = None,
        drop: Names | None = None,
        round: int | None = None,
        on: date | str | None = None,
        until: bool = False,
        sealed: str | float | None = None,
        nonce: str | float | None = None,
        shrink: str | None = None,
        deny: Literal["warnings", "provisional", "undetermined"] | Sequence[Literal["warnings", "provisional", "undetermined"]] | None = None,
        collection: PathLike[str] | bytes | str | None = None,
        together: bool = False,
    ) -> Answer:
        """Checks decks and lists every problem.

        Args:
            name: Name of a deck in memory, or a name for each
            only_decks: Skip named files that are not decks.
            format: Format to use, whatever a deck says. An id, a name, an alias or GAME/FORMAT.
            game: Game of decks that do not name one.
            role: Side or role of decks that do not name one.
            set: Set a parameter of the format: budget=42.
            attested: Treat stand-ins and inferred facts as unknown.
            reader: Deck file format, if it cannot be detected.
            event: Check the decks of an event (event.toml).
            lock: Record the fingerprint of every deck. sleeve writes a file next to the event, if no deck is missing or wrong.
            change: Accept the new deck of this player. The lock gets this deck; all others stay as they are.
            drop: Record that this player left the event. No deck is expected from the player any more.
            round: Compare the decks of this round with the lock.
            on: Check as of this day, without later sets. Later lists and formats do not count either.
            until: Print how long each legal deck stays legal. As far as later lists and formats are known.
            sealed: Check that the deck matches this seal. Write it as `sleeve seal` printed it.
            nonce: Nonce that opens the seal.
            shrink: Print the fewest cards with this finding. As a text with rule, source and versions, to report a mistake. Name the rule as `check` prints it.
            deny: Also fail on warnings, provisional, undetermined. The exit status is then 1. Separate several with commas.
            collection: Print the cards missing from this collection. A list in any deck format, or CSV.
            together: Use each owned copy for one deck only.
        """
        return ask("check", locals(), ["decks"], [])

    def stats(
        self,
        *decks: Deck,
        name: Names | None = None,
        event: PathLike[str] | bytes | str | None = None,
        measure: Names | None = None,
        wide: bool = False,
        usage: bool = False,
        where: str | None = None,
        by: Names | None = None,
        set_aside: Names | None = None,
        zone: Names | None = None,
        all: bool = False,
        format: str | None = None,
        game: str | None = None,
        role: str | None = None,
        set: Mapping[str, str | float] | Names | None = None,
        attested: bool = False,
        reader: str | None = None,
    ) -> Answer:
        """Computes curves, averages and counts of decks.

        Args:
            name: Name of a deck in memory, or a name for each
            event: Read the decks of an event (event.toml).
            measure: Measure to show, such as 'avg(destiny)'.
            wide: One row per deck, one column per measure.
            usage: Show how often each card is played. You also see with how many copies, and what is played together.
            where: Only decks that satisfy this condition.
            by: Group by a field. Each value is listed with its cards and measures.
            set_aside: Set a card aside before play (starting card). For starting cards that the list does not mark.
            zone: Read this zone instead of the whole deck.
            all: Show all values and cards, not just the top.
            format: Format to use, whatever a deck says. An id, a name, an alias or GAME/FORMAT.
            game: Game of decks that do not name one.
            role: Side or role of decks that do not name one.
            set: Set a parameter of the format: budget=42.
            attested: Treat stand-ins and inferred facts as unknown.
            reader: Deck file format, if it cannot be detected.
        """
        return ask("stats", locals(), ["decks"], [])

    def fix(
        self,
        *decks: Deck,
        name: Names | None = None,
        format: str | None = None,
        lock: Names | None = None,
        only: str | None = None,
        maximise: str | None = None,
        minimise: str | None = None,
        then_maximise: Names | None = None,
        then_minimise: Names | None = None,
        like: Deck | Sequence[Deck] | None = None,
        all: int | None = None,
        write: bool = False,
        time: str | float | None = None,
        game: str | None = None,
        role: str | None = None,
        set: Mapping[str, str | float] | Names | None = None,
        attested: bool = False,
        on: date | str | None = None,
        reader: str | None = None,
    ) -> Answer:
        """Makes decks legal with as few changes as possible.

        Args:
            name: Name of a deck in memory, or a name for each
            format: Format to make the decks legal in. An id, a name, an alias or GAME/FORMAT.
            lock: Never change the cards that match this filter.
            only: Add only cards that match this filter.
            maximise: Make this measure as large as possible.
            minimise: Make this measure as small as possible.
            then_maximise: Then make this measure as large as possible.
            then_minimise: Then make this measure as small as possible.
            like: Choose cards the way these decks do. Of equally good decks, take the one whose cards are played together in these decks or folders of decks.
            all: Show this many other repairs of the same size.
            write: Write the repair into the deck file. Its comments, order and file format stay.
            time: Seconds to search for each deck. This includes the search for the reasons.
            game: Game of decks that do not name one.
            role: Side or role of decks that do not name one.
            set: Set a parameter of the format: budget=42.
            attested: Treat stand-ins and inferred facts as unknown.
            on: Check as of this day, without later sets. Later lists and formats do not count either.
            reader: Deck file format, if it cannot be detected.
        """
        return ask("fix", locals(), ["decks"], [])

    def odds(
        self,
        deck: Deck | None = None,
        *conditions: str,
        name: Names | None = None,
        pile: Mapping[str, int] | str | None = None,
        draw: int | None = None,
        set_aside: Names | None = None,
        plan: str | None = None,
        seat: int | None = None,
        players: int | None = None,
        per_turn: int | None = None,
        on: Literal["play", "draw"] | None = None,
        mulligan: str | float | None = None,
        down_to: int | None = None,
        free_exchanges: int | None = None,
        redraw_unless: str | None = None,
        beside: str | float | Sequence[str | float] | None = None,
        exchanges: str | float | None = None,
        keep: Names | None = None,
        format: str | None = None,
        game: str | None = None,
        role: str | None = None,
        set: Mapping[str, str | float] | Names | None = None,
        attested: bool = False,
        reader: str | None = None,
        turn: int | None = None,
        turns: str | float | None = None,
        given: str | None = None,
        policy: bool = False,
        until: bool = False,
        seen: str | float | Sequence[str | float] | None = None,
        at_least: str | float | None = None,
        vary: str | None = None,
        digits: int | None = None,
    ) -> Answer:
        """Computes the exact probability of an opening hand. Give a deck, or `None` and a `pile`.

        Args:
            name: Name of a deck in memory, or a name for each
            pile: Use a pile such as lands=24,elves=8,other=28.
            draw: Size of the opening hand.
            set_aside: Set a card aside before play (starting card). For starting cards that the list does not mark.
            plan: Play this plan of the deck file. The cards of the deck after it was exchanged with the sideboard.
            seat: Your seat at the table, if it matters.
            players: Number of players, if it matters.
            per_turn: Cards drawn each turn.
            on: Whether the first turn draws: play or draw. `draw`: you draw on the first turn; `play`: you do not.
            mulligan: Mulligans: none, london, vancouver, free, ….
            down_to: Smallest hand to mulligan to.
            free_exchanges: Number of free mulligans.
            redraw_unless: Redraw hands without this, at no cost. The rules send back opening hands that do not satisfy this condition.
            beside: Deal another pile from the deck: prizes=6. Conditions read it by its name.
            exchanges: Most mulligans: a number or unlimited. `unlimited` is for exchanges that cost nothing.
            keep: Keep hands that satisfy this. Without it, sleeve keeps the hands that are best for each condition. `6: CONDITION` is for hands that keep 6 cards.
            format: Format to use, whatever a deck says. An id, a name, an alias or GAME/FORMAT.
            game: Game of decks that do not name one.
            role: Side or role of decks that do not name one.
            set: Set a parameter of the format: budget=42.
            attested: Treat stand-ins and inferred facts as unknown.
            reader: Deck file format, if it cannot be detected.
            turn: Look at the cards seen by turn N.
            turns: Look at each of these turns, such as 1..6.
            given: Only count hands that satisfy this.
            policy: Print which hands to keep. The first condition then holds as often as possible. You also learn which cards to put back, and how often the other conditions hold if you play like that.
            until: Print when a condition first holds. You also get the average turn. The search ends at --turn, or when the pile is empty.
            seen: Compare with what you saw, such as 101/126. The condition held in 101 of 126 games: how likely is that with fair shuffles? Repeat the option for further conditions, in their order. A file with a hand on each line, `;` between its cards, answers all conditions.
            at_least: Probability to reach: 0.9, 90% or 9/10. With --vary, sleeve prints how many copies reach it. Otherwise the exit status is 1 if it is not reached.
            vary: Try every number of copies of these cards. Other cards make room for them. Without --at-least, sleeve prints the best number.
            digits: Decimal places of percentages.
        """
        return ask("odds", locals(), ["deck"], ["conditions"])

    def draw(
        self,
        deck: Deck | None = None,
        *conditions: str,
        name: Names | None = None,
        pile: Mapping[str, int] | str | None = None,
        draw: int | None = None,
        set_aside: Names | None = None,
        plan: str | None = None,
        seat: int | None = None,
        players: int | None = None,
        per_turn: int | None = None,
        on: Literal["play", "draw"] | None = None,
        mulligan: str | float | None = None,
        down_to: int | None = None,
        free_exchanges: int | None = None,
        redraw_unless: str | None = None,
        beside: str | float | Sequence[str | float] | None = None,
        exchanges: str | float | None = None,
        keep: Names | None = None,
        format: str | None = None,
        game: str | None = None,
        role: str | None = None,
        set: Mapping[str, str | float] | Names | None = None,
        attested: bool = False,
        reader: str | None = None,
        hands: int | None = None,
        trials: int | None = None,
        sorted: bool = False,
        seed: int | None = None,
        turn: int | None = None,
        turns: str | float | None = None,
        given: str | None = None,
        digits: int | None = None,
    ) -> Answer:
        """Deals opening hands, or simulates many of them with `trials`.

        Args:
            name: Name of a deck in memory, or a name for each
            pile: Use a pile such as lands=24,elves=8,other=28.
            draw: Size of the opening hand.
            set_aside: Set a card aside before play (starting card). For starting cards that the list does not mark.
            plan: Play this plan of the deck file. The cards of the deck after it was exchanged with the sideboard.
            seat: Your seat at the table, if it matters.
            players: Number of players, if it matters.
            per_turn: Cards drawn each turn.
            on: Whether the first turn draws: play or draw. `draw`: you draw on the first turn; `play`: you do not.
            mulligan: Mulligans: none, london, vancouver, free, ….
            down_to: Smallest hand to mulligan to.
            free_exchanges: Number of free mulligans.
            redraw_unless: Redraw hands without this, at no cost. The rules send back opening hands that do not satisfy this condition.
            beside: Deal another pile from the deck: prizes=6. Conditions read it by its name.
            exchanges: Most mulligans: a number or unlimited. `unlimited` is for exchanges that cost nothing.
            keep: Keep hands that satisfy this. Without it, sleeve keeps the hands that are best for each condition. `6: CONDITION` is for hands that keep 6 cards.
            format: Format to use, whatever a deck says. An id, a name, an alias or GAME/FORMAT.
            game: Game of decks that do not name one.
            role: Side or role of decks that do not name one.
            set: Set a parameter of the format: budget=42.
            attested: Treat stand-ins and inferred facts as unknown.
            reader: Deck file format, if it cannot be detected.
            hands: Number of hands to deal.
            trials: Simulate this many hands instead.
            sorted: List the cards of a hand in the deck's order.
            seed: Repeat a deal: same seed, same hands. This also holds in later versions.
            turn: Draw up to this turn.
            turns: Draw and show these turns, such as 1..4.
            given: Only simulate hands that satisfy this.
            digits: Decimal places of percentages.
        """
        return ask("draw", locals(), ["deck"], ["conditions"])

    def diff(
        self,
        before: Deck,
        after: Deck,
        *,
        name: Names | None = None,
        measure: Names | None = None,
        format: str | None = None,
        game: str | None = None,
        role: str | None = None,
        set: Mapping[str, str | float] | Names | None = None,
        attested: bool = False,
        reader: str | None = None,
    ) -> Answer:
        """Compares two decks.

        Args:
            name: Name of a deck in memory, or a name for each
            measure: Also compare this measure.
            format: Format to use, whatever a deck says. An id, a name, an alias or GAME/FORMAT.
            game: Game of decks that do not name one.
            role: Side or role of decks that do not name one.
            set: Set a parameter of the format: budget=42.
            attested: Treat stand-ins and inferred facts as unknown.
            reader: Deck file format, if it cannot be detected.
        """
        return ask("diff", locals(), ["before", "after"], [])

    def match(
        self,
        a: Deck,
        b: Deck,
        *,
        name: Names | None = None,
        boxes: PathLike[str] | bytes | str | None = None,
        format: str | None = None,
        game: str | None = None,
        set: Mapping[str, str | float] | Names | None = None,
        attested: bool = False,
        on: date | str | None = None,
    ) -> Answer:
        """Says whether two decks may meet.

        Args:
            name: Name of a deck in memory, or a name for each
            boxes: Number of boxes that the two players share.
            format: Format to use, whatever a deck says. An id, a name, an alias or GAME/FORMAT.
            game: Game of decks that do not name one.
            set: Set a parameter of the format: budget=42.
            attested: Treat stand-ins and inferred facts as unknown.
            on: Check as of this day, without later sets. Later lists and formats do not count either.
        """
        return ask("match", locals(), ["a", "b"], [])

    def build(
        self,
        what: str | None = None,
        *,
        file: PathLike[str] | str | None = None,
        reader: str | None = None,
        with_: Names | None = None,
        require: Names | None = None,
        only: str | None = None,
        maximise: str | None = None,
        minimise: str | None = None,
        then_maximise: Names | None = None,
        then_minimise: Names | None = None,
        like: Deck | Sequence[Deck] | None = None,
        collection: PathLike[str] | bytes | str | None = None,
        decks: Sequence[Deck] = (),
        role: str | None = None,
        set: Mapping[str, str | float] | Names | None = None,
        attested: bool = False,
        on: date | str | None = None,
        time: str | float | None = None,
    ) -> Answer:
        """Builds a legal deck for `GAME/FORMAT`, or says which `decks` a `collection` can build at once.

        Args:
            file: File to write (default: standard output). An existing file is never overwritten.
            reader: Complete this deck and keep its cards.
            with_: Include this card; '2x NAME' for two copies.
            require: Condition that the deck has to satisfy.
            only: Add only cards that match this filter.
            maximise: Make this measure as large as possible.
            minimise: Make this measure as small as possible.
            then_maximise: Then make this measure as large as possible.
            then_minimise: Then make this measure as small as possible.
            like: Choose cards the way these decks do. Of equally good decks, take the one whose cards are played together in these decks or folders of decks.
            collection: Use only cards from this collection. A list in any deck format, or CSV.
            decks: Find the decks that can be built at once. Each copy of --collection is for one deck. You get the most decks that can be built, and the fewest cards that are missing for more. Without rules: illegal decks count too.
            role: Side or role to build for.
            set: Set a parameter of the format: budget=42.
            attested: Treat stand-ins and inferred facts as unknown.
            on: Check as of this day, without later sets. Later lists and formats do not count either.
            time: Seconds to search for each deck. This includes the search for the reasons.
        """
        return ask("build", locals(), ["decks"], ["what"])

    def cards(
        self,
        *filter: str,
        game: str | None = None,
        columns: Names | None = None,
        sort: Names | None = None,
        group: str | None = None,
        limit: int | None = None,
        missing: bool = False,
        in_: Names | None = None,
        not_in: Names | None = None,
        with_: str | None = None,
        like: Deck | Sequence[Deck] | None = None,
        explain: bool = False,
        attested: bool = False,
        on: date | str | None = None,
    ) -> Answer:
        """Finds the cards that match a filter.

        Args:
            game: Game to search, if the filter does not say.
            columns: Columns to show, separated by commas.
            sort: Fields to sort by; -cost: highest first. Separate several with commas.
            group: Group by a field and count the cards.
            limit: Show at most this many cards (of each group).
            missing: Write the unattested facts as a file to fill in. It is TOML that you can add with --cards, or a sheet with `-o csv`.
            in_: Only cards of this deck. With several decks: of any of them.
            not_in: Only cards that are not in this deck. With several decks: in none of them.
            with_: Suggest cards for this deck, best first. They are often played with its cards.
            like: Decks to learn from, for --with. Decks or folders of decks. Default: the decks that come with the game.
            explain: Show the filter in words, with counts. The counts say how many cards each part of it matches.
            attested: Treat stand-ins and inferred facts as unknown.
            on: Use dated lists as of this day.
        """
        return ask("cards", locals(), [], ["filter"])

    def show(
        self,
        *names: str,
        game: str | None = None,
        attested: bool = False,
        all: bool = False,
        like: bool = False,
        on: date | str | None = None,
    ) -> Answer:
        """Shows all facts of cards.

        Args:
            game: Game, if several have such a card.
            attested: Treat stand-ins and inferred facts as unknown.
            all: Also show technical fields and defaults.
            like: List the most similar cards, and why. With --all, list all of them.
            on: Show the cards as of this day.
        """
        return ask("show", locals(), [], ["names"])

    def rules(
        self,
        what: str | None = None,
        *,
        on: date | str | None = None,
    ) -> Answer:
        """Lists games, formats and their rules.

        Args:
            on: Show the versions in force on this day.
        """
        return ask("rules", locals(), [], ["what"])

    def convert(
        self,
        deck: Deck,
        to: str,
        *,
        name: Names | None = None,
        file: PathLike[str] | str | None = None,
        format: str | None = None,
        game: str | None = None,
        role: str | None = None,
        set: Mapping[str, str | float] | Names | None = None,
        attested: bool = False,
        reader: str | None = None,
    ) -> str:
        """Converts a deck to another file format, and returns its text. What that format cannot store is a warning.

        Args:
            name: Name of a deck in memory, or a name for each
            file: File to write (default: standard output). An existing file is never overwritten.
            format: Format to use, whatever a deck says. An id, a name, an alias or GAME/FORMAT.
            game: Game of decks that do not name one.
            role: Side or role of decks that do not name one.
            set: Set a parameter of the format: budget=42.
            attested: Treat stand-ins and inferred facts as unknown.
            reader: Deck file format, if it cannot be detected.
        """
        return ask_text("convert", locals(), ["deck"], [])

    def seal(
        self,
        deck: Deck,
        *,
        name: Names | None = None,
        format: str | None = None,
        game: str | None = None,
        role: str | None = None,
        set: Mapping[str, str | float] | Names | None = None,
        attested: bool = False,
        reader: str | None = None,
    ) -> Answer:
        """Commits to a deck without showing it.

        Args:
            name: Name of a deck in memory, or a name for each
            format: Format to use, whatever a deck says. An id, a name, an alias or GAME/FORMAT.
            game: Game of decks that do not name one.
            role: Side or role of decks that do not name one.
            set: Set a parameter of the format: budget=42.
            attested: Treat stand-ins and inferred facts as unknown.
            reader: Deck file format, if it cannot be detected.
        """
        return ask("seal", locals(), ["deck"], [])

    def report(
        self,
        *decks: Deck,
        name: Names | None = None,
        event: PathLike[str] | bytes | str | None = None,
        into: PathLike[str] | str | None = None,
        odds: Names | None = None,
        measure: Names | None = None,
        set_aside: Names | None = None,
        turns: int | None = None,
        hands: int | None = None,
        seed: int | None = None,
        format: str | None = None,
        game: str | None = None,
        role: str | None = None,
        set: Mapping[str, str | float] | Names | None = None,
        attested: bool = False,
        reader: str | None = None,
    ) -> Answer:
        """Writes a page about decks; `str()` of the answer is its HTML.

        Args:
            name: Name of a deck in memory, or a name for each
            event: Show the field of an event (event.toml). Verdicts, roles, what is played, and the decks that stand out.
            into: File to write (default: standard output). An existing file is never overwritten.
            odds: Show the odds of a condition by turn.
            measure: Show a measure of the deck and its hands.
            set_aside: Set a card aside before play (starting card). For starting cards that the list does not mark.
            turns: Last turn (0: opening hand only).
            hands: Opening hands to deal for each deck.
            seed: Seed of the opening hands.
            format: Format to use, whatever a deck says. An id, a name, an alias or GAME/FORMAT.
            game: Game of decks that do not name one.
            role: Side or role of decks that do not name one.
            set: Set a parameter of the format: budget=42.
            attested: Treat stand-ins and inferred facts as unknown.
            reader: Deck file format, if it cannot be detected.
        """
        return ask("report", locals(), ["decks"], [])

    def sheet(
        self,
        *decks: Deck,
        name: Names | None = None,
        into: PathLike[str] | str | None = None,
        event: PathLike[str] | bytes | str | None = None,
        day: date | str | None = None,
        player: str | None = None,
        format: str | None = None,
        game: str | None = None,
        role: str | None = None,
        set: Mapping[str, str | float] | Names | None = None,
        attested: bool = False,
        reader: str | None = None,
    ) -> Answer:
        """Writes deck sheets to print; `str()` of the answer is their HTML.

        Args:
            name: Name of a deck in memory, or a name for each
            into: File to write (default: standard output). An existing file is never overwritten.
            event: Event file (event.toml), or a name to print. If you name no decks, all decks of the event get a sheet.
            day: Day of the event.
            player: Player, if the deck does not name one.
            format: Format to use, whatever a deck says. An id, a name, an alias or GAME/FORMAT.
            game: Game of decks that do not name one.
            role: Side or role of decks that do not name one.
            set: Set a parameter of the format: budget=42.
            attested: Treat stand-ins and inferred facts as unknown.
            reader: Deck file format, if it cannot be detected.
        """
        return ask("sheet", locals(), ["decks"], [])
