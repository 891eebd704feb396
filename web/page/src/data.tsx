// The user's own games: files of data that lie over those of the page.
import type { Ask, File, Game, Refused } from "./calls";
import { Opener, Press } from "./controls";
import type { Engine } from "./engine";
import { usePage } from "./hand";
import { MAX_DATA_BYTES, MAX_FILES_AT_ONCE, type Picked, read } from "./files";
import { Refusal } from "./verdict";
import { type Say, sayCount } from "./words";

export interface Laid { count: number; refused?: Refused; files?: File[] }

/** Lays files over the games; what was taken comes back to be kept. */
export async function lay(engine: Engine, ask: Ask, picked: Picked[], say: Say): Promise<Laid> {
  const useful = picked.filter((one) => /\.(toml|csv|tsv|sleeve)$/i.test(one.path));
  const bytes = useful.reduce((sum, one) => sum + one.file.size, 0);
  if (useful.length > MAX_FILES_AT_ONCE || bytes > MAX_DATA_BYTES) {
    const limit = bytes > MAX_DATA_BYTES ? `${MAX_DATA_BYTES} B` : String(MAX_FILES_AT_ONCE);
    return { count: 0, refused: { message: `${say("tooMany")} ${limit}`, help: "", span: null, drawn: null } };
  }
  const files = await read(useful.length > 0 ? useful : picked, MAX_DATA_BYTES);
  const answer = await engine.lay<{ files: number }>(ask, files);
  return answer.refused ? { count: 0, refused: answer.refused } : { count: answer.ok.files, files };
}

interface Props {
  games: Game[];
  laid: Laid;
  open: (picked: Picked[]) => void;
}

export function Data({ games, laid, open }: Props) {
  const { say } = usePage();
  return (
    <>
      <p>{say("dataLead")}</p>
      <p class="tools">
        <Opener id="data-folder" word="openFolder" takes="folder" open={open} />
        <Opener id="data-files" word="openData" accept=".toml,.csv,.tsv,.sleeve" open={open} />
        {laid.count > 0 && (
          <Press word="removeData" act={() => open([])} />
        )}
      </p>
      {laid.refused && (
        <div id="data-refused">
          <p>{say("dataRefused")}</p>
          <Refusal refused={laid.refused} />
        </div>
      )}
      {laid.count > 0 && (
        <p role="status" id="data-used">
          {laid.count} {say("files").toLowerCase()} {say("dataUsed")}
        </p>
      )}
      <h3>{say("gamesHere")}</h3>
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
