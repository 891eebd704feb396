// What every part of the page has at hand: the engine and its answers, the words, what is done from many places, and what
// the browser tells.
import { createContext } from "preact";
import { useContext, useEffect, useLayoutEffect, useState } from "preact/hooks";
import type { Answer, Ask, File, Name, Named, Refused } from "./calls";
import type { Engine } from "./engine";
import type { Lang, Say } from "./words";

interface AtHand {
  engine: Engine;
  lang: Lang;
  say: Say;
  /** Shows a card. */
  look: (card: string) => void;
  /** Copies of a card more or fewer. */
  change: (card: Named, by: number, zone?: string, state?: string) => void;
  /** Says what was done. */
  tell: (said: string) => void;
  refuse: (refused: Refused | undefined) => void;
}

const Hand = createContext<AtHand | undefined>(undefined);
export const Page = Hand.Provider;

export function usePage() {
  const hand = useContext(Hand);
  if (!hand) throw new Error("outside the page");
  return hand;
}

/** The answer to a call, kept until what is asked changes and the next one comes. Without files nothing is asked; where a call
 * takes long, it is asked once they rested for so many milliseconds. */
export function useAnswer<T>(name: Name, ask: Ask, files: File[] | undefined, { rest = 0, place = name as string } = {}) {
  const { engine } = usePage();
  const [answer, setAnswer] = useState<Answer<T>>();
  useLayoutEffect(() => {
    if (!files) return setAnswer(undefined);
    let isOld = false;
    const go = () => void engine.call<T>(name, ask, files, place).then((found) => !isOld && setAnswer(found));
    const timer = rest > 0 ? setTimeout(go, rest) : go();
    return () => {
      isOld = true;
      clearTimeout(timer ?? 0);
    };
  }, [name, JSON.stringify(ask), files === undefined, ...(files ?? [])]);
  return answer;
}

/** Acts whenever the browser tells of an event. */
export function useEvents(acts: Record<string, () => void>) {
  useEffect(() => {
    for (const [event, act] of Object.entries(acts)) addEventListener(event, act);
    return () => {
      for (const [event, act] of Object.entries(acts)) removeEventListener(event, act);
    };
  });
}
