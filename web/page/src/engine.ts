// Calls the engine, one call at a time. It runs in its own thread and is restarted after a crash.
import type { Answer, Call, Calls, File, LangAsk, Name, Refused, Reply, ToWorker } from "./calls";
import { answer, begin } from "../../engine/desk.js";
import { Cut } from "./unpack";

/** The time limit of a call, in milliseconds. */
export const CALL_LIMIT = 60_000;

/** A deck up to this size, in bytes, that the page opens with is checked in the page's own
 * thread. */
const FIRST_BYTES = 32_768;

/** The place whose calls go before all others. */
export const VERDICT = "verdict";

/** The state of the engine. */
export type Fate = "ready" | "stopped" | "slow" | "cut" | "unstartable";

type Waiting = { call: Call; place?: string; settle: (answer: Answer<unknown>) => void };

export const refusal = (message: string, help = ""): Refused => ({ message, help, span: null, drawn: null });

const gone = refusal("");

export class Engine {
  private worker?: Worker;
  private url?: string;
  private module!: WebAssembly.Module;
  private queue: Waiting[] = [];
  private current?: Waiting;
  private timer = 0;
  private next = 1;
  private isReady = false;
  private last?: Fate;
  private notify: (fate: Fate) => void = () => {};
  /** The user's data, which is loaded again after a restart. */
  private own: { ask: LangAsk; files: File[] } | undefined;

  constructor(module: Promise<WebAssembly.Module>) {
    module
      .then(async (module) => {
        this.module = module;
        await this.first(module);
        this.start();
      })
      .catch((error: unknown) => this.fate(error instanceof Cut ? "cut" : "unstartable"));
  }

  /** Calls `notify` with the engine's state now, and again whenever it changes. */
  listen(notify: (fate: Fate) => void) {
    this.notify = notify;
    if (this.last) notify(this.last);
  }

  private fate(fate: Fate) {
    this.last = fate;
    this.notify(fate);
  }

  /** Computes the first verdict before the thread starts. */
  private async first(module: WebAssembly.Module) {
    const at = this.queue.findIndex((one) => one.place === VERDICT);
    const waiting = this.queue[at];
    const length = waiting?.call.files.reduce((sum, file) => sum + (file.bytes?.length ?? 0), 0) ?? 0;
    if (!waiting || length > FIRST_BYTES) return;
    try {
      const answered = JSON.parse(answer(await begin(module), waiting.call)) as Answer<unknown>;
      this.queue = this.queue.filter((one) => one !== waiting);
      waiting.settle(answered);
      // Show the verdict before starting the thread.
      await new Promise((settle) => setTimeout(settle));
    } catch {
      // A failure here happens in the thread too, and is reported there.
    }
  }

  private start() {
    this.isReady = false;
    try {
      const script = document.getElementById("worker")?.textContent ?? "";
      this.url ??= URL.createObjectURL(new Blob([script], { type: "text/javascript" }));
      const worker = new Worker(this.url);
      this.worker = worker;
      worker.onmessage = (event: MessageEvent<Reply>) => this.heard(event.data);
      worker.onerror = () => this.fate("unstartable");
      worker.postMessage({ module: this.module } satisfies ToWorker);
    } catch {
      this.fate("unstartable");
    }
  }

  private heard(reply: Reply) {
    if (reply.id === 0) {
      if (reply.stopped !== undefined) return this.fate("unstartable");
      this.isReady = true;
      if (this.own) this.queue.unshift(this.waiting("own", this.own.ask, this.own.files, () => {}));
      this.fate("ready");
      this.advance();
      return;
    }
    const { current } = this;
    if (!current || current.call.id !== reply.id) return;
    clearTimeout(this.timer);
    this.current = undefined;
    if (reply.json === undefined) {
      current.settle({ refused: gone });
      this.renew("stopped");
      return;
    }
    current.settle(JSON.parse(reply.json) as Answer<unknown>);
    this.advance();
  }

  private renew(fate: Fate) {
    this.worker?.terminate();
    this.current = undefined;
    this.fate(fate);
    this.start();
  }

  private advance() {
    if (!this.isReady || this.current) return;
    const urgent = this.queue.findIndex((one) => one.place === VERDICT);
    const isFirst = urgent < 0 || this.queue[0]?.call.name === "own";
    const [next] = this.queue.splice(isFirst ? 0 : urgent, 1);
    if (!next) return;
    this.current = next;
    this.worker?.postMessage(next.call satisfies ToWorker);
    this.timer = window.setTimeout(() => {
      next.settle({ refused: gone });
      this.renew("slow");
    }, CALL_LIMIT);
  }

  private waiting(name: Name, ask: Call["ask"], files: File[], settle: Waiting["settle"]): Waiting {
    return { call: { id: this.next++, name, ask, files }, settle };
  }

  /** Calls the engine. If several calls for one place of the page wait, only the newest is made. */
  call<N extends Name>(name: N, ask: Calls[N]["ask"], files: File[] = [], place?: string): Promise<Answer<Calls[N]["answer"]>> {
    return new Promise((settle) => {
      const old = place === undefined ? [] : this.queue.filter((one) => one.place === place);
      this.queue = this.queue.filter((one) => !old.includes(one));
      for (const one of old) one.settle({ refused: gone });
      const waiting = this.waiting(name, ask, files, (answer) => settle(answer as Answer<Calls[N]["answer"]>));
      this.queue.push({ ...waiting, ...(place !== undefined && { place }) });
      this.advance();
    });
  }

  /** Loads data into the games, and keeps it for a restart of the engine. */
  async lay(ask: LangAsk, files: File[]): Promise<Answer<Calls["own"]["answer"]>> {
    const answer = await this.call("own", ask, files);
    if (answer.ok !== undefined) this.own = files.length > 0 ? { ask, files } : undefined;
    return answer;
  }
}
