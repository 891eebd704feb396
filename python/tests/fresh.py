"""Fresh decks by seed: lists of cards from the whole pool of a game, of which nobody has ever seen one."""

import random
import sys
from collections.abc import Iterator

import pyarrow as pa
import pyarrow.parquet as pq

import sleeve

SCHEMA = pa.schema([("id", pa.int64()), ("text", pa.string())])


def fresh_decks(library: sleeve.Library, first: int, count: int, seed: int = 1) -> Iterator[str]:
    """Sixty cards of one side each; the same numbers are the same decks."""
    pools = []
    for side in ("dark", "light"):
        cards = pa.table(library.cards_table("swccg", f"side:{side}"))
        names, ids = cards["name"].to_pylist(), cards["id"].to_pylist()
        pools.append([f"{name} [{id}]" for name, id in zip(names, ids, strict=True)])
    for number in range(first, first + count):
        draw = random.Random(f"{seed}/{number}")
        pool = pools[draw.randrange(2)]
        cards = draw.sample(pool, 40)
        lines = [f"{2 if at < 20 else 1}x {card}" for at, card in enumerate(cards)]
        yield "# game: swccg\n# format: open\n\n[deck]\n" + "\n".join(lines) + "\n"


def write(path: str, count: int, batch: int = 10_000) -> None:
    """Writes so many decks as Parquet."""
    library = sleeve.Library()
    with pq.ParquetWriter(path, SCHEMA, compression="zstd") as out:
        for first in range(0, count, batch):
            ids = range(first, min(first + batch, count))
            texts = list(fresh_decks(library, first, len(ids)))
            out.write_batch(pa.record_batch([list(ids), texts], schema=SCHEMA))


if __name__ == "__main__":
    write(sys.argv[1], int(sys.argv[2]))
