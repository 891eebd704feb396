//! Subcommands about opening draws: `odds` and `draw`.

use super::Translation;

pub(super) const ROWS: &[Translation] = &[
    (
        "Say how likely an opening draw satisfies a condition, exactly, or how a measure is distributed",
        "Dire avec quelle probabilité exacte une main de départ remplit une condition, ou comment une mesure se répartit",
    ),
    ("Deal opening hands, or simulate very many", "Distribuer des mains de départ, ou en simuler un grand nombre"),
    (
        "The deck or decks (unless --pile), then conditions and measures",
        "Le deck ou les decks (sauf avec --pile), puis des conditions et des mesures",
    ),
    (
        "The deck (unless --pile), then conditions and measures",
        "Le deck (sauf avec --pile), puis des conditions et des mesures",
    ),
    (
        "Ask about a pile of classes instead of a deck: 'lands=24,elves=8,other=28'",
        "Interroger une pile de classes et non un deck : 'terrains=24,elfes=8,reste=28'",
    ),
    ("Draw so many cards as the opening hand", "Piocher autant de cartes comme main de départ"),
    (
        "Set a card out before the draw, such as a starting card that the list does not mark (may be repeated)",
        "Mettre une carte à part avant la pioche, telle une carte de départ que la liste ne signale pas (option répétable)",
    ),
    ("The seat at the table, where it matters", "La place à la table, si elle compte"),
    ("The number of players, where it matters", "Le nombre de joueurs, s'il compte"),
    ("Cards that each later turn draws", "Cartes piochées à chaque tour suivant"),
    (
        "Whether the first turn draws: `draw`, or not: `play`",
        "Si l'on pioche au premier tour : `draw`, ou non : `play`",
    ),
    ("How a hand may be exchanged", "Comment une main peut être échangée"),
    ("The smallest hand a mulligan goes down to", "La plus petite main à laquelle un mulligan descend"),
    (
        "How many exchanges there may be: a number, or `unlimited` where they cost nothing",
        "Combien d'échanges sont permis : un nombre, ou `unlimited` s'ils ne coûtent rien",
    ),
    (
        "Keep opening hands that satisfy this; without it, those that are best for each condition. `6: CONDITION` speaks of hands of which 6 cards stay (may be repeated)",
        "Garder les mains de départ qui remplissent ceci ; sans cela, les meilleures pour chaque condition. `6: CONDITION` parle des mains dont il reste 6 cartes (option répétable)",
    ),
    ("So many of the exchanges cost no card", "Autant d'échanges ne coûtent aucune carte"),
    (
        "The rules send opening hands back that do not satisfy this; they are drawn anew at no cost",
        "Les règles renvoient les mains de départ qui ne remplissent pas ceci ; elles sont repiochées sans perte",
    ),
    (
        "Deal another pile from the same cards, which conditions read by its name: `prizes=6` (may be repeated)",
        "Prendre aux mêmes cartes une autre pile, que les conditions lisent par son nom : `prix=6` (option répétable)",
    ),
    ("NAME=CARDS", "NOM=CARTES"),
    (
        "Say which opening hands to keep, and what to put back, so that the first condition holds as often as possible; the others are told under the same play",
        "Dire quelles mains de départ garder, et que remettre, pour que la première condition soit remplie le plus souvent possible ; les autres sont données sous le même jeu",
    ),
    (
        "Say when a condition holds for the first time, and in which turn on average; up to --turn, or until the pile has been drawn",
        "Dire quand une condition est remplie pour la première fois, et à quel tour en moyenne ; jusqu'à --turn, ou jusqu'à la fin de la pioche",
    ),
    (
        "Ask about the cards of this turn, when they have been drawn",
        "Interroger les cartes de ce tour, une fois piochées",
    ),
    ("Ask about each of these turns: 1..6", "Interroger chacun de ces tours : 1..6"),
    ("Count only draws that satisfy this", "Ne compter que les pioches qui remplissent ceci"),
    (
        "The probability that is enough: 0.9, 90%, 9/10; with --vary: how many copies reach it, without: exit status 1 if it is not reached",
        "La probabilité qui suffit : 0.9, 90%, 9/10 ; avec --vary : combien d'exemplaires l'atteignent ; sans : code de sortie 1 si elle n'est pas atteinte",
    ),
    (
        "Vary the number of cards that match this filter, others making room; without --at-least: which number is best",
        "Faire varier le nombre de cartes qui répondent à ce filtre, d'autres leur faisant place ; sans --at-least : quel nombre est le meilleur",
    ),
    (
        "Count a card as set out before play, such as a starting card that the list does not mark (may be repeated)",
        "Compter une carte comme sortie avant la partie, par exemple une carte de départ que la liste ne marque pas (option répétable)",
    ),
    ("Digits of percentages", "Décimales des pourcentages"),
    ("Deal so many hands", "Distribuer autant de mains"),
    (
        "Simulate so many hands instead of showing them",
        "Simuler autant de mains au lieu de les montrer",
    ),
    (
        "The seed; the same seed gives the same hands, in every later version too",
        "La graine ; la même graine donne les mêmes mains, dans toute version future aussi",
    ),
    (
        "Threads of a simulation; they change nothing but the time",
        "Fils d'exécution d'une simulation ; ils ne changent que la durée",
    ),
    ("Follow the table up to this turn", "Suivre la partie jusqu'à ce tour"),
    ("Follow these turns: 1..4", "Suivre ces tours : 1..4"),
    ("Simulate only draws that satisfy this", "Ne simuler que les pioches qui remplissent ceci"),
    (
        "Examples:
  sleeve odds decks/starfighter/la-meute-d-ares.toml 'count(level:0) >= 1'
  sleeve odds deck.toml 'any(effect:draw)' --turns 1..6
  sleeve odds decks/star-realms/duel.toml --seat 2 'sum(trade) >= min(cost) in row'
  sleeve odds --pile 'lands=24,elves=8,other=28' --draw 7 'count(lands) >= 2' 'count(elves) >= 1'
  sleeve odds --pile 'elves=4,other=56' --draw 7 --at-least 0.9 --vary elves 'count(elves) >= 1'
  sleeve odds --pile 'combo=4,other=56' --draw 7 --mulligan london 'count(combo) >= 1'
  sleeve odds --pile 'lands=24,other=36' --draw 7 --mulligan london --policy 'count(lands) >= 3'
  sleeve odds deck.toml 'sum(destiny)'
  sleeve odds --pile 'elves=4,other=56' --draw 7 --until 'count(elves) >= 1'
A condition reads the hand; `seen` is everything drawn so far (a card put back under the pile does not
count), `row` the open cards, and the zones of the deck can be read too:
'count(type:hero) >= 1 and min(launch) in ships <= energy'.
Where a list does not mark its starting cards, those that are certain are set aside; --set-aside names the others.",
        "Exemples :
  sleeve odds decks/starfighter/la-meute-d-ares.toml 'count(niveau:0) >= 1'
  sleeve odds deck.toml 'any(effet:pioche)' --turns 1..6
  sleeve odds decks/star-realms/duel.toml --seat 2 'sum(échange) >= min(coût) in row'
  sleeve odds --pile 'terrains=24,elfes=8,reste=28' --draw 7 'count(terrains) >= 2' 'count(elfes) >= 1'
  sleeve odds --pile 'elfes=4,reste=56' --draw 7 --at-least 0.9 --vary elfes 'count(elfes) >= 1'
  sleeve odds --pile 'combo=4,reste=56' --draw 7 --mulligan london 'count(combo) >= 1'
  sleeve odds --pile 'terrains=24,reste=36' --draw 7 --mulligan london --policy 'count(terrains) >= 3'
  sleeve odds deck.toml 'sum(destin)'
  sleeve odds --pile 'elfes=4,reste=56' --draw 7 --until 'count(elfes) >= 1'
Une condition lit la main ; `seen` est tout ce qui a été pioché (une carte remise sous la pioche ne compte
pas), `row` les cartes découvertes, et les zones du deck se lisent aussi :
'count(type:héros) >= 1 and min(lancement) in ships <= energy'.
Si une liste ne marque pas ses cartes de départ, celles qui sont certaines sont mises de côté ; --set-aside nomme les autres.",
    ),
    (
        "Examples:
  sleeve draw decks/starfighter/la-meute-d-ares.toml
  sleeve draw decks/star-realms/duel.toml --seat 2 --hands 3 --seed 7
  sleeve draw deck.toml 'count(level:0) >= 1' --turns 1..4
  sleeve draw deck.toml 'any(effect:draw)' 'sum(fighters)' --trials 1000000
  sleeve draw --pile 'lands=24,other=36' --draw 7 'count(lands)' --trials 1000000
A measure among the conditions is shown as a distribution. The seed is printed, so that any deal can be
repeated with --seed.
Where a list does not mark its starting cards, those that are certain are set aside; --set-aside names the others.",
        "Exemples :
  sleeve draw decks/starfighter/la-meute-d-ares.toml
  sleeve draw decks/star-realms/duel.toml --seat 2 --hands 3 --seed 7
  sleeve draw deck.toml 'count(niveau:0) >= 1' --turns 1..4
  sleeve draw deck.toml 'any(effet:pioche)' 'sum(chasseurs)' --trials 1000000
  sleeve draw --pile 'terrains=24,reste=36' --draw 7 'count(terrains)' --trials 1000000
Une mesure parmi les conditions est montrée comme une distribution. La graine est affichée : toute
donne peut être répétée avec --seed.
Si une liste ne marque pas ses cartes de départ, celles qui sont certaines sont mises de côté ; --set-aside nomme les autres.",
    ),
];
