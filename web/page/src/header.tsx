// The page's header: its name, buttons for a new or opened deck, and the language.
import { Opener, Press } from "./controls";
import type { Picked } from "./files";
import type { Lang } from "./words";
import { usePage } from "./hand";

interface HeaderProps {
  isBlank: boolean;
  speak: (lang: Lang) => void;
  begin: () => void;
  open: (picked: Picked[]) => void;
}

export function Header({ isBlank, speak, begin, open }: HeaderProps) {
  const { lang, say } = usePage();
  return (
    <header>
      <h1>
        <span class="mark" aria-hidden="true">
          <i />
          <i />
          <i />
        </span>
        sleeve
      </h1>
      <p>{isBlank && say("lead")}</p>
      <span class="tools">
        {!isBlank && <Press id="new" word="newDeck" act={begin} />}
        <Opener id="open" word="open" open={open} />
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
