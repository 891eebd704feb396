// The deck as the text of its file, with what is chosen over what it says, and what becomes of it: a file, a link.
import { useEffect, useState } from "preact/hooks";
import type { Ask, DeckDocument, Format, Game, Refused, Words } from "./calls";
import { Choices, Options } from "./choices";
import { Editor } from "./editor";
import type { Engine } from "./engine";
import { fileName, save, stem } from "./files";
import { Share } from "./share-panel";
import { type Chosen, fileOf, isEmpty, type Store, useStore } from "./store";
import { formName, type Say } from "./words";

/** A text longer than this, in UTF-16 units, is judged but not edited here. */
export const MAX_EDITED_LENGTH = 400_000;

/** Nobody types so many signs at once. */
const MAX_KEYED = 20;

interface DeckProps {
  engine: Engine;
  store: Store;
  ask: Ask;
  say: Say;
  games: Game[];
  /** The game of the deck and the kind of its format, as far as they are known. */
  home: Game | undefined;
  kind: Format | undefined;
  document: DeckDocument | undefined;
  words: Words | undefined;
  isNewest: boolean;
  isSmall: boolean;
  isOpen: boolean;
  setOpen: (isOpen: boolean) => void;
  place: [number, number, number] | undefined;
  undo: (isBack: boolean) => void;
  tell: (said: string, losses?: string[]) => void;
  refuse: (refused: Refused) => void;
}

export function DeckSide(props: DeckProps) {
  const { store, say, document, isSmall, isOpen, setOpen } = props;
  const { decks, active } = useStore(store);
  const deck = decks[active];
  if (!deck) return null;
  const title = document?.name ?? (isEmpty(deck) || deck.path === "deck" ? say("deck") : stem(deck.path));
  return (
    <section class="deck" aria-labelledby="deck-title">
      <h2 id="deck-title">
        {isSmall ? (
          <button type="button" class="fold" aria-expanded={isOpen} aria-controls="deck-text" onClick={() => setOpen(!isOpen)}>
            {title} <span class="soft">{say("deckText")}</span>
          </button>
        ) : (
          title
        )}
      </h2>
      {(!isSmall || isOpen) && (
        <div id="deck-text">
          <Inside {...props} />
        </div>
      )}
    </section>
  );
}

function Inside({ engine, store, ask, say, games, home, kind, document, words, isNewest, place, undo, tell, refuse, setOpen }: DeckProps) {
  const { decks, active, chosen } = useStore(store);
  const [writes, setWrites] = useState("");
  const deck = decks[active];
  if (!deck) return null;
  const choose = (news: Partial<Chosen>) => store.choose(news);
  const isTooLong = deck.raw !== undefined && (words?.text.length ?? 0) > MAX_EDITED_LENGTH;
  const keep = async () => {
    const ending = /\.([a-z]+)$/i.exec(deck.path)?.[1] ?? (document?.game && /^\s*game\s*=/m.test(deck.text) ? "toml" : "txt");
    if (writes === "") return save(fileName(document?.name, deck.path, ending), deck.text);
    const answer = await engine.call<{ text: string; extension: string; losses: string[] }>(
      "write",
      { ...ask, to: writes },
      [fileOf(deck)],
    );
    if (answer.refused) return refuse(answer.refused);
    tell("", answer.ok.losses);
    save(fileName(document?.name, deck.path, answer.ok.extension), answer.ok.text);
  };
  return (
    <>
      {!(isEmpty(deck) && chosen.game === "") && (
        <p class="pair">
          <label>
            {say("game")}{" "}
            <select
              id="game"
              class={chosen.game && "chosen"}
              value={chosen.game}
              onChange={(event) => choose({ game: event.currentTarget.value, format: "", role: "", set: [] })}
            >
              <option value="">{home ? say("ofDeck") + home.name : say("asDeckSays")}</option>
              <Options of={games} />
            </select>
          </label>
          <label>
            {say("format")}{" "}
            <select
              id="format"
              class={chosen.format && "chosen"}
              value={chosen.format}
              onChange={(event) => choose({ format: event.currentTarget.value, role: "", set: [] })}
            >
              <option value="">{words?.format ? say("ofDeck") + words.format : say("asDeckSays")}</option>
              <Options of={home?.formats ?? []} />
            </select>
          </label>
        </p>
      )}
      <Override engine={engine} ask={ask} store={store} say={say} games={games} document={document} />
      {isTooLong ? (
        <p>{say("tooLong")}</p>
      ) : (
        <Editor
          text={deck.text}
          told={words && isNewest ? words.told : []}
          place={place}
          say={say}
          edit={(text) => {
            // A whole text that comes at once is read above all: on a small screen it makes room for its verdict.
            if (isEmpty(deck) && text.length > MAX_KEYED) setOpen(false);
            store.type(text);
          }}
          undo={undo}
        />
      )}
      {!isEmpty(deck) && !deck.raw && (
        <div class="tools">
          <Share store={store} say={say} tell={tell} />
          <label>
            <span class="hidden">{say("saveAs")}</span>
            <select id="save-as" value={writes} onChange={(event) => setWrites(event.currentTarget.value)}>
              <option value="">{say("asItIs")}</option>
              {document?.format &&
                home?.writes.map((one) => (
                  <option key={one.id} value={one.id}>
                    {formName(one.id, ask.lang)} (.{one.extension})
                  </option>
                ))}
            </select>
          </label>
          <button type="button" id="save" onClick={keep}>
            {say("save")}
          </button>
        </div>
      )}
      {kind && !isEmpty(deck) && (kind.roles.length > 0 || kind.parameters.length > 0) && (
        <details id="more" open={chosen.role !== "" || chosen.set.length > 0}>
          <summary>{say("moreChoices")}</summary>
          <p class="tools">
            <Choices kind={kind} role={chosen.role} set={chosen.set} say={say} choose={(role, set) => choose({ role, set })} />
          </p>
        </details>
      )}
    </>
  );
}

/** What the deck says itself is asked for after so many milliseconds of rest. */
const ASKED_AFTER = 300;

interface OverrideProps extends Pick<DeckProps, "engine" | "store" | "ask" | "say" | "games" | "document"> {}

/** Says where a choice by hand is over what the deck says, and takes it back. */
function Override({ engine, store, ask, say, games, document }: OverrideProps) {
  const { decks, active, chosen } = useStore(store);
  const [says, setSays] = useState<{ game: string | null; format: string | null; word: string | null }>();
  const deck = decks[active];
  const isChosen = chosen.format !== "" || chosen.game !== "";
  useEffect(() => {
    setSays(undefined);
    if (!deck || !isChosen || isEmpty(deck)) return;
    let isOld = false;
    const rest = setTimeout(async () => {
      const { game: _, format: __, role: ___, set: ____, ...bare } = ask;
      const answer = await engine.call<{ document: { decks: DeckDocument[] }; decks: Words[] }>("check", bare, [fileOf(deck)], "says");
      const of = answer.ok?.document.decks[0];
      if (!isOld && of) setSays({ game: of.game, format: of.format, word: answer.ok?.decks[0]?.format ?? null });
    }, ASKED_AFTER);
    return () => {
      isOld = true;
      clearTimeout(rest);
    };
  }, [deck, JSON.stringify(ask)]);
  if (!isChosen || !deck || isEmpty(deck)) return null;
  const isOtherGame = says?.game != null && chosen.game !== "" && says.game !== chosen.game;
  const isOtherFormat = says?.format != null && chosen.format !== "" && says.format !== chosen.format;
  const name = games.find((one) => one.id === says?.game)?.name ?? says?.game;
  return (
    <p class="override" id="override">
      {isOtherGame || isOtherFormat ? (
        <>
          {say("deckSays") + say("colon")}
          <b>{isOtherGame ? name : says?.word}</b>.{" "}
          {say(isOtherFormat && document?.format === chosen.format ? "judgedAsChosen" : "gameIgnored")}{" "}
        </>
      ) : (
        `${say("chosenHere")} `
      )}
      <button type="button" class="place" onClick={() => store.choose({ game: "", format: "", role: "", set: [] })}>
        {say("asDeckSays")}
      </button>
    </p>
  );
}
