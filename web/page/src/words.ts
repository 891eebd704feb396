// What the page says, in both languages. What concerns games, decks and rules is said by the engine.

export type Lang = "en" | "fr";

const WORDS = {
  title: ["Deck checker", "Vérification de decks"],
  lead: [
    "Drop a deck file, paste a list, or begin one. Nothing leaves your machine.",
    "Déposez un fichier de deck, collez une liste ou commencez-en une. Rien ne quitte votre machine.",
  ],
  skip: ["Go to the deck", "Aller au deck"],
  language: ["Language", "Langue"],
  deck: ["Deck", "Deck"],
  deckText: ["text", "texte"],
  deckField: ["The deck's text", "Le texte du deck"],
  placeholder: [
    "Paste a deck here, or type one: 3 Darth Vader …",
    "Collez un deck ici ou tapez-le : 3 Darth Vader …",
  ],
  open: ["Open", "Ouvrir"],
  game: ["Game", "Jeu"],
  format: ["Format", "Format"],
  role: ["Role", "Rôle"],
  usually: ["usually", "d'ordinaire"],
  seat: ["Seat", "Place"],
  players: ["Players", "Joueurs"],
  asDeckSays: ["as the deck says", "selon le deck"],
  ofDeck: ["deck: ", "deck : "],
  begin: ["Begin a deck", "Commencer un deck"],
  undo: ["Undo", "Annuler"],
  redo: ["Redo", "Rétablir"],
  copyLink: ["Copy link", "Copier le lien"],
  linkCopied: ["The link is copied: the deck is in it.", "Le lien est copié : le deck est dedans."],
  linkInAddress: [
    "The link stands in the address bar: the deck is in it.",
    "Le lien est dans la barre d'adresse : le deck est dedans.",
  ],
  linkTooLong: ["The deck is too long for a link; save it as a file.", "Le deck est trop long pour un lien ; enregistrez-le."],
  linkBroken: [
    "The link is cut or was edited: there is no deck in it. Ask for it again.",
    "Le lien est coupé ou a été modifié : il n'y a pas de deck dedans. Redemandez-le.",
  ],
  save: ["Save", "Enregistrer"],
  saveAs: ["File format", "Format de fichier"],
  asItIs: ["as it is", "tel quel"],
  losses: ["The file cannot hold everything:", "Le fichier ne peut pas tout contenir :"],
  attested: ["Attested facts only", "Faits attestés seulement"],
  attestedHelp: [
    "Some facts of some games are printed but published nowhere; stand-ins take their place. Attested only: they count as unknown, and a verdict that depends on one is undetermined.",
    "Certains faits de certains jeux sont imprimés mais publiés nulle part ; des valeurs supposées les remplacent. Attestés seulement : ils comptent comme inconnus, et un verdict qui en dépend est indéterminé.",
  ],
  attestedNothing: ["The verdict of this deck rests on none of them.", "Le verdict de ce deck ne repose sur aucun d'eux."],
  attestedOff: ["This deck with stand-ins", "Ce deck avec les valeurs supposées"],
  attestedOn: ["with attested facts only", "avec les faits attestés seulement"],
  attestedBecause: ["It depends on:", "Cela dépend de :"],
  check: ["Check", "Vérifier"],
  build: ["Build", "Construire"],
  draw: ["Draw", "Piocher"],
  look: ["Odds", "Chances"],
  print: ["Print", "Imprimer"],
  data: ["Games", "Jeux"],
  views: ["Views", "Vues"],
  verdict: ["Verdict", "Verdict"],
  noDeck: ["No deck yet.", "Pas encore de deck."],
  provisionally: ["provisional", "provisoire"],
  provisional: [
    "provisional: it rests on stand-ins or inferred facts",
    "provisoire : il repose sur des valeurs supposées ou déduites",
  ],
  nothingWrong: ["Nothing is wrong.", "Rien à signaler."],
  line: ["line", "ligne"],
  lines: ["lines", "lignes"],
  why: ["Why", "Pourquoi"],
  error: ["error", "erreur"],
  warning: ["warning", "avertissement"],
  undetermined: ["undetermined", "indéterminé"],
  note: ["note", "note"],
  colon: [": ", " : "],
  fingerprint: ["Fingerprint", "Empreinte"],
  allFormats: ["All formats of the game", "Tous les formats du jeu"],
  file: ["File", "Fichier"],
  files: ["Files", "Fichiers"],
  problems: ["Problems", "Problèmes"],
  show: ["Show", "Afficher"],
  close: ["Close", "Fermer"],
  findRepair: ["Find the smallest repair", "Chercher la plus petite réparation"],
  searching: ["searching …", "recherche …"],
  apply: ["Apply it", "L'appliquer"],
  applied: ["The repair is in the deck; Undo takes it back.", "La réparation est dans le deck ; Annuler la retire."],
  filter: ["Find cards", "Chercher des cartes"],
  filterHelp: [
    "Words of a name; or FIELD:VALUE and comparisons, all of which must hold.",
    "Mots d'un nom ; ou CHAMP:VALEUR et comparaisons, qui doivent toutes être vraies.",
  ],
  card: ["card", "carte"],
  perhaps: ["may match, their values unknown", "conviendraient peut-être, valeurs inconnues"],
  skipCards: ["Go past the cards to the deck's", "Passer les cartes, aller à celles du deck"],
  showMore: ["Show more", "En afficher plus"],
  suggestions: ["Cards that similar decks play", "Cartes que jouent des decks proches"],
  learnFrom: ["Learn from", "D'après"],
  decksOfGame: ["the game's own decks", "les decks du jeu"],
  decksOfMine: ["my decks", "mes decks"],
  openToLearn: ["Open decks to learn from", "Ouvrir des decks modèles"],
  inDecks: ["in #1 of #2 decks", "#1 decks sur #2"],
  noSuggestions: ["No deck that is known here plays another card with these.", "Aucun deck connu ici ne joue d'autre carte avec celles-ci."],
  noneOfMine: ["None of them is a deck of this game: these cards are of its own.", "Aucun n'est un deck de ce jeu : ces cartes viennent des siens."],
  addTo: ["Cards go to", "Les cartes vont à"],
  usualZone: ["their usual zone", "leur zone habituelle"],
  more: ["one more", "un de plus"],
  fewer: ["one fewer", "un de moins"],
  contents: ["In the deck", "Dans le deck"],
  empty: ["empty", "vide"],
  setOut: ["Set out before the draw", "Mis en place avant la pioche"],
  startsWith: ["The deck starts with", "Le deck commence avec"],
  setsOut: ["sets out", "met en place"],
  notSaid: ["not said", "non précisé"],
  takeBack: ["take back", "reprendre"],
  newHand: ["New hand", "Nouvelle main"],
  mulligan: ["Mulligan", "Mulligan"],
  nextTurn: ["Next turn", "Tour suivant"],
  seed: ["Seed", "Graine"],
  opening: ["Opening hand", "Main de départ"],
  turn: ["Turn", "Tour"],
  drawnNow: ["drawn this turn", "piochée ce tour"],
  exchanged: ["Exchanged", "Échangées"],
  bottom: ["Cards that go to the bottom of the pile, of your choice", "Cartes à mettre sous la pioche, à votre choix"],
  row: ["Open row", "Cartes ouvertes"],
  partner: ["Another player's hand", "Main d'un autre joueur"],
  how: ["How it is dealt", "Comment on distribue"],
  conditions: ["Conditions, one a line", "Conditions, une par ligne"],
  conditionsHelp: [
    "such as count(kind:location) >= 1. Without any, the largest groups of cards are asked about.",
    "par exemple count(kind:location) >= 1. Sans condition, on demande les plus grands groupes de cartes.",
  ],
  turns: ["Turns", "Tours"],
  calculate: ["Calculate", "Calculer"],
  condition: ["Condition", "Condition"],
  exactOdds: ["Exact odds by turn", "Chances exactes par tour"],
  report: ["Report", "Rapport"],
  saveReport: ["Save the report", "Enregistrer le rapport"],
  event: ["Event", "Tournoi"],
  player: ["Player, where the deck names none", "Joueur, si le deck n'en nomme pas"],
  sheet: ["Registration sheet", "Feuille d'enregistrement"],
  saveSheet: ["Save the sheet", "Enregistrer la feuille"],
  dataLead: [
    "Open a folder or files of game data (TOML, CSV sheets of cards, or a game packed into one .sleeve file): they lie over the games that are here, or add one. They stay on your machine, in this browser, until you take them away.",
    "Ouvrez un dossier ou des fichiers de données de jeu (TOML, feuilles CSV de cartes, ou un jeu empaqueté dans un fichier .sleeve) : ils se posent sur les jeux présents ou en ajoutent un. Ils restent sur votre machine, dans ce navigateur, jusqu'à ce que vous les retiriez.",
  ],
  openFolder: ["Open a folder", "Ouvrir un dossier"],
  openData: ["Open data files", "Ouvrir des fichiers de données"],
  dataUsed: ["in use", "utilisés"],
  dataRefused: ["The data has mistakes and is not used:", "Les données ont des erreurs et ne sont pas utilisées :"],
  removeData: ["Take the data away", "Retirer les données"],
  gamesHere: ["Games", "Jeux"],
  cards: ["cards", "cartes"],
  starting: ["starting …", "démarrage …"],
  stopped: [
    "The engine stopped at this input, which is a mistake of the program. It was started anew; your deck is still here.",
    "Le moteur s'est arrêté sur cette entrée, ce qui est une erreur du programme. Il a été relancé ; votre deck est toujours là.",
  ],
  slow: [
    "This took too long and was given up. The engine was started anew; your deck is still here.",
    "C'était trop long et a été abandonné. Le moteur a été relancé ; votre deck est toujours là.",
  ],
  cut: [
    "This page was cut on its way and lacks a part of its engine: load it again, or copy the file anew.",
    "Cette page a été coupée en route et il lui manque une partie de son moteur : rechargez-la, ou recopiez le fichier.",
  ],
  unstartable: [
    "The engine cannot start in this browser: it needs WebAssembly, workers and DecompressionStream (every browser since 2023 has them).",
    "Le moteur ne peut pas démarrer dans ce navigateur : il faut WebAssembly, les workers et DecompressionStream (tous les navigateurs depuis 2023 les ont).",
  ],
  pageFault: [
    "The page made a mistake and shows this view no more; the others are still there.",
    "La page a fait une erreur et n'affiche plus cette vue ; les autres sont toujours là.",
  ],
  tooLong: [
    "The text is too long to be edited here; the verdict is about the whole file.",
    "Le texte est trop long pour être modifié ici ; le verdict porte sur tout le fichier.",
  ],
  tooMany: ["more files than this are not read at once:", "on ne lit pas plus de fichiers à la fois :"],
  undone: ["Undone.", "Annulé."],
  redone: ["Done again.", "Rétabli."],
  // The deck, its beginning and what is kept.
  newDeck: ["New", "Nouveau"],
  myDeck: ["My deck", "Mon deck"],
  whichGame: ["Which game?", "Quel jeu ?"],
  whichFormat: ["Which format?", "Quel format ?"],
  noCardKnown: ["No line names a card that a game here knows.", "Aucune ligne ne nomme une carte connue d'un jeu d'ici."],
  cardsKnown: ["of its cards", "de ses cartes"],
  takeFormat: [
    "The deck does not say its format. This is what each makes of it; press one to take it.",
    "Le deck ne dit pas son format. Voici ce qu'en fait chacun ; appuyez sur l'un d'eux pour le prendre.",
  ],
  pasteOrOpen: ["Paste or open a deck", "Coller ou ouvrir un deck"],
  pasteHelp: [
    "A list as it stands on a site or in a message will do: its game is found, and you take a format.",
    "Une liste telle qu'on la trouve sur un site ou dans un message suffit : son jeu est trouvé, et vous prenez un format.",
  ],
  paste: ["Paste", "Coller"],
  beginNew: ["Begin a deck", "Commencer un deck"],
  beginAs: ["Begin:", "Commencer :"],
  examples: ["Or with a deck that is legal there:", "Ou avec un deck qui y est légal :"],
  backToTable: ["Back to the table of decks", "Retour au tableau des decks"],
  recentDecks: ["Decks of late", "Derniers decks"],
  keptHere: ["They are kept in this browser alone.", "Ils ne sont gardés que dans ce navigateur."],
  forgetAll: ["Forget everything", "Tout oublier"],
  forgotten: ["Everything is forgotten.", "Tout est oublié."],
  moreChoices: ["Role and what the format leaves open", "Rôle et ce que le format laisse ouvert"],
  deckSays: ["The deck says", "Le deck dit"],
  judgedAsChosen: ["It is judged as chosen here.", "Il est jugé comme choisi ici."],
  gameIgnored: ["The game chosen here does not count.", "Le jeu choisi ici ne compte pas."],
  chosenHere: ["Chosen here, not by the deck.", "Choisi ici, non par le deck."],
  effects: ["Effects", "Effets"],
  inDeck: ["in the deck", "dans le deck"],
  oddsOfOne: ["Odds of having seen one", "Chances d'en avoir vu une"],
  about: ["About this verdict", "À propos de ce verdict"],
  readings: ["Readings", "Lectures"],
  reading: ["reading", "lecture"],
  problem: ["problem", "problème"],
  qrCode: ["QR code", "Code QR"],
  qrHelp: ["A telephone's camera opens the deck from it.", "L'appareil photo d'un téléphone ouvre le deck avec."],
  qrTooLong: [
    "The link is too long for a QR code: send it, or save the deck as a file.",
    "Le lien est trop long pour un code QR : envoyez-le, ou enregistrez le deck.",
  ],
  linkOfFile: [
    "This page lies on your disk: the link opens only where the page lies too.",
    "Cette page est sur votre disque : le lien ne s'ouvre que là où elle se trouve aussi.",
  ],
  // The table
  decksCount: ["Decks:", "Decks :"],
  legal: ["legal", "légal"],
  illegal: ["illegal", "illégal"],
  unusable: ["unusable", "inutilisable"],
  asked: ["to be chosen for", "à préciser"],
  judging: ["judging …", "jugement en cours …"],
  working: ["a moment …", "un instant …"],
  problemColumn: ["Problem", "Problème"],
  playerShort: ["Player", "Joueur"],
  searchTable: ["Search the table", "Chercher dans le tableau"],
  allSheets: ["Sheets of all", "Feuilles de tous"],
  saveSheets: ["Save the sheets", "Enregistrer les feuilles"],
  fieldReport: ["Report of the field", "Rapport du tournoi"],
  saveTable: ["Save as CSV", "Enregistrer en CSV"],
  withoutPage: ["Not in it, as a line names no card or a format lacks:", "N'y sont pas, faute de format ou parce qu'une ligne ne nomme aucune carte :"],
  playersInOrder: ["Players in order", "Joueurs en règle"],
  handsToKeep: ["Hands to keep for", "Mains à garder pour"],
  allHands: ["all", "toutes"],
  compare: ["Compare", "Comparer"],
  compareWith: ["With", "Avec"],
  chooseDeck: ["a deck of the table", "un deck du tableau"],
  openOther: ["Open another deck", "Ouvrir un autre deck"],
  sameCards: ["The same cards.", "Les mêmes cartes."],
} as const satisfies Record<string, readonly [string, string]>;

export type Word = keyof typeof WORDS;

export type Say = (word: Word) => string;

export const percent = (share: number, lang: Lang): string =>
  new Intl.NumberFormat(lang, { style: "percent", minimumFractionDigits: 2, maximumFractionDigits: 2 }).format(share);

/** A number of things: `1 problem`, `6 readings`. */
export const sayCount = (say: Say, count: number, word: "problem" | "reading" | "card" | "format"): string =>
  `${count} ${say(word).toLowerCase()}${count === 1 ? "" : "s"}`;

export const sayer = (lang: Lang): Say => (word) => WORDS[word][lang === "fr" ? 1 : 0];

/** The language to begin with: the one chosen before, else the browser's. */
export function firstLanguage(): Lang {
  try {
    const chosen = localStorage.getItem("lang");
    if (chosen === "en" || chosen === "fr") return chosen;
  } catch {
    // Without storage the browser's language counts.
  }
  return navigator.language.startsWith("fr") ? "fr" : "en";
}

export function keepLanguage(lang: Lang) {
  try {
    localStorage.setItem("lang", lang);
  } catch {
    // Without storage it is chosen anew next time.
  }
}

/** The forms of deck files, as players call them. */
const FORMS: Record<string, readonly [string, string]> = {
  toml: ["file of this program", "fichier de ce programme"],
  text: ["plain list", "liste simple"],
  "gemp-xml": ["GEMP, XML", "GEMP, XML"],
  "gemp-line": ["GEMP, one line of ids", "GEMP, une ligne d'identifiants"],
  "gemp-text": ["GEMP, page of a deck", "GEMP, page d'un deck"],
  holotable: ["Holotable and Holodeck", "Holotable et Holodeck"],
  swccgdb: ["swccgdb, text", "swccgdb, texte"],
  json: ["JSON of the card files", "JSON des fichiers de cartes"],
};

/** A form of deck files in words; one that a game describes by its id. */
export const formName = (id: string, lang: Lang = "en"): string => FORMS[id]?.[lang === "fr" ? 1 : 0] ?? id;
