// What stands above all: the page's name, what brings a deck onto it, and the language.
import { isData, ofInput, type Picked } from "./files";
import type { Lang, Say } from "./words";

interface HeaderProps {
  lang: Lang;
  say: Say;
  isBlank: boolean;
  speak: (lang: Lang) => void;
  begin: () => void;
  openDecks: (picked: Picked[]) => void;
  openData: (picked: Picked[]) => void;
}

export function Header({ lang, say, isBlank, speak, begin, openDecks, openData }: HeaderProps) {
  return (
    <header>
      <h1>sleeve</h1>
      <p>{isBlank && say("lead")}</p>
      <span class="tools">
        {!isBlank && (
          <button type="button" id="new" onClick={begin}>
            {say("newDeck")}
          </button>
        )}
        <label class="button">
          {say("open")}
          <input
            id="open"
            type="file"
            multiple
            onChange={(event) => {
              const picked = ofInput(event.currentTarget);
              if (isData(picked)) openData(picked);
              else openDecks(picked);
            }}
          />
        </label>
        <select
          id="language"
          aria-label={say("language")}
          value={lang}
          onChange={(event) => speak(event.currentTarget.value === "fr" ? "fr" : "en")}
        >
          <option value="en">EN</option>
          <option value="fr">FR</option>
        </select>
      </span>
    </header>
  );
}
