// The page: a deck on one side, what can be asked of it on the other.
import { Component, type ComponentChildren, render } from "preact";
import { useCallback, useEffect, useLayoutEffect, useMemo, useRef, useState } from "preact/hooks";
import { Build } from "./build";
import { Choices, Seats, type Table } from "./choices";
import type { Ask, Checked, File, Game, Named, Refused } from "./calls";
import { Data, lay, type Laid } from "./data";
import { Editor } from "./editor";
import { Engine, type Fate, VERDICT } from "./engine";
import { isData, MAX_DECK_BYTES, MAX_FILES_AT_ONCE, ofDrop, ofInput, type Picked, read, save, stem } from "./files";
import { Draw, Look, Print } from "./papers";
import { holds, packed, type Shared, unpacked } from "./share";
import { AttestedHere, Files, Matrix, Refusal, SmallestRepair, Verdict, VerdictWord } from "./verdict";
import { unpack } from "./unpack";
import { firstLanguage, keepLanguage, type Lang, sayer, type Word } from "./words";

/** A text longer than this, in UTF-16 units, is judged but not edited here. */
const MAX_EDITED_LENGTH = 400_000;
/** Changes that can be undone. */
const MAX_UNDONE = 500;
/** Typing within so many milliseconds is undone at once. */
const TYPED_TOGETHER = 600;
/** The address follows the deck after so many milliseconds of rest. */
const ADDRESS_REST = 400;

document.getElementById("unstarted")?.remove();
// Before anything is shown: the pieces of the engine stand behind this script.
const engine = new Engine(unpack());

const VIEWS = ["check", "build", "draw", "look", "print", "data"] as const;
type View = (typeof VIEWS)[number];

/** A deck: a text that is edited, or a file as it was opened. */
interface Deck { path: string; text: string; raw?: File }

const lines = (text: string) => text.replace(/\r\n?/g, "\n");

const fileOf = (deck: Deck): File => deck.raw ?? { path: deck.path, bytes: new TextEncoder().encode(deck.text) };

const isEmpty = (deck: Deck) => deck.raw === undefined && deck.text.trim() === "";

/** What keeps a fault in one view from taking the page with it. */
class Guard extends Component<{ word: string; children: ComponentChildren }, { failed: boolean }> {
  override state = { failed: false };
  override componentDidCatch() {
    this.setState({ failed: true });
  }
  override render() {
    return this.state.failed ? <p role="alert">{this.props.word}</p> : this.props.children;
  }
}

interface Past { back: string[]; forth: string[]; at: number }

const shownDeck = (shared: Shared): Deck => ({ path: shared.name || "deck", text: lines(shared.text) });

const isCut = (lang: Lang): Refused => ({ message: sayer(lang)("linkBroken"), help: "", span: null, drawn: null });

interface AppProps {
  /** The deck of the link that the page was opened with. */
  first: Shared | undefined;
  /** Whether that link was cut or edited. */
  isBroken: boolean;
}

function App({ first, isBroken }: AppProps) {
  const [lang, setLang] = useState<Lang>(firstLanguage);
  const say = useMemo(() => sayer(lang), [lang]);
  const [fate, setFate] = useState<Fate>();
  useLayoutEffect(() => engine.listen(setFate), []);
  const [games, setGames] = useState<Game[]>([]);
  const [laid, setLaid] = useState<Laid>({ count: 0 });
  const [round, setRound] = useState(0);
  const [decks, setDecks] = useState<Deck[]>([first ? shownDeck(first) : { path: "deck", text: "" }]);
  const [active, setActive] = useState(0);
  const [game, setGame] = useState(first?.game ?? "");
  const [format, setFormat] = useState(first?.format ?? "");
  const [role, setRole] = useState(first?.role ?? "");
  const [set, setSet] = useState<[string, string][]>(first?.set ?? []);
  const [table, setTable] = useState<Table>({});
  const [attested, setAttested] = useState(first?.attested ?? false);
  const [view, setView] = useState<View>("check");
  const [checked, setChecked] = useState<Checked>();
  /** Which change was judged last; the newest is that of the ticket. */
  const [shown, setShown] = useState(0);
  const [said, setSaid] = useState("");
  const [refused, setRefused] = useState(isBroken ? isCut(lang) : undefined);
  const [losses, setLosses] = useState<string[]>([]);
  const [writes, setWrites] = useState("");
  const [place, setPlace] = useState<[number, number, number]>();
  const [isOver, setOver] = useState(false);
  const [aside, setAside] = useState<Named[]>([]);
  const past = useRef<Past>({ back: [], forth: [], at: 0 });
  const ticket = useRef(0);

  const deck = decks[active] ?? decks[0] ?? { path: "deck", text: "" };
  const ask: Ask = useMemo(
    () => ({
      lang,
      attested,
      ...(game && { game }),
      ...(format && { format }),
      ...(role && { role }),
      ...(set.length > 0 && { set }),
    }),
    [lang, attested, game, format, role, set],
  );
  const file = useMemo(() => fileOf(deck), [deck]);
  const shared = (): Shared => ({ text: deck.text, name: deck.path, game, format, attested, role, set });

  useEffect(() => {
    document.documentElement.lang = lang;
    document.title = `sleeve – ${say("title")}`;
  }, [lang]);

  // Every change of what is judged asks for a verdict; only the newest is shown. It does
  // not wait for the next picture, as other effects do.
  useLayoutEffect(() => {
    ticket.current += 1;
    const mine = ticket.current;
    if (decks.length === 1 && isEmpty(deck)) {
      setChecked(undefined);
      return;
    }
    const files = decks.map(fileOf);
    void engine.call<Checked>("check", ask, files, VERDICT).then((answer) => {
      if (mine !== ticket.current) return;
      setChecked(answer.ok);
      if (answer.refused) setRefused(answer.refused);
      setShown(mine);
    });
  }, [decks, ask, round]);

  useEffect(() => {
    void engine.call<Game[]>("games", { lang }).then((answer) => answer.ok && setGames(answer.ok));
  }, [lang, round]);

  // A file that was opened becomes a text as soon as its text is known.
  useEffect(() => {
    if (!checked || checked.decks.length !== decks.length) return;
    if (!decks.some((one, at) => one.raw && (checked.decks[at]?.text ?? "") !== "" && one.text === "")) return;
    setDecks(
      decks.map((one, at) => {
        const text = checked.decks[at]?.text ?? "";
        if (!one.raw || one.text !== "" || text === "") return one;
        return text.length > MAX_EDITED_LENGTH ? one : { path: one.path, text: lines(text) };
      }),
    );
  }, [checked]);

  useEffect(() => {
    const rest = setTimeout(async () => {
      if (decks.length > 1 || deck.raw) return;
      const { pathname, search, hash } = location;
      if (isEmpty(deck)) {
        if (holds(hash) && ticket.current > 1) history.replaceState(null, "", pathname + search);
        return;
      }
      const fragment = await packed(shared());
      history.replaceState(null, "", fragment ?? pathname + search);
    }, ADDRESS_REST);
    return () => clearTimeout(rest);
  }, [decks, ask]);

  const opened = useCallback(async () => {
    if (!holds(location.hash)) return;
    const shared = await unpacked(location.hash);
    if (!shared) {
      setRefused(isCut(lang));
      history.replaceState(null, "", location.pathname + location.search);
      return;
    }
    setDecks([shownDeck(shared)]);
    setActive(0);
    setGame(shared.game);
    setFormat(shared.format);
    setAttested(shared.attested);
    setRole(shared.role);
    setSet(shared.set);
    past.current = { back: [], forth: [], at: 0 };
  }, []);
  useEffect(() => {
    if (isBroken) history.replaceState(null, "", location.pathname + location.search);
    addEventListener("hashchange", opened);
    return () => removeEventListener("hashchange", opened);
  }, []);

  const put = (text: string) =>
    setDecks(decks.map((one, at) => (at === active ? { path: one.path, text } : one)));
  const edit = (text: string, typed: boolean) => {
    const now = performance.now();
    const { current } = past;
    if (!typed || now - current.at > TYPED_TOGETHER || current.back.length === 0) {
      current.back.push(deck.text);
      if (current.back.length > MAX_UNDONE) current.back.shift();
    }
    current.forth = [];
    current.at = typed ? now : 0;
    setRefused(undefined);
    setLosses([]);
    setSaid("");
    put(text);
  };
  const undo = (back: boolean) => {
    const { current } = past;
    const text = (back ? current.back : current.forth).pop();
    if (text === undefined) return;
    (back ? current.forth : current.back).push(deck.text);
    current.at = 0;
    put(text);
    setSaid(say("undone"));
  };

  const chooseLanguage = (lang: Lang) => {
    setLang(lang);
    keepLanguage(lang);
  };
  const choose = (role: string, set: [string, string][]) => {
    setRole(role);
    setSet(set);
  };
  const useData = async (picked: Picked[]) => {
    setView("data");
    setLaid(await lay(engine, { lang }, picked, say));
    setRound(round + 1);
  };
  const openDecks = async (picked: Picked[]) => {
    if (picked.length === 0) return;
    setRefused(undefined);
    setLosses([]);
    if (picked.length > MAX_FILES_AT_ONCE) {
      setRefused({ message: `${say("tooMany")} ${MAX_FILES_AT_ONCE}`, help: "", span: null, drawn: null });
      return;
    }
    const files = await read(picked, MAX_DECK_BYTES);
    past.current = { back: decks.length === 1 && !isEmpty(deck) ? [deck.text] : [], forth: [], at: 0 };
    setChecked(undefined);
    setActive(0);
    setDecks(files.map((raw) => ({ path: raw.path, text: "", raw })));
    setView("check");
  };
  const dropped = async (event: DragEvent) => {
    event.preventDefault();
    setOver(false);
    if (!event.dataTransfer) return;
    const text = event.dataTransfer.getData("text/plain");
    const picked = await ofDrop(event.dataTransfer);
    if (picked.length === 0) {
      if (text !== "") edit(lines(text), false);
      return;
    }
    await (view === "data" || isData(picked) ? useData(picked) : openDecks(picked));
  };

  const words = checked?.decks[active];
  const document_ = checked?.document.decks[active];
  const known = document_?.game ?? (game || undefined);
  const home = games.find((one) => one.id === known);
  const formats = (game ? games.find((one) => one.id === game) : home)?.formats ?? [];
  const kind = (game ? games.find((one) => one.id === game) : home)?.formats.find(
    (one) => one.id === (format || document_?.format),
  );
  useEffect(() => setTable({}), [known, kind?.id]);
  const askHome: Ask = { ...ask, ...(known && { game: known }), ...(kind && { format: kind.id }) };

  const change = async (card: string, by: number, zone?: string, state?: string) => {
    const to: Ask = { ...ask, card, by, ...(zone && { zone }), ...(state && { state }) };
    let from = file;
    if (isEmpty(deck)) {
      const begun = await engine.call<{ text: string }>("starter", askHome);
      if (begun.refused) return setRefused(begun.refused);
      from = { path: deck.path, bytes: new TextEncoder().encode(begun.ok.text) };
    }
    const answer = await engine.call<{ text: string }>("change", to, [from]);
    if (answer.refused) return setRefused(answer.refused);
    edit(lines(answer.ok.text), false);
  };
  const begin = async () => {
    const answer = await engine.call<{ text: string }>("starter", askHome);
    if (answer.refused) return setRefused(answer.refused);
    choose("", []);
    edit(lines(answer.ok.text), false);
  };
  const copyLink = async () => {
    const fragment = await packed(shared());
    if (!fragment) return setSaid(say("linkTooLong"));
    history.replaceState(null, "", fragment);
    try {
      await navigator.clipboard.writeText(location.href);
      setSaid(say("linkCopied"));
    } catch {
      setSaid(say("linkInAddress"));
    }
  };
  const store = async () => {
    if (writes === "") return save(/\.[a-z]+$/i.test(deck.path) ? deck.path : `${deck.path}.txt`, deck.text);
    const answer = await engine.call<{ text: string; extension: string; losses: string[] }>(
      "write",
      { ...ask, to: writes },
      [file],
    );
    if (answer.refused) return setRefused(answer.refused);
    setLosses(answer.ok.losses);
    save(`${stem(deck.path)}.${answer.ok.extension}`, answer.ok.text);
  };

  const isThere = !isEmpty(deck) && checked !== undefined;
  const isTooLong = deck.raw !== undefined && deck.text === "" && (words?.text.length ?? 0) > MAX_EDITED_LENGTH;
  const tab = (event: KeyboardEvent) => {
    const step = { ArrowRight: 1, ArrowLeft: -1 }[event.key];
    if (step === undefined) return;
    event.preventDefault();
    const next = VIEWS[(VIEWS.indexOf(view) + step + VIEWS.length) % VIEWS.length] ?? "check";
    setView(next);
    document.getElementById(`tab-${next}`)?.focus();
  };
  const faults: Partial<Record<Fate, Word>> = {
    stopped: "engineStopped",
    slow: "engineSlow",
    cut: "engineCut",
    unstartable: "engineUnstartable",
  };
  const fault = fate && faults[fate];
  const [lastFault, setLastFault] = useState<Word>();
  useEffect(() => {
    if (fault) setLastFault(fault);
  }, [fault]);

  // What is no longer in the deck is not set out any more.
  const held = new Set(words?.zones.flatMap((zone) => zone.entries.map((entry) => entry.id)) ?? []);
  const seats = kind && (kind.seats > 0 || kind.players.length > 0) && (
    <Seats kind={kind} table={table} say={say} sit={setTable} />
  );
  const papers = { engine, ask: seats ? { ...ask, ...table } : ask, file, lang, say, aside: aside.filter((card) => held.has(card.id)), setAside };
  return (
    <div
      class={isOver ? "page over" : "page"}
      onDragOver={(event) => {
        event.preventDefault();
        setOver(true);
      }}
      onDragLeave={(event) => event.currentTarget === event.target && setOver(false)}
      onDrop={dropped}
    >
      <a class="skip" href="#deck" onClick={(event) => {
        event.preventDefault();
        document.getElementById("deck")?.focus();
      }}>
        {say("skip")}
      </a>
      <header>
        <h1>sleeve</h1>
        <p>{say("lead")}</p>
        <label class="language">
          <span class="hidden">{say("language")}</span>
          <select id="language" value={lang} onChange={(event) => chooseLanguage(event.currentTarget.value as Lang)}>
            <option value="en">English</option>
            <option value="fr">Français</option>
          </select>
        </label>
      </header>
      <main>
        <section class="deck" aria-labelledby="deck-title">
          <div class="title">
            <h2 id="deck-title">{say("deck")}</h2>
            {isThere && document_ && words && <VerdictWord deck={document_} words={words} />}
          </div>
          <p class="tools">
            <label class="button">
              {say("open")}
              <input id="open" type="file" multiple onChange={(event) => openDecks(ofInput(event.currentTarget))} />
            </label>
            <label>
              {say("game")}{" "}
              <select
                id="game"
                value={game}
                onChange={(event) => {
                  setGame(event.currentTarget.value);
                  setFormat("");
                  choose("", []);
                  setWrites("");
                }}
              >
                <option value="">{say("asDeckSays")}</option>
                {games.map((one) => (
                  <option key={one.id} value={one.id}>
                    {one.name}
                  </option>
                ))}
              </select>
            </label>
            <label>
              {say("format")}{" "}
              <select id="format" value={format} onChange={(event) => {
                setFormat(event.currentTarget.value);
                choose("", []);
              }}>
                <option value="">{say("asDeckSays")}</option>
                {formats.map((one) => (
                  <option key={one.id} value={one.id}>
                    {one.name}
                  </option>
                ))}
              </select>
            </label>
            {kind && <Choices kind={kind} role={role} set={set} say={say} choose={choose} />}
            {isEmpty(deck) && game && format && (
              <button type="button" id="begin" onClick={begin}>
                {say("begin")}
              </button>
            )}
          </p>
          {isTooLong ? (
            <p>{say("tooLong")}</p>
          ) : (
            <Editor
              text={deck.text}
              told={words && shown === ticket.current ? words.told : []}
              place={place}
              say={say}
              edit={(text) => edit(text, true)}
              undo={undo}
            />
          )}
          <p class="tools">
            <button type="button" id="undo" disabled={past.current.back.length === 0} onClick={() => undo(true)}>
              {say("undo")}
            </button>
            <button type="button" id="redo" disabled={past.current.forth.length === 0} onClick={() => undo(false)}>
              {say("redo")}
            </button>
            {!isEmpty(deck) && !deck.raw && (
              <>
                <button type="button" id="link" onClick={copyLink}>
                  {say("copyLink")}
                </button>
                <label>
                  {say("saveAs")}{" "}
                  <select id="save-as" value={writes} onChange={(event) => setWrites(event.currentTarget.value)}>
                    <option value="">{say("asItIs")}</option>
                    {document_?.format &&
                      home?.writes.map((one) => (
                        <option key={one.id} value={one.id}>
                          {one.id} (.{one.extension})
                        </option>
                      ))}
                  </select>
                </label>
                <button type="button" id="save" onClick={store}>
                  {say("save")}
                </button>
              </>
            )}
          </p>
          <div class="switch">
            <label>
              <input
                id="attested"
                type="checkbox"
                checked={attested}
                aria-describedby="attested-help"
                onChange={(event) => setAttested(event.currentTarget.checked)}
              />{" "}
              {say("attested")}
            </label>
            <p id="attested-help" class="soft">
              {say("attestedHelp")}
            </p>
            {isThere && document_ && document_.verdict !== "unusable" && (
              <AttestedHere engine={engine} ask={ask} file={file} say={say} />
            )}
          </div>
          <p role="status" id="said">
            {said}
          </p>
          {losses.length > 0 && (
            <div class="refusal" id="losses">
              <p>{say("losses")}</p>
              <ul>
                {losses.map((loss) => (
                  <li key={loss}>{loss}</li>
                ))}
              </ul>
            </div>
          )}
          {refused && <Refusal refused={refused} />}
        </section>
        <section class="views" aria-label={say("views")}>
          <div role="tablist" aria-label={say("views")} onKeyDown={tab}>
            {VIEWS.map((one) => (
              <button
                key={one}
                type="button"
                role="tab"
                id={`tab-${one}`}
                aria-selected={one === view}
                aria-controls="view"
                tabIndex={one === view ? 0 : -1}
                onClick={() => setView(one)}
              >
                {say(one)}
              </button>
            ))}
          </div>
          <div role="tabpanel" id="view" aria-labelledby={`tab-${view}`}>
            {lastFault && (
              <p role="alert" class="refusal">
                {say(lastFault)}{" "}
                <button type="button" onClick={() => setLastFault(undefined)}>
                  {say("close")}
                </button>
              </p>
            )}
            {fate === undefined && <p id="starting">{say("starting")}</p>}
            <Guard key={view} word={say("pageFault")}>
              {view === "check" && (
                <>
                  {decks.length > 1 && checked && (
                    <Files
                      decks={checked.document.decks}
                      words={checked.decks}
                      active={active}
                      say={say}
                      choose={(at) => {
                        setActive(at);
                        past.current = { back: [], forth: [], at: 0 };
                      }}
                    />
                  )}
                  {isThere && document_ && words ? (
                    <>
                      <Verdict
                        deck={document_}
                        words={words}
                        revision={shown}
                        say={say}
                        go={([from, to]) => setPlace([from, to, (place?.[2] ?? 0) + 1])}
                      />
                      {document_.verdict === "illegal" && (
                        <SmallestRepair
                          key={`${deck.text}${JSON.stringify(ask)}`}
                          engine={engine}
                          ask={ask}
                          file={file}
                          say={say}
                          apply={(text) => {
                            edit(lines(text), false);
                            setSaid(say("applied"));
                          }}
                        />
                      )}
                      {document_.game && <Matrix engine={engine} ask={ask} file={file} say={say} />}
                    </>
                  ) : (
                    <p id="verdict" role="status" class="soft">
                      {say("noDeck")}
                    </p>
                  )}
                </>
              )}
              {view === "build" && (
                <Build
                  engine={engine}
                  ask={askHome}
                  zones={words?.zones ?? []}
                  places={kind?.zones ?? []}
                  say={say}
                  change={change}
                />
              )}
              {view === "data" && <Data games={games} laid={laid} say={say} open={useData} />}
              {(view === "draw" || view === "look" || view === "print") &&
                (isThere ? (
                  <>
                    {view !== "print" && seats}
                    {view === "draw" && <Draw {...papers} />}
                    {view === "look" && <Look {...papers} />}
                    {view === "print" && <Print engine={engine} ask={ask} file={file} say={say} />}
                  </>
                ) : (
                  <p class="soft">{say("noDeck")}</p>
                ))}
            </Guard>
          </div>
        </section>
      </main>
    </div>
  );
}

const root = document.getElementById("page");
const show = (first: Shared | undefined) =>
  root && render(<App first={first} isBroken={!first && holds(location.hash)} />, root);
if (holds(location.hash)) void unpacked(location.hash).then(show);
else show(undefined);
if (location.protocol === "https:" && "serviceWorker" in navigator) {
  navigator.serviceWorker.register("offline.js").catch(() => {
    // Without it the page works while there is a network.
  });
}
