//! Subcommands about decks: `check`, `match`, `stats`, `diff`, `sheet`, `report`, `seal`, `fix`, `build`, `convert`, `new`.

use super::Translation;

pub(super) const ROWS: &[Translation] = &[
    (
        "With --wide: a JSON object on a line for each deck",
        "Avec --wide : un objet JSON par ligne pour chaque deck",
    ),
    (
        "Write registration sheets to print, as one HTML page",
        "Écrire des feuilles d'enregistrement à imprimer, en une page HTML",
    ),
    ("The event", "Le tournoi"),
    (
        "Check the decks of this event (`event.toml`), player by player",
        "Vérifier les decks de ce tournoi (`event.toml`), joueur par joueur",
    ),
    (
        "Write the fingerprint of every deck beside the event, where nothing is missing or wrong",
        "Écrire l'empreinte de chaque deck à côté du tournoi, s'il ne manque rien et que tout est en règle",
    ),
    (
        "Check the decks of this round, and say which are not those that were locked",
        "Vérifier les decks de cette manche, et dire lesquels ne sont pas ceux qui ont été verrouillés",
    ),
    ("The day of the event", "La date du tournoi"),
    (
        "The player, where the deck does not name one",
        "Le joueur, si le deck n'en nomme pas",
    ),
    (
        "Commit to a deck without showing it: a seal to publish, a nonce to keep",
        "S'engager sur un deck sans le montrer : un sceau à publier, un nonce à garder",
    ),
    (
        "The deck has to be the one of this seal, as `sleeve seal` printed it",
        "Le deck doit être celui de ce sceau, tel que l'a donné `sleeve seal`",
    ),
    ("What opens the seal", "Ce qui ouvre le sceau"),
    (
        "Give a verdict on decks, with every problem at once",
        "Donner un verdict sur des decks, avec tous les problèmes à la fois",
    ),
    (
        "Deck files, folders of them, or `-` for standard input",
        "Fichiers de deck, dossiers qui en contiennent, ou `-` pour l'entrée standard",
    ),
    (
        "Check under this format (id, name, alias or GAME/FORMAT), or `all` formats of the deck's game",
        "Vérifier selon ce format (identifiant, nom, alias ou JEU/FORMAT), ou selon tous ceux du jeu du deck : `all`",
    ),
    ("Game of decks that do not name one", "Jeu des decks qui n'en nomment pas"),
    ("Role of decks that do not name one", "Rôle des decks qui n'en nomment pas"),
    (
        "Give a parameter of the format a value: `budget=42`",
        "Donner une valeur à un paramètre du format : `budget=42`",
    ),
    (
        "Treat stand-ins and inferred facts as unknown",
        "Tenir pour inconnu ce qui est provisoire ou supposé",
    ),
    (
        "Judge as on this day: later sets and lists do not count",
        "Juger comme à cette date : les extensions et listes ultérieures ne comptent pas",
    ),
    (
        "Say until which day each legal deck stays legal, as far as later lists and formats are known",
        "Dire jusqu'à quelle date chaque deck légal le reste, d'après les listes et formats à venir connus",
    ),
    (
        "Format of the deck files, where it cannot be told from them",
        "Format des fichiers de deck, s'ils ne le montrent pas eux-mêmes",
    ),
    ("What else makes the exit status 1", "Ce qui donne aussi le code de sortie 1"),
    ("Broken rules of level warning", "les règles enfreintes de niveau avertissement"),
    (
        "Verdicts that rest on stand-ins or inferred facts",
        "les verdicts qui reposent sur des valeurs provisoires ou supposées",
    ),
    (
        "Verdicts that depend on unpublished facts",
        "les verdicts qui dépendent de faits non publiés",
    ),
    (
        "Say whether two decks may meet: roles, shared boxes, starting locations",
        "Dire si deux decks peuvent se rencontrer : rôles, boîtes communes, lieux de départ",
    ),
    ("The first deck", "Le premier deck"),
    ("The second deck", "Le second deck"),
    ("How many boxes the two players share", "Combien de boîtes les deux joueurs se partagent"),
    ("The format, whatever the decks say", "Le format, quoi que disent les decks"),
    ("Judge as on this day", "Juger comme à cette date"),
    (
        "Describe decks in numbers: counts, curves, averages, measures of your own",
        "Décrire des decks en chiffres : nombres, courbes, moyennes, mesures de votre choix",
    ),
    (
        "Show a measure of the pile language (may be repeated)",
        "Montrer une mesure du langage des piles (option répétable)",
    ),
    (
        "Group by a field: its values with their cards, and the measures of each (may be repeated)",
        "Grouper par champ : ses valeurs avec leurs cartes, et les mesures de chacune (option répétable)",
    ),
    (
        "Read this zone instead of the whole deck (may be repeated)",
        "Lire cette zone et non le deck entier (option répétable)",
    ),
    (
        "Show every value and every card, not only the most frequent",
        "Montrer toutes les valeurs et toutes les cartes, et non les plus fréquentes seulement",
    ),
    (
        "A row for each deck and a column for each measure",
        "Une ligne par deck et une colonne par mesure",
    ),
    (
        "In how many decks each card stands, how many copies, and what is played together",
        "Dans combien de decks figure chaque carte, en combien d'exemplaires, et ce qui se joue ensemble",
    ),
    ("Only decks that satisfy this condition", "Seulement les decks qui remplissent cette condition"),
    (
        "The format, whatever a deck says (id, name, alias or GAME/FORMAT)",
        "Le format, quoi que dise un deck (identifiant, nom, alias ou JEU/FORMAT)",
    ),
    (
        "A table with one row for each number, deck or card",
        "un tableau, une ligne par nombre, deck ou carte",
    ),
    (
        "Examples:
  sleeve stats dark.toml light.toml
  sleeve stats dark.toml --measure 'avg(destiny, -zone:starting)' --measure 'count(is:unique)'
  sleeve stats duel.toml --zone trade --by faction --measure 'avg(cost)'
  sleeve stats decks --wide -m 'count()' -m 'avg(destiny)' --where 'count(is:unique) >= 2' -o csv
  sleeve stats decks --usage
With --measure or --by only what is asked for is shown. `sleeve help language` explains measures.
--usage counts the decks that hold both cards among those that hold at least one.
Where a list does not mark its starting cards, those that are certain are set aside; --set-aside names the others.",
        "Exemples :
  sleeve stats obscur.toml lumineux.toml
  sleeve stats obscur.toml --measure 'avg(destinée, -zone:starting)' --measure 'count(is:unique)'
  sleeve stats duel.toml --zone trade --by faction --measure 'avg(coût)'
  sleeve stats decks --wide -m 'count()' -m 'avg(destinée)' --where 'count(is:unique) >= 2' -o csv
  sleeve stats decks --usage
Avec --measure ou --by, seul ce qui est demandé est montré. `sleeve help language` explique les mesures.
--usage compte les decks qui ont les deux cartes parmi ceux qui en ont au moins une.
Si une liste ne marque pas ses cartes de départ, celles qui sont certaines sont mises de côté ; --set-aside nomme les autres.",
    ),
    (
        "Say what separates two decks: cards, verdict, parameters, averages",
        "Dire ce qui sépare deux decks : cartes, verdict, paramètres, moyennes",
    ),
    (
        "The deck before, or `-` for standard input",
        "Le deck d'avant, ou `-` pour l'entrée standard",
    ),
    ("The deck after", "Le deck d'après"),
    (
        "Compare a measure of the pile language as well (may be repeated)",
        "Comparer aussi une mesure du langage des piles (option répétable)",
    ),
    (
        "Write a deck in another file format, and say what that format cannot hold",
        "Écrire un deck dans un autre format de fichier, et dire ce que ce format ne peut contenir",
    ),
    ("The deck, or `-` for standard input", "Le deck, ou `-` pour l'entrée standard"),
    (
        "Write this file instead of printing; an existing file is left alone",
        "Écrire ce fichier au lieu d'afficher ; un fichier qui existe n'est pas touché",
    ),
    (
        "The file format to write: `toml`, `text`, one of another tool's or one that the game describes",
        "Le format de fichier à écrire : `toml`, `text`, celui d'un autre outil ou un que le jeu décrit",
    ),
    (
        "Print a commented starter file for a deck or, with --config, for the settings of a folder; or write it",
        "Afficher ou écrire un fichier de départ commenté pour un deck ou, avec --config, pour les réglages d'un dossier",
    ),
    (
        "What the deck is for: `starfighter/guerre-totale`; or `game`, for a game of your own, or `format`, for a format of your own",
        "Ce à quoi le deck est destiné : `starfighter/guerre-totale` ; ou `game`, pour un jeu à vous, ou `format`, pour un format à vous",
    ),
    (
        "What the deck is for: `starfighter/guerre-totale`",
        "Ce à quoi le deck est destiné : `starfighter/guerre-totale`",
    ),
    ("After `format GAME`: the file to write", "Après `format JEU` : le fichier à écrire"),
    (
        "Examples:
  sleeve new starfighter/guerre-totale deck.toml
  sleeve new game my-game
  sleeve new format swccg our-league.toml",
        "Exemples :
  sleeve new starfighter/guerre-totale deck.toml
  sleeve new game mon-jeu
  sleeve new format swccg notre-ligue.toml",
    ),
    (
        "Write the file instead of printing it; an existing file is left alone. After `game`: the folder of the game; after `format`: the game that it is for",
        "Écrire le fichier au lieu de l'afficher ; un fichier qui existe n'est pas touché. Après `game` : le dossier du jeu ; après `format` : le jeu pour lequel il est fait",
    ),
    (
        "Instead of a deck: settings and assertions for the decks of a folder, every key with its default",
        "Non un deck, mais les réglages et assertions des decks d'un dossier, chaque clé avec sa valeur par défaut",
    ),
    ("The role the deck is built for", "Le rôle pour lequel le deck est construit"),
    (
        "Say which fewest cards to exchange to make decks legal, and why not fewer",
        "Dire quelles cartes échanger, le moins possible, pour rendre des decks légaux, et pourquoi pas moins",
    ),
    (
        "Make them legal in this format (id, name, alias or GAME/FORMAT)",
        "Les rendre légaux dans ce format (identifiant, nom, alias ou JEU/FORMAT)",
    ),
    ("Cards of the deck that stay", "Cartes du deck qui restent"),
    ("Cards that may come in; no others do", "Cartes qui peuvent entrer ; aucune autre n'entre"),
    (
        "Among the smallest repairs take the one with the largest value of this measure",
        "Parmi les plus petites réparations, prendre celle où cette mesure est la plus grande",
    ),
    (
        "Show so many other repairs of the same size",
        "Montrer ce nombre d'autres réparations de même taille",
    ),
    (
        "Change the file in place; its comments, order and file format stay",
        "Modifier le fichier sur place ; ses commentaires, son ordre et son format restent",
    ),
    (
        "How long to search for each deck, and for the reasons",
        "Durée de la recherche pour chaque deck, raisons comprises",
    ),
    ("SECONDS", "SECONDES"),
    (
        "Examples:
  sleeve fix deck.toml
  sleeve fix deck.toml --lock 'kind:objective' --only 'set:premiere'
  sleeve fix deck.toml --maximise 'avg(destiny)' --all 3
  sleeve fix old.txt --as premiere_ds2 --write",
        "Exemples :
  sleeve fix deck.toml
  sleeve fix deck.toml --lock 'kind:objectif' --only 'set:premiere'
  sleeve fix deck.toml --maximise 'avg(destinée)' --all 3
  sleeve fix ancien.txt --as premiere_ds2 --write",
    ),
    (
        "Build a legal deck from nothing, or complete one, under conditions of your own",
        "Construire un deck légal à partir de rien, ou en compléter un, selon vos propres conditions",
    ),
    (
        "Write the deck into this file instead of printing it; an existing file is left alone",
        "Écrire le deck dans ce fichier au lieu de l'afficher ; un fichier qui existe n'est pas touché",
    ),
    ("Complete this deck: its cards stay", "Compléter ce deck : ses cartes restent"),
    (
        "A card that has to be there, with copies: `2x Name` (may be repeated)",
        "Une carte qui doit y être, avec ses exemplaires : `2x Nom` (option répétable)",
    ),
    (
        "A condition that has to hold (may be repeated)",
        "Une condition à remplir (option répétable)",
    ),
    (
        "Take the deck with the largest value of this measure",
        "Prendre le deck où cette mesure est la plus grande",
    ),
    (
        "Use what is owned only: a list in any deck format, or CSV",
        "N'utiliser que ce qu'on possède : une liste dans un format de deck, ou du CSV",
    ),
    (
        "Examples:
  sleeve build battleship-galaxies/fleet --role isn --maximise 'sum(launch) in ships'
  sleeve build starfighter/guerre-totale --maximise 'count(effect:draw)' pile.toml
  sleeve build swccg/open --role dark --with 'Darth Vader' --require 'copies(name) <= 3'
Without --role there is one deck for each role.",
        "Exemples :
  sleeve build battleship-galaxies/fleet --role isn --maximise 'sum(lancement) in ships'
  sleeve build starfighter/guerre-totale --maximise 'count(effet:pioche)' pile.toml
  sleeve build swccg/open --role dark --with 'Dark Vador' --require 'copies(nom) <= 3'
Sans --role, un deck pour chaque rôle.",
    ),
    (
        "Say what of this collection is missing for the decks: a list in any deck format, or CSV",
        "Dire ce qui manque à cette collection pour les decks : une liste dans un format de deck, ou du CSV",
    ),
    (
        "Print a legal deck for each format and role",
        "Afficher un deck légal pour chaque format et chaque rôle",
    ),
    (
        "How long to look for a legal deck of each format and role; default: 1 second for all of them",
        "Durée de la recherche d'un deck légal pour chaque format et chaque rôle ; par défaut : 1 seconde pour tous",
    ),
    (
        "All decks are to be had at the same time: each copy serves once",
        "Avoir tous les decks en même temps : chaque exemplaire ne sert qu'une fois",
    ),
    (
        "Write a page to look at: curves, odds by turn, opening hands, several decks side by side",
        "Écrire une page à regarder : courbes, probabilités par tour, mains de départ, plusieurs decks côte à côte",
    ),
    (
        "Show the odds of a condition by turn (may be repeated)",
        "Montrer les probabilités d'une condition, tour par tour (option répétable)",
    ),
    (
        "Show a measure of the deck, and how it spreads over opening hands (may be repeated)",
        "Montrer une mesure du deck, et sa répartition dans les mains de départ (option répétable)",
    ),
    (
        "Follow odds up to this turn; 0: the opening hand only",
        "Suivre les probabilités jusqu'à ce tour ; 0 : la main de départ seule",
    ),
    (
        "Deal so many opening hands of each deck",
        "Distribuer autant de mains de départ de chaque deck",
    ),
    ("The seed of the opening hands", "La graine des mains de départ"),
    (
        "Examples:
  sleeve report deck.toml --into deck.html
  sleeve report dark.toml light.toml --odds 'any(kind:location) in hand' --turns 8 --into both.html
  sleeve report deck.toml --measure 'sum(destiny)' --hands 8 --seed 7 > deck.html
Without --odds and --measure the largest groups of cards are asked about. The page needs nothing else and runs nothing.",
        "Exemples :
  sleeve report deck.toml --into deck.html
  sleeve report obscur.toml clair.toml --odds 'any(kind:location) in hand' --turns 8 --into deux.html
  sleeve report deck.toml --measure 'sum(destiny)' --hands 8 --seed 7 > deck.html
Sans --odds ni --measure, on interroge les plus grands groupes de cartes. La page se suffit à elle-même et n'exécute rien.",
    ),
    (
        "Print the JSON Schema of a document or of a file, or say which there are",
        "Afficher le schéma JSON d'un document ou d'un fichier, ou dire lesquels il y a",
    ),
    (
        "The schema; without it: a list of all",
        "Le schéma ; sans lui : la liste de tous",
    ),
    (
        "Examples:
  sleeve schema
  sleeve schema check > check.schema.json
  sleeve schema deck > deck.schema.json    `#:schema deck.schema.json` in a deck lets editors complete it",
        "Exemples :
  sleeve schema
  sleeve schema check > check.schema.json
  sleeve schema deck > deck.schema.json    `#:schema deck.schema.json` dans un deck permet aux éditeurs de le compléter",
    ),
];
