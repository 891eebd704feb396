// The deck's text, the choices that override it, and the buttons that save it or make a link.
import { useMemo, useState } from "preact/hooks";
import type { DeckAsk, DeckDocument, Format, Game, Words } from "./calls";
import { Choices } from "./choices";
import { Press, Select } from "./controls";
import { Editor } from "./editor";
import { refusal } from "./engine";
import { useAnswer, usePage } from "./hand";
import { fileName, save, stem } from "./files";
import { Share } from "./share-panel";
import { fileOf, isEmpty, PASTED, pathOf, type Store } from "./store";
import { formName } from "./words";

/** A text longer than this, in UTF-16 units, is checked but not edited here. */
export const MAX_EDITED_LENGTH = 400_000;

/** More characters at once than this are pasted, not typed. */
const MAX_KEYED = 20;

interface DeckProps {
  store: Store;
  ask: DeckAsk;
  games: Game[];
  /** The deck's game and format, if known. */
  home: Game | undefined;
  kind: Format | undefined;
  document: DeckDocument | undefined;
  words: Words | undefined;
  /** The event whose rules are used for all decks. */
  event: string | undefined;
  isNewest: boolean;
  /** Whether a small screen shows the text. */
  isOpen: boolean;
  setOpen: (isOpen: boolean) => void;
  place: [number, number, number] | undefined;
  undo: (isBack: boolean) => void;
  paste: (text: string) => void;
}

export function DeckSide({ store, ask, games, home, kind, document, words, event, isNewest, isOpen, setOpen, place, undo, paste }: DeckProps) {
  const { engine, say, refuse } = usePage();
  const [writes, setWrites] = useState("");
  const { deck, state: { chosen } } = store;
  const isBlank = isEmpty(deck);
  const canPaste = "clipboard" in navigator && "readText" in navigator.clipboard;
  const forms = ((document?.format && home?.writes) || []).map(({ id, extension }) => ({ id, name: `${formName(id, ask.lang)} (.${extension})` }));
  const isTooLong = deck.raw !== undefined && (words?.text.length ?? 0) > MAX_EDITED_LENGTH;
  const keep = async () => {
    const ending = /\.([a-z]+)$/i.exec(deck.path)?.[1] ?? (document?.game && /^\s*game\s*=/m.test(deck.text) ? "toml" : "txt");
    if (writes === "") return save(fileName(document?.name, pathOf(deck), ending), deck.text);
    const answer = await engine.call("write", { ...ask, to: writes }, [fileOf(deck)]);
    if (answer.refused) return refuse(answer.refused);
    const { text, extension, losses } = answer.ok;
    refuse(losses.length > 0 ? refusal(say("losses"), losses.join("\n")) : undefined);
    save(fileName(document?.name, pathOf(deck), extension), text);
  };
  return (
    <section class="deck" aria-labelledby="deck-title">
      <h2 id="deck-title">
        {document?.name ?? (isBlank ? say("pasteOrOpen") : pathOf(deck) === PASTED ? say("deck") : stem(pathOf(deck)))}
        <button type="button" class="fold" aria-expanded={isOpen} aria-controls="deck-text" onClick={() => setOpen(!isOpen)}>
          {say("deckText")}
        </button>
      </h2>
      <div id="deck-text" class={isOpen ? "" : "folded"}>
        {event !== undefined && (
          <p class="override" id="by-event">
            {say("judgedByEvent") + say("colon")}
            <b>{event}</b>
          </p>
        )}
        {event === undefined && !(isBlank && chosen.game === "") && (
          <p class="pair">
            <Select
              id="game"
              label={say("game")}
              value={chosen.game}
              isMarked={chosen.game !== ""}
              first={home ? say("ofDeck") + home.name : say("asDeckSays")}
              of={games}
              choose={(game) => store.chooseFor({ game })}
            />
            <Select
              id="format"
              label={say("format")}
              value={chosen.format}
              isMarked={chosen.format !== ""}
              first={words?.format ? say("ofDeck") + words.format : say("asDeckSays")}
              of={home?.formats ?? []}
              choose={(format) => store.chooseFor({ game: chosen.game, format })}
            />
          </p>
        )}
        {event === undefined && <Override ask={ask} store={store} games={games} document={document} />}
        {isTooLong ? (
          <p>{say("tooLong")}</p>
        ) : (
          <Editor
            text={deck.text}
            isAwaited={deck.raw !== undefined && words?.text !== ""}
            findings={words && isNewest ? words.told : []}
            place={place}
            edit={(text) => {
              // A text that was pasted whole is not edited yet: on a small screen, make room for
              // its verdict.
              if (isBlank && text.length > MAX_KEYED) setOpen(false);
              store.type(text);
            }}
            undo={undo}
          />
        )}
        {isBlank && (
          <p class="tools">
            {canPaste && (
              <Press
                id="paste"
                class="main"
                word="paste"
                // The browser refused: focus the text field, where the reader can paste by hand.
                act={() => void navigator.clipboard.readText().then(paste, () => window.document.getElementById("deck")?.focus())}
              />
            )}
            <span class="soft">{say("pasteHelp")}</span>
          </p>
        )}
        {!isBlank && !deck.raw && (
          <div class="tools">
            <Share store={store} />
            <Select
              id="save-as"
              label={<span class="hidden">{say("saveAs")}</span>}
              value={writes}
              first={say("asItIs")}
              of={forms}
              choose={setWrites}
            />
            <Press id="save" word="save" act={keep} />
          </div>
        )}
        {kind && !isBlank && (kind.roles.length > 0 || kind.parameters.length > 0) && (
          <details id="more" open={chosen.role !== "" || chosen.set.length > 0}>
            <summary>{say("moreChoices")}</summary>
            <p class="tools">
              <Choices kind={kind} role={chosen.role} set={chosen.set} choose={(role, set) => store.choose({ role, set })} />
            </p>
          </details>
        )}
      </div>
    </section>
  );
}

/** The delay, in milliseconds, before the page asks what the deck itself names. */
const ASKED_AFTER = 300;

/** Shows where a choice overrides the deck, with a button that drops the choice. */
function Override({ store, ask, games, document }: Pick<DeckProps, "store" | "ask" | "games" | "document">) {
  const { say } = usePage();
  const { deck, state: { chosen } } = store;
  const isChosen = !isEmpty(deck) && (chosen.format !== "" || chosen.game !== "");
  const { game: _, format: __, role: ___, set: ____, ...bare } = ask;
  const files = useMemo(() => (isChosen ? [fileOf(deck)] : undefined), [deck, isChosen]);
  const found = useAnswer("check", bare, files, { rest: ASKED_AFTER, place: "says" })?.ok;
  if (!isChosen) return null;
  const says = found?.document.decks[0];
  const isOtherGame = says?.game != null && chosen.game !== "" && says.game !== chosen.game;
  const isOtherFormat = says?.format != null && chosen.format !== "" && says.format !== chosen.format;
  const name = games.find((one) => one.id === says?.game)?.name ?? says?.game;
  return (
    <p class="override" id="override">
      {isOtherGame || isOtherFormat ? (
        <>
          {say("deckSays") + say("colon")}
          <b>{isOtherGame ? name : found?.decks[0]?.format}</b>.{" "}
          {say(isOtherFormat && document?.format === chosen.format ? "judgedAsChosen" : "gameIgnored")}{" "}
        </>
      ) : (
        `${say("chosenHere")} `
      )}
      <Press class="place" word="asDeckSays" act={() => store.chooseFor({})} />
    </p>
  );
}
