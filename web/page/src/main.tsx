// The page: the deck on one side, the views on the other, the verdict above both.
import { type ComponentChildren, render } from "preact";
import { useEffect, useErrorBoundary, useLayoutEffect, useMemo, useRef, useState } from "preact/hooks";
import { Bar, question, type View } from "./bar";
import { Begin, clearGame, type Known, seekGame, template, WhichGame } from "./begin";
import { Build, Contents } from "./build";
import { Card } from "./card";
import { Seats, type Table } from "./choices";
import type { Answer, Calls, Checked, DeckAsk, EventShown, File, Game, Named, Refused } from "./calls";
import { Press, Select, Skip, tint } from "./controls";
import { Data, ofData } from "./data";
import { DeckSide, MAX_EDITED_LENGTH } from "./deck";
import { Engine, type Fate, refusal, VERDICT } from "./engine";
import { Page, useEvents } from "./hand";
import { areDecks, isData, MAX_DECK_BYTES, MAX_FILES_AT_ONCE, ofDrop, type Picked, read, stem } from "./files";
import { Header } from "./header";
import { forget, hasOwn, keepDesk, keepOwn, keepRecent, keepSmall, keptDesk, keptOwn, keptSmall, recents } from "./keep";
import { Draw, Look, Print } from "./papers";
import { holds, packed, type Shared, unpacked } from "./share";
import { sharedOf } from "./share-panel";
import { begun, type Chosen, type Deck, fileOf, isEmpty, isEvent, lines, NOTHING_CHOSEN, Store, useStore } from "./store";
import { Table as DeckTable } from "./table";
import { Matrix, Refusal, SmallestRepair, Verdict } from "./verdict";
import { unpack } from "./unpack";
import { type Lang, sayer, type Word } from "./words";

/** The delay, in milliseconds, before a change is saved to the address and the browser's
 * storage. */
const KEPT_AFTER = 400;
/** The delay, in milliseconds, before the game of a typed text is looked for. */
const SOUGHT_AFTER = 300;
/** The most cards of a finding that are marked in the list of cards. */
const MAX_NAMED = 5;
/** How long a status message stays, in milliseconds. */
const SAID_FOR = 4_000;
/** The same for a message with a way back. */
const UNDONE_FOR = 10_000;

document.getElementById("unstarted")?.remove();
// Before anything is shown: the engine's pieces come after this script in the page.
const engine = new Engine(unpack());

/** Catches an error in one view, so that the rest of the page keeps working. */
function Guard({ word, children }: { word: string; children: ComponentChildren }) {
  const [fault] = useErrorBoundary();
  return fault ? <p role="alert">{word}</p> : <>{children}</>;
}

function shownDeck({ text, name, game, format, attested, role, set }: Shared) {
  return { deck: begun(name || "deck", lines(text)), chosen: { game, format, attested, role, set } };
}

/** Scrolls to the verdict, after a button far down the page changed it. */
const toVerdict = () => scrollTo(0, 0);

const bare = () => location.pathname + location.search;

/** The fragment that the page itself put into the address. */
let written = location.hash;

/** Saves the open decks in the browser at once, because the page may be about to close. */
function keepNow({ state, deck }: Store, title: string | undefined) {
  if (!deck.raw && !isEmpty(deck)) {
    const { id, path, text } = deck;
    const name = title ?? (path === "deck" ? text.trim().split("\n", 1)[0]?.slice(0, 60) : undefined) ?? stem(path);
    keepRecent({ id, path, text, title: name, chosen: state.chosen, at: Date.now() });
  }
  keepDesk(state, [written]);
}

/** Puts the deck into the address. */
async function address({ state, deck }: Store, isStill: () => boolean) {
  const fragment = deck.raw || isEmpty(deck) ? "" : ((await packed(sharedOf(deck, state.chosen))) ?? "");
  if (!isStill() || fragment === written) return;
  // A reload that has already begun still asks for the old address.
  keepDesk(state, [written, fragment]);
  if (fragment !== "" || holds(location.hash)) history.replaceState(null, "", fragment || bare());
  written = fragment;
}

/** The result of a check, and the file that was checked. */
interface Judged extends Checked { id: string; file: File }

function App({ store, isBroken }: { store: Store; isBroken: boolean }) {
  // The language chosen last time, else the browser's.
  const [lang, setLang] = useState(keptSmall<Lang>("lang") ?? (navigator.language.startsWith("fr") ? "fr" : "en"));
  const say = useMemo(() => sayer(lang), [lang]);
  const [fate, setFate] = useState<Fate>();
  /** The engine's last failure, until the reader dismisses it. */
  const [fault, setFault] = useState<Word>();
  const state = useStore(store);
  const { decks, active, chosen } = state;
  const { deck } = store;
  const [games, setGames] = useState<Game[]>([]);
  const [laid, setLaid] = useState<Answer<{ files: number }>>();
  /** Stored games have to load before the first verdict. */
  const [isLaying, setLaying] = useState(hasOwn);
  const [round, setRound] = useState(0);
  /** The game found for a deck that names none, or the games that know some of its cards. */
  const [found, setFound] = useState<{ id: string; text: string; game: string | undefined; known: Known[] }>();
  const [table, setTable] = useState<Table>({});
  const [plan, setPlan] = useState("");
  const [view, setView] = useState<View>("check");
  const [judged, setChecked] = useState<Judged>();
  /** The last change that was checked. */
  const [shown, setShown] = useState(0);
  const [{ said, undo: back }, setSaid] = useState<{ said: string; undo?: (() => void) | undefined }>({ said: "" });
  const tell = (said: string, undo?: () => void) => setSaid({ said, undo });
  const [refused, refuse] = useState<Refused>();
  const [place, setPlace] = useState<[number, number, number]>();
  const [isOver, setOver] = useState(false);
  /** The card that is shown. */
  const [card, look] = useState<string>();
  /** Decks opened to learn from. */
  const [learned, setLearned] = useState<File[]>([]);
  const [isOwn, takeOwn] = useState(false);
  const [aside, setAside] = useState<Named[]>([]);
  const [isOpen, setOpen] = useState(isEmpty(deck));
  /** Whether the table shows all rows, or only the deck that was picked from it. */
  const [isListed, setListed] = useState(true);
  const ticket = useRef(0);

  const foundGame = found?.id === deck.id ? found.game : undefined;
  /** The event file and its content. It is read before the decks are checked. */
  const event = decks.find((one) => isEvent(one.path));
  const [day, setDay] = useState<{ of: Deck; said: EventShown | undefined }>();
  const rules = event && day?.of === event ? day.said?.rules : undefined;
  useLayoutEffect(() => {
    let isOld = false;
    if (event) void engine.call("event", { lang }, [fileOf(event)]).then(({ ok }) => !isOld && setDay({ of: event, said: ok }));
    return () => {
      isOld = true;
    };
  }, [event, lang, round]);
  const isWaiting = isLaying || (event !== undefined && day?.of !== event);
  const ask: DeckAsk = useMemo(() => {
    const { attested, role } = chosen;
    const game = chosen.game || foundGame;
    // At an event, the event's rules override both the decks and the reader's choices.
    const format = rules?.format ?? chosen.format;
    const set = [...chosen.set, ...(rules?.set ?? [])];
    return {
      lang,
      attested,
      ...(game && !rules && { game }),
      ...(format && { format }),
      ...(role && { role }),
      ...(rules?.on && { on: rules.on }),
      ...(set.length > 0 && { set: Object.fromEntries(set) }),
    };
  }, [lang, chosen, foundGame, rules]);
  const file = useMemo(() => fileOf(deck), [deck]);
  // The result of another deck does not apply to this one.
  const checked = judged?.id === deck.id ? judged : undefined;
  const words = checked?.decks[0];
  const document_ = checked?.document.decks[0];
  const asked = question(document_);
  const entries = useMemo(() => words?.zones.flatMap((zone) => zone.entries) ?? [], [words]);

  useLayoutEffect(
    () =>
      engine.listen((fate) => {
        setFate(fate);
        if (fate !== "ready") setFault(fate);
      }),
    [],
  );

  useEffect(() => {
    document.documentElement.lang = lang;
    document.title = `sleeve – ${say("title")}`;
  }, [lang]);

  // Each change asks for a verdict, and only the newest is shown. Other effects wait for the next
  // frame; this one does not.
  useLayoutEffect(() => {
    ticket.current += 1;
    const mine = ticket.current;
    if (isWaiting || isEmpty(deck)) {
      setChecked(undefined);
      return;
    }
    void engine.call("check", ask, [file], VERDICT).then((answer) => {
      if (mine !== ticket.current) return;
      setChecked(answer.ok && { ...answer.ok, id: deck.id, file });
      if (answer.refused) refuse(answer.refused);
      setShown(mine);
    });
  }, [file, ask, round, isWaiting]);

  useEffect(() => {
    void engine.call("games", { lang }).then((answer) => answer.ok && setGames(answer.ok));
  }, [lang, round]);

  /** Loads data files into the games; without files, removes them. */
  const lay = async (files: File[]) => {
    const answer = await engine.lay({ lang }, files);
    setLaid(answer);
    setRound((round) => round + 1);
    return answer.ok !== undefined;
  };
  useEffect(() => {
    if (isLaying) void keptOwn().then(lay).then(() => setLaying(false));
  }, []);

  // Once the text of an opened file is known, it becomes editable.
  useEffect(() => {
    const text = words?.text ?? "";
    if (checked?.file === file && deck.raw && text !== "" && text.length <= MAX_EDITED_LENGTH) store.know(deck, text);
  }, [checked, file]);

  // A deck without a game is read in each game. If one knows most of its cards, that is its game.
  useEffect(() => {
    const isWrong = foundGame !== undefined && document_?.verdict === "unusable" && words?.zones.every((one) => one.entries.length === 0);
    if (isEmpty(deck) || games.length === 0 || (asked !== "whichGame" && !isWrong) || (found?.id === deck.id && found.text === deck.text)) return;
    let isOld = false;
    // Wait until the reader stops typing.
    const rest = setTimeout(async () => {
      const known = await seekGame(engine, games, lang, file);
      if (!isOld) setFound({ id: deck.id, text: deck.text, known, game: clearGame(known) });
    }, found?.id === deck.id ? SOUGHT_AFTER : 0);
    return () => {
      isOld = true;
      clearTimeout(rest);
    };
  }, [checked, games]);

  const keep = () => keepNow(store, document_?.name ?? undefined);
  useEffect(() => {
    const rest = setTimeout(() => {
      keep();
      void address(store, () => store.state === state);
    }, KEPT_AFTER);
    return () => clearTimeout(rest);
  }, [state, checked]);

  useEffect(() => refuse(undefined), [deck.text]);
  useEffect(() => {
    const read = setTimeout(() => tell(""), back ? UNDONE_FOR : SAID_FOR);
    return () => clearTimeout(read);
  }, [said, back]);

  const broken = () => {
    refuse(refusal(say("linkBroken")));
    history.replaceState(null, "", bare());
  };
  useEffect(() => {
    if (isBroken) broken();
  }, []);
  const opened = async () => {
    if (!holds(location.hash) || location.hash === written) return;
    const shared = await unpacked(location.hash);
    if (!shared) return broken();
    const { deck, chosen } = shownDeck(shared);
    store.open([deck], chosen);
  };
  useEvents({ pagehide: keep, visibilitychange: keep, hashchange: opened });

  const undo = (isBack: boolean) => store.undo(isBack, () => tell(say(isBack ? "undone" : "redone")));
  const useData = async (picked: Picked[]) => {
    setView("data");
    const files = await ofData(picked);
    if (typeof files === "string") setLaid({ refused: refusal(`${say("tooMany")} ${files}`) });
    else if (await lay(files)) await keepOwn(files);
  };
  const show = (deck: Deck, view: View, chosen: Chosen = NOTHING_CHOSEN) => {
    setOpen(isEmpty(deck));
    store.open([deck], chosen);
    toVerdict();
    setView(view);
  };
  const openDecks = async (picked: Picked[]) => {
    if (picked.length === 0) return;
    if (picked.length > MAX_FILES_AT_ONCE) return refuse(refusal(`${say("tooMany")} ${MAX_FILES_AT_ONCE}`));
    const files = await read(picked, MAX_DECK_BYTES);
    refuse(undefined);
    setChecked(undefined);
    setOpen(false);
    setListed(true);
    store.openFiles(files);
    setView("check");
    // After they are shown, because storing many files takes a while.
    setTimeout(keep);
  };
  const open = (picked: Picked[]) => (isData(picked) ? useData(picked) : openDecks(picked));
  const learn = async (picked: Picked[]) => {
    setLearned([...learned, ...(await read(picked.slice(0, MAX_FILES_AT_ONCE), MAX_DECK_BYTES))]);
    takeOwn(true);
  };
  const paste = (text: string) => {
    store.put(lines(text), deck.text);
    setOpen(false);
  };
  const dropped = async (event: DragEvent) => {
    event.preventDefault();
    setOver(false);
    if (!event.dataTransfer) return;
    const text = event.dataTransfer.getData("text/plain");
    const picked = await ofDrop(event.dataTransfer);
    if (picked.length === 0) return text !== "" && paste(text);
    if ((event.target as Element).closest("#suggestions")) return learn(picked);
    const isOfGames = view === "data" && !picked.some((one) => isEvent(one.path)) && !(await areDecks(picked));
    await (isOfGames ? useData(picked) : open(picked));
  };

  const known = document_?.game ?? (ask.game || undefined);
  const home = games.find((one) => one.id === known);
  const kind = home?.formats.find((one) => one.id === ((!rules && chosen.format) || document_?.format));
  useEffect(() => setTable({}), [known, kind?.id]);
  const side = chosen.role || document_?.role;
  const askHome: DeckAsk = { ...ask, ...(known && { game: known }), ...(kind && { format: kind.id }), ...(side && { role: side }) };

  /** The deck's colour: that of most of its cards. */
  const colour = useMemo(() => {
    const copies = new Map<string, number>();
    for (const { look, count } of entries) if (look.colour) copies.set(look.colour, (copies.get(look.colour) ?? 0) + count);
    return [...copies].sort((a, b) => b[1] - a[1])[0]?.[0] ?? home?.colour;
  }, [entries, home]);
  /** Cards that a rule names, unless it names many: a wrong size names all cards. */
  const wrong = useMemo(() => {
    const found = document_?.findings.filter((one) => one.level === "error" && one.cards.length <= MAX_NAMED) ?? [];
    return new Set(found.flatMap((one) => one.cards.map(({ id }) => id)));
  }, [document_]);
  /** Whether the whole width is for the view: only the check needs the text. */
  const isWide = !isEmpty(deck) && !isOpen && view !== "check";

  const counted = useRef<Named>({ id: "", name: "" });
  const [copies, setCopies] = useState("");
  const change = (card: Named, by: number, zone?: string, state?: string) => {
    const to: Calls["change"]["ask"] = { ...ask, card: card.id, by, ...(zone && { zone }), ...(state && { state }) };
    counted.current = card;
    store.change(async (deck): Promise<Answer<string>> => {
      let from = fileOf(deck);
      if (isEmpty(deck)) {
        if (!known || !kind) return { refused: refusal(say("whichFormat")) };
        const text = template(known, kind, chosen.role, say("myDeck"));
        from = { path: deck.path, bytes: new TextEncoder().encode(text) };
      }
      const answer = await engine.call("change", to, [from]);
      return answer.refused ? answer : { ok: answer.ok.text };
    }, refuse);
  };
  // Announce the number of copies after each press, for people who cannot see it.
  useEffect(() => {
    const { id, name } = counted.current;
    const copies = entries.reduce((sum, entry) => sum + (entry.id === id ? entry.count : 0), 0);
    if (id !== "") setCopies(`${name}${say("colon")}${copies} ${say("inDeck")}`);
  }, [entries]);
  const hand = useMemo(() => ({ engine, lang, say, look, change, tell, refuse }), [ask, known, kind]);

  const seats = kind && (kind.seats > 0 || kind.players.length > 0) && <Seats kind={kind} table={table} sit={setTable} />;
  const plans = words?.plans ?? [];
  const played = plans.includes(plan) ? plan : "";
  // A card that left the deck can no longer be set out.
  const isHeld = (card: Named) => entries.some((entry) => entry.id === card.id);
  const papers = { ask, seat: { ...(seats && table), ...(played && { plan: played }) }, file, aside: aside.filter(isHeld), setAside };
  const others = useMemo(() => decks.filter((one) => one !== deck && !isEvent(one.path)).map(fileOf), [decks, deck]);
  const own = useMemo(() => {
    const open = new Set(decks.map((one) => one.id));
    const late = view === "build" ? recents().filter((one) => !open.has(one.id)).map((one) => fileOf(begun(one.path, one.text))) : [];
    return [...learned, ...others, ...late];
  }, [others, learned, view]);
  const recent = useMemo(() => (isEmpty(deck) ? recents() : []), [isEmpty(deck), round, view]);
  const inside = () => {
    if (view === "data") return <Data games={games} laid={laid} open={useData} />;
    if (view === "build" && known) {
      return (
        <Build
          ask={askHome}
          zones={words?.zones ?? []}
          places={kind?.zones ?? []}
          file={isEmpty(deck) ? undefined : file}
          own={{ decks: own, isTaken: isOwn, take: takeOwn, learn }}
        />
      );
    }
    if (view === "build" || isEmpty(deck)) {
      return (
        <Begin
          games={games}
          recent={recent}
          begin={(text, path) => show(begun(path, text), "build")}
          reopen={(one) => show({ ...begun(one.path, one.text), id: one.id }, view, one.chosen)}
          table={store.table && [store.table.decks.length, () => (setListed(true), store.reopen())]}
          forget={async () => {
            const { table } = store;
            delete store.table;
            const remember = await forget();
            await lay([]);
            tell(say("forgotten"), async () => {
              if (table) store.table = table;
              await remember();
              await lay(await keptOwn());
              tell(say("undone"));
            });
          }}
        />
      );
    }
    if (!document_ || !words) return null;
    if (view === "check") {
      return (
        <>
          {asked === "whichGame" && (
            <WhichGame
              games={games}
              known={found?.id === deck.id ? found.known : undefined}
              take={(game) => {
                store.chooseFor({ game });
                toVerdict();
              }}
            />
          )}
          <Verdict
            key={deck.id}
            ask={ask}
            file={file}
            deck={document_}
            words={words}
            isAsked={asked !== undefined}
            correct={(line, from, to) => {
              const rows = deck.text.split("\n");
              const quoted = (text: string) => JSON.stringify(text);
              const row = rows[line - 1] ?? "";
              rows[line - 1] = row.includes(quoted(from)) ? row.replace(quoted(from), () => quoted(to)) : row.replace(from, () => to);
              store.put(rows.join("\n"), deck.text);
              toVerdict();
            }}
            go={(span) => {
              setOpen(true);
              setPlace([...span, (place?.[2] ?? 0) + 1]);
            }}
            attest={(attested) => store.choose({ attested })}
          >
            {document_.verdict === "illegal" && (
              <SmallestRepair
                key={`${deck.text}${JSON.stringify(ask)}`}
                ask={ask}
                file={file}
                apply={(text) => {
                  store.put(text, deck.text, () => tell(say("applied")));
                  toVerdict();
                }}
              />
            )}
            {document_.game && !rules && (
              <Matrix
                key={asked}
                ask={askHome}
                file={file}
                isAsked={asked === "whichFormat"}
                take={(format) => {
                  store.chooseFor({ game: chosen.game, format });
                  toVerdict();
                }}
              />
            )}
          </Verdict>
          {!asked && entries.length > 0 && <Contents zones={words.zones} curve={null} wrong={wrong} />}
        </>
      );
    }
    if (asked) return <Press class="place" word={asked} act={() => setView("check")} />;
    return (
      <>
        {view !== "print" && seats}
        {view !== "print" && plans.length > 0 && (
          <p class="tools">
            <Select
              id="plan"
              label={say("plan")}
              value={played}
              first={say("asRegistered")}
              of={plans.map((name) => ({ id: name, name }))}
              choose={setPlan}
            />
          </p>
        )}
        {view === "draw" && <Draw {...papers} entries={entries} home={askHome} />}
        {view === "look" && <Look {...papers} entries={entries} others={others} />}
        {view === "print" && <Print ask={ask} file={file} />}
      </>
    );
  };
  return (
    <Page value={hand}>
      <div
        class={isOver ? "page over" : "page"}
        onDragOver={(event) => {
          event.preventDefault();
          setOver(true);
        }}
        onDragLeave={(event) => event.currentTarget === event.target && setOver(false)}
        onDrop={dropped}
      >
        <Skip word="skip" to="deck" unfold={() => setOpen(true)} />
        <Header
          isBlank={decks.length === 1 && isEmpty(deck)}
          speak={(lang) => {
            setLang(lang);
            keepSmall("lang", lang);
          }}
          begin={() => {
            keep();
            show(begun("deck", ""), "check");
          }}
          open={open}
        />
        <Bar
          deck={deck}
          document={document_}
          words={words}
          revision={shown}
          view={view}
          open={(view) => {
            setView(view);
            setOpen(false);
            toVerdict();
          }}
          undo={undo}
        />
        <main class={isEmpty(deck) ? "blank" : isWide ? "across" : ""} style={tint(colour)}>
          <DeckSide
            store={store}
            ask={ask}
            games={games}
            home={home}
            kind={kind}
            document={document_}
            words={words}
            event={rules && day?.said?.name}
            isNewest={shown === ticket.current}
            isOpen={isOpen}
            setOpen={setOpen}
            place={place}
            undo={undo}
            paste={paste}
          />
          <section class="views" aria-label={say("views")}>
            {refused && <Refusal refused={refused} />}
            <div role="tabpanel" id="view" aria-labelledby={`tab-${view}`}>
              {fault && (
                <p role="alert" class="refusal">
                  {say(fault)} <Press word="close" act={() => setFault(undefined)} />
                </p>
              )}
              {fate === undefined && <p id="starting">{say("starting")}</p>}
              <Guard key={view} word={say("pageFault")}>
                {view === "check" && decks.length > 1 && !isWaiting && (
                  <DeckTable
                    ask={ask}
                    decks={decks}
                    active={active}
                    isFolded={!isListed}
                    unfold={() => {
                      setListed(true);
                      toVerdict();
                    }}
                    choose={(at) => {
                      store.show(at);
                      setListed(false);
                      toVerdict();
                    }}
                  />
                )}
                {inside()}
              </Guard>
            </div>
          </section>
        </main>
        {card !== undefined && (
          <Card key={card} ask={askHome} file={isEmpty(deck) ? undefined : file} card={card} close={() => look(undefined)} />
        )}
        <p role="status" class="hidden">
          {copies}
        </p>
        <p id="said">
          <span role="status">{said}</span>
          {back && <Press id="take-back" word="undo" act={back} />}
        </p>
      </div>
    </Page>
  );
}

const root = document.getElementById("page");

async function start() {
  const kept = await keptDesk(holds(location.hash) ? location.hash : "").catch(() => undefined);
  const shared = !kept && holds(location.hash) ? await unpacked(location.hash) : undefined;
  const first = shared && shownDeck(shared);
  const state = first && { decks: [first.deck], active: 0, chosen: first.chosen };
  const nothing = { decks: [begun("deck", "")], active: 0, chosen: NOTHING_CHOSEN };
  const store = new Store(kept ?? state ?? nothing);
  if (root) render(<App store={store} isBroken={!kept && !shared && holds(location.hash)} />, root);
}
void start();

if (location.protocol.startsWith("http") && isSecureContext && "serviceWorker" in navigator) {
  navigator.serviceWorker.register("offline.js").catch(() => {
    // If it fails, the page still works online.
  });
}
