// The user's own games: data files that extend or override the page's games.
import type { Answer, File, Game } from "./calls";
import { Opener, Press } from "./controls";
import { usePage } from "./hand";
import { MAX_DATA_BYTES, MAX_FILES_AT_ONCE, type Picked, read } from "./files";
import { Refusal } from "./verdict";
import { sayCount } from "./words";

/** Reads the data files among those picked. Returns a text with the limit if they are too large. */
export async function ofData(picked: Picked[]): Promise<File[] | string> {
  const useful = picked.filter((one) => /\.(toml|csv|tsv|sleeve)$/i.test(one.path));
  if (useful.length > MAX_FILES_AT_ONCE) return String(MAX_FILES_AT_ONCE);
  if (useful.reduce((sum, one) => sum + one.file.size, 0) > MAX_DATA_BYTES) return `${MAX_DATA_BYTES} B`;
  return read(useful.length > 0 ? useful : picked, MAX_DATA_BYTES);
}

interface Props {
  games: Game[];
  /** The result of loading the files. */
  laid: Answer<{ files: number }> | undefined;
  open: (picked: Picked[]) => void;
}

export function Data({ games, laid, open }: Props) {
  const { say } = usePage();
  const count = laid?.ok?.files ?? 0;
  return (
    <>
      <p>{say("dataLead")}</p>
      <p class="tools">
        <Opener id="data-folder" word="openFolder" takes="folder" open={open} />
        <Opener id="data-files" word="openData" accept=".toml,.csv,.tsv,.sleeve" open={open} />
        {count > 0 && <Press word="removeData" act={() => open([])} />}
      </p>
      {laid?.refused && (
        <div id="data-refused">
          <p>{say("dataRefused")}</p>
          <Refusal refused={laid.refused} />
        </div>
      )}
      {count > 0 && (
        <p role="status" id="data-used">
          {count} {say("files").toLowerCase()} {say("dataUsed")}
        </p>
      )}
      <h3>{say("data")}</h3>
      <ul id="games">
        {games.map((game) => (
          <li key={game.id}>
            {game.name}{" "}
            <span class="soft">
              ({sayCount(say, game.cards, "card")}, {sayCount(say, game.formats.length, "format")})
            </span>
          </li>
        ))}
      </ul>
    </>
  );
}
