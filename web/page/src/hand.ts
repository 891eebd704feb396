// The context of all parts of the page: the engine and its answers, words, common actions and
// browser events.
import { createContext } from "preact";
import { useContext, useEffect, useLayoutEffect, useState } from "preact/hooks";
import type { Answer, Calls, File, Name, Named, Refused } from "./calls";
import type { Engine } from "./engine";
import type { Lang, Say } from "./words";

interface AtHand {
  engine: Engine;
  lang: Lang;
  say: Say;
  /** Shows a card. */
  look: (card: string) => void;
  /** Adds copies of a card, or removes them if `by` is negative. */
  change: (card: Named, by: number, zone?: string, state?: string) => void;
  /** Shows a status message, with a way back if there is one. */
  tell: (said: string, undo?: () => void) => void;
  refuse: (refused: Refused | undefined) => void;
}

const Hand = createContext<AtHand | undefined>(undefined);
export const Page = Hand.Provider;

export function usePage() {
  const hand = useContext(Hand);
  if (!hand) throw new Error("outside the page");
  return hand;
}

/** Returns the answer to a call. The last answer stays until the next one arrives. Without
 * files, no call is made. A slow call can wait until its input has not changed for `rest`
 * milliseconds. */
export function useAnswer<N extends Name>(name: N, ask: Calls[N]["ask"], files: File[] | undefined, { rest = 0, place = name as string } = {}) {
  const { engine } = usePage();
  const [answer, setAnswer] = useState<Answer<Calls[N]["answer"]>>();
  useLayoutEffect(() => {
    if (!files) return setAnswer(undefined);
    let isOld = false;
    const go = () => void engine.call(name, ask, files, place).then((found) => !isOld && setAnswer(found));
    const timer = rest > 0 ? setTimeout(go, rest) : go();
    return () => {
      isOld = true;
      clearTimeout(timer ?? 0);
    };
  }, [name, JSON.stringify(ask), files === undefined, ...(files ?? [])]);
  return answer;
}

/** Runs a function on each of the given browser events. */
export function useEvents(acts: Record<string, () => void>) {
  useEffect(() => {
    for (const [event, act] of Object.entries(acts)) addEventListener(event, act);
    return () => {
      for (const [event, act] of Object.entries(acts)) removeEventListener(event, act);
    };
  });
}
