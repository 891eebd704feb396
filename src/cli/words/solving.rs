//! Subcommands that look for decks: `fix`, `build`, and what of a collection is missing.

use super::Translation;

pub(super) const ROWS: &[Translation] = &[
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
];
