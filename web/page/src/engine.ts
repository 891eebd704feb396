// Calls of the engine, one after the other; it is started anew where it stops.
import type { Answer, Ask, Call, File, Name, Refused, Reply } from "./calls";

/** A call that takes longer, in milliseconds, is given up. */
export const CALL_LIMIT = 60_000;

/** What became of the engine. */
export type Fate = "ready" | "stopped" | "slow" | "unstartable";

type Waiting = { call: Call; settle: (answer: Answer<unknown>) => void };

const gone: Refused = { message: "", help: "", span: null, drawn: null };

const data = (id: string) => document.getElementById(id)?.textContent ?? "";

export class Engine {
  private worker?: Worker;
  private url?: string;
  private queue: Waiting[] = [];
  private current?: Waiting;
  private timer = 0;
  private next = 1;
  private isReady = false;
  /** Laid over the games again where the engine is started anew. */
  private own: { ask: Ask; files: File[] } | undefined;

  constructor(private readonly fate: (fate: Fate) => void) {
    this.start();
  }

  private start() {
    this.isReady = false;
    try {
      this.url ??= URL.createObjectURL(new Blob([data("worker")], { type: "text/javascript" }));
      const worker = new Worker(this.url);
      this.worker = worker;
      worker.onmessage = (event: MessageEvent<Reply>) => this.heard(event.data);
      worker.onerror = () => this.fate("unstartable");
      worker.postMessage(data("engine"));
    } catch {
      this.fate("unstartable");
    }
  }

  private heard(reply: Reply) {
    if (reply.id === 0 && reply.stopped !== undefined) {
      this.fate("unstartable");
      return;
    }
    if (reply.id === 0) {
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
    const next = this.queue.shift();
    if (!next) return;
    this.current = next;
    this.worker?.postMessage(next.call);
    this.timer = window.setTimeout(() => {
      next.settle({ refused: gone });
      this.renew("slow");
    }, CALL_LIMIT);
  }

  private waiting(name: Name, ask: Ask, files: File[], settle: Waiting["settle"]): Waiting {
    return { call: { id: this.next++, name, ask, files }, settle };
  }

  call<T>(name: Name, ask: Ask, files: File[] = []): Promise<Answer<T>> {
    return new Promise((settle) => {
      this.queue.push(this.waiting(name, ask, files, (answer) => settle(answer as Answer<T>)));
      this.advance();
    });
  }

  /** Lays data over the games; what was taken is laid again where the engine is started anew. */
  async lay<T>(ask: Ask, files: File[]): Promise<Answer<T>> {
    const answer = await this.call<T>("own", ask, files);
    if (answer.ok !== undefined) this.own = files.length > 0 ? { ask, files } : undefined;
    return answer;
  }
}
