//! The table of all findings of the linter, one line each; the manual is generated from it.

use sleeve_data::model::Lang;

/// The documentation of a finding.
#[derive(Clone, Copy, Debug)]
pub struct FindingDoc {
    pub id: &'static str,
    en: &'static str,
    fr: &'static str,
}

impl FindingDoc {
    /// The meaning of the finding, in one line.
    pub fn line(&self, lang: Lang) -> &'static str {
        match lang {
            Lang::En => self.en,
            Lang::Fr => self.fr,
        }
    }
}

macro_rules! findings {
    ($($id:literal: $en:literal, $fr:literal;)*) => {
        /// Every finding; those of reading come first.
        pub const FINDINGS: &[FindingDoc] = &[$(FindingDoc { id: $id, en: $en, fr: $fr }),*];
    };
}

findings! {
    "unreadable": "a file or folder cannot be read", "un fichier ou dossier est illisible";
    "too-large": "a file is longer than 16 MiB", "un fichier dépasse 16 Mio";
    "not-utf-8": "a file is not UTF-8", "un fichier n'est pas en UTF-8";
    "not-toml": "a file is not TOML", "un fichier n'est pas du TOML";
    "no-data": "a folder holds no data", "un dossier ne contient aucune donnée";
    "no-game": "a file does not say which game it is for", "un fichier ne dit pas pour quel jeu il est";
    "unknown-game": "a file names a game that there is not", "un fichier nomme un jeu qui n'existe pas";
    "unknown-field": "a key or field that nobody declared", "une clé ou un champ que personne n'a déclaré";
    "missing-field": "a key that must be there is not", "une clé obligatoire manque";
    "wrong-type": "a value of another type than its field takes", "une valeur d'un autre type que celui du champ";
    "empty-range": "a smallest value above the largest", "une plus petite valeur au-dessus de la plus grande";
    "one-of": "none or several of keys of which one is needed", "aucune ou plusieurs clés au lieu d'une seule";
    "given-twice": "one field or value given twice", "un champ ou une valeur donnés deux fois";
    "bad-id": "an id that is not written as ids are", "un identifiant mal formé";
    "duplicate-id": "an id given to two things", "un identifiant donné à deux choses";
    "reserved-name": "an attribute named like a field of every card", "un attribut au nom d'un champ de toute carte";
    "too-many": "more of something than the program holds", "plus d'éléments que le programme n'en admet";
    "not-on-this-kind": "a field on a kind of card that does not carry it", "un champ sur un type de carte qui ne le porte pas";
    "not-on-this-effect": "an amount or trigger on an effect that takes none", "une quantité ou un déclencheur sur un effet qui n'en admet pas";
    "type-changed": "an overlay that changes the type of an attribute", "une surcouche qui change le type d'un attribut";
    "unknown-kind": "a kind of card that there is not", "un type de carte qui n'existe pas";
    "unknown-set": "a set that there is not", "une extension qui n'existe pas";
    "unknown-effect": "an effect that the vocabulary lacks", "un effet absent du vocabulaire";
    "unknown-trigger": "a trigger that the vocabulary lacks", "un déclencheur absent du vocabulaire";
    "unknown-face": "a part of a card that there is not", "une partie de carte qui n'existe pas";
    "unknown-source": "a provenance with a source that there is not", "une provenance dont la source n'existe pas";
    "unknown-box": "a box that there is not", "une boîte qui n'existe pas";
    "unknown-value": "a value that its attribute does not list", "une valeur que son attribut n'énumère pas";
    "unknown-word": "a word where only certain words may stand", "un mot là où seuls certains sont admis";
    "unknown-card": "a card that there is not", "une carte qui n'existe pas";
    "ambiguous-name": "a name of several cards where one is needed", "un nom de plusieurs cartes là où il en faut une";
    "unknown-format": "a format that extends one that there is not", "un format qui en étend un qui n'existe pas";
    "unknown-zone": "a rule or opening on a zone the format lacks", "une règle ou une ouverture sur une zone absente du format";
    "unknown-role": "a role the format lacks", "un rôle absent du format";
    "unknown-inherited": "`without` an id that is not inherited", "`without` un identifiant qui n'est pas hérité";
    "extends-cycle": "formats that extend each other in a circle", "des formats qui s'étendent en cercle";
    "unknown-reader": "a form of deck files that there is not", "une forme de fichier de deck qui n'existe pas";
    "bad-pattern": "a pattern of a reader with a mistake in it", "un motif de lecteur comportant une faute";
    "ambiguous-pattern": "a pattern that reads lines in more than one way, or that none comes to", "un motif qui lit des lignes de plusieurs façons, ou auquel aucune n'arrive";
    "bad-path": "a path of a reader with a mistake in it", "un chemin de lecteur comportant une faute";
    "overlapping-versions": "two versions of one id that hold on one day", "deux versions d'un même identifiant valables un même jour";
    "no-version": "a format that extends another of which no version holds on all its days", "un format qui en étend un autre dont aucune version ne vaut tous ses jours";
    "ambiguous-word": "a word of the vocabulary with two meanings", "un mot du vocabulaire à deux sens";
    "unknown-shown-field": "a column, statistic or cell of a field that there is not", "une colonne, statistique ou case d'un champ qui n'existe pas";
    "duplicate-name": "two cards that nothing tells apart", "deux cartes que rien ne distingue";
    "unknown-card-name": "a name in a field of cards that is the name of none", "un nom, dans un champ de cartes, qui n'est celui d'aucune";
    "shared-value": "two cards with one attested value of a field that is `distinct`", "deux cartes qui ont une même valeur attestée d'un champ `distinct`";
    "below-min": "a value below the smallest that makes sense", "une valeur sous le minimum déclaré";
    "above-max": "a value above the largest that makes sense", "une valeur au-dessus du maximum déclaré";
    "replaced-twice": "two cards that take the place of one stand-in", "deux cartes à la place d'une même carte provisoire";
    "not-a-stand-in": "a card to be replaced whose number is attested", "une carte à remplacer dont le numéro est attesté";
    "already-replaced": "a stand-in whose place another card has taken", "une carte provisoire dont une autre a pris la place";
    "not-a-sheet": "a sheet with an open quote or a cell beyond its columns", "une feuille au guillemet ouvert ou à la cellule de trop";
    "date-in-cell": "a day that a spreadsheet made of a card's number", "une date qu'un tableur a faite d'un numéro de carte";
    "present-absent": "a card called absent that is there", "une carte dite absente qui existe";
    "unsorted-dates": "sets or formats out of the order of their dates", "des extensions ou formats dans un ordre contraire aux dates";
    "reversed-dates": "something that ends before it begins", "une chose qui finit avant de commencer";
    "overlapping-dates": "two things of one name that hold on the same days", "deux choses d'un même nom valables aux mêmes jours";
    "no-citation": "a rule, format, list, opening or entry of what a card sets out that cites nothing", "une règle, un format, une liste, une ouverture ou une mise en place qui ne cite rien";
    "unknown-citation": "a citation of a source that is not declared", "la citation d'une source non déclarée";
    "no-text": "a rule that does not say in words what it asks", "une règle qui ne dit pas en mots ce qu'elle demande";
    "bad-default": "a default that its own limits forbid", "une valeur par défaut que ses propres limites interdisent";
    "bad-role-field": "a zone whose cards are to name the role by a field without such values", "une zone dont les cartes donneraient le rôle par un champ sans de telles valeurs";
    "unused-parameter": "a parameter that nothing reads", "un paramètre que rien ne lit";
    "bad-condition": "a condition, filter or measure with a mistake in it", "une condition, un filtre ou une mesure comportant une faute";
    "matches-nothing": "a filter that no card of its zone can match", "un filtre auquel aucune carte de sa zone ne répond";
    "wrong-kind": "a card of another kind than the place that it may fill is for", "une carte d'un autre type que celui de la place qu'elle peut occuper";
    "two-places": "a card that two places of one card claim", "une carte que deux places d'une même carte réclament";
    "matches-everything": "a filter that every card of its zone matches", "un filtre auquel toute carte de sa zone répond";
    "never-fails": "a rule that no deck can break", "une règle qu'aucun deck ne peut enfreindre";
    "never-holds": "a rule that no deck can satisfy", "une règle qu'aucun deck ne peut satisfaire";
    "contradictory-limits": "two limits on one measure that exclude each other", "deux limites d'une même mesure qui s'excluent";
}
