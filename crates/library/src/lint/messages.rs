//! The messages of the linter, in every language.

use super::super::source::DataMessage;
use sleeve_data::messages;
use sleeve_data::model::Date;
use sleeve_data::problem::{BothLanguages, Candidates, DidYouMean, Quoted};
use sleeve_data::terms;

messages! {
    /// A mistake in data.
    #[derive(Clone, PartialEq, Debug)]
    pub enum LintMessage {
        /// A mistake met in reading.
        Data { message: DataMessage } [message.id().unwrap_or_default()] => {
            as: *message,
        }
        /// A zone whose cards are to name the role of a deck, by a field that names none.
        BadRoleField { zone: String, field: String, roles: Vec<String> } ["bad-role-field"] => {
            let roles = Quoted(&roles);
            en: "no value of `{field}` is a role of the format, which the cards in `{zone}` are to name",
            fr: "aucune valeur de « {field} » n'est un rôle du format, que les cartes de « {zone} » doivent donner",
            help_en: "roles and values go by their ids: {roles}",
            help_fr: "rôles et valeurs se répondent par leurs identifiants : {roles}",
        }
        /// A form of deck files that does not exist.
        UnknownReader { name: String, candidates: Candidates } ["unknown-reader"] => {
            en: "unknown reader `{name}`",
            fr: "« {name} » ne désigne aucun lecteur",
            help: candidates,
        }
        DuplicateName { name: String } ["duplicate-name"] => {
            en: "two cards of one kind and set are called `{name}`",
            fr: "deux cartes d'un même type et d'une même extension s'appellent « {name} »",
            other_en: "the first",
            other_fr: "la première",
            help_en: "name them apart, or say under [naming] which is meant",
            help_fr: "distinguez-les par leur nom, ou dites sous [naming] laquelle est visée",
        }
        /// Two cards with one value of a field in which no two cards have the same.
        SharedValue { field: String, value: String } ["shared-value"] => {
            en: "two cards have the `{field}` `{value}`, which one card alone can have",
            fr: "deux cartes ont « {value} » dans « {field} », qu'une seule carte peut avoir",
            other_en: "the first",
            other_fr: "la première",
            help_en: "correct one of them",
            help_fr: "corrigez l'une des deux",
        }
        /// A field of cards that names something else.
        NoCardOfField { field: String, name: String, near: Vec<String> } ["unknown-card-name"] => {
            en: "no card is called `{name}`, which `{field}` names",
            fr: "aucune carte ne s'appelle « {name} », que nomme « {field} »",
            help: DidYouMean(&near),
        }
        PresentAbsent { list: String, id: String } ["present-absent"] => {
            en: "the list `{list}` calls `{id}` absent, and there is such a card",
            fr: "la liste « {list} » dit « {id} » absente, or cette carte existe",
            help_en: "move it to `cards`",
            help_fr: "déplacez-la dans `cards`",
        }
        UnsortedSets {
            id: String,
            released: Date,
            /// The one that stands before it.
            before: String,
            /// Its day, which is later.
            date: Date,
        } ["unsorted-dates"] => {
            en: "`{id}` ({released}) stands after `{before}` ({date}), which is later",
            fr: "« {id} » ({released}) suit « {before} » ({date}), plus récente",
            help_en: "list the sets by their dates",
            help_fr: "rangez les extensions par date",
        }
        BeginsBefore { id: String, older: String } ["unsorted-dates"] => {
            en: "`{id}` begins before `{older}`, which it extends",
            fr: "« {id} » commence avant « {older} », qu'il étend",
        }
        ReversedDates { id: String, from: Date, to: Date } ["reversed-dates"] => {
            en: "`{id}` ends ({to}) before it begins ({from})",
            fr: "« {id} » finit ({to}) avant de commencer ({from})",
        }
        OverlappingDates {
            /// The earlier one in the file.
            earlier: String,
            /// The later one.
            later: String,
        } ["overlapping-dates"] => {
            en: "`{earlier}` and `{later}` bear one name and hold on the same days",
            fr: "« {earlier} » et « {later} » portent un même nom et valent aux mêmes jours",
            other_en: "the other",
            other_fr: "l'autre",
            help_en: "let the earlier one end (`to`) the day before the later one begins",
            help_fr: "faites finir (`to`) le premier la veille du second",
        }
        NoText { id: String } ["no-text"] => {
            en: "the rule `{id}` does not say in words what it asks",
            fr: "la règle « {id} » ne dit pas en mots ce qu'elle demande",
            help_en: "add `text = {{ en = \"…\", fr = \"…\" }}`",
            help_fr: "ajoutez `text = {{ en = \"…\", fr = \"…\" }}`",
        }
        NoCitation { what: Citing, id: String } ["no-citation"] => {
            let tail = what.tail();
            en: "the {what} `{id}`{tail} cites nothing",
            fr: "{what} « {id} » ne cite rien",
            help_en: "add `cite = \"source: where\"`, or `cite = \"reading: …\"` where you had to choose",
            help_fr: "ajoutez `cite = \"source: où\"`, ou `cite = \"reading: …\"` s'il a fallu choisir",
        }
        UnknownCitation {
            what: Citing,
            id: String,
            source: String,
            known: Vec<String>,
        } ["unknown-citation"] => {
            let known = Quoted(&known);
            let tail = what.tail();
            en: "the {what} `{id}`{tail} cites `{source}`, which is no source of this game",
            fr: "{what} « {id} » cite « {source} », qui n'est pas une source de ce jeu",
            help_en: "declare it as [sources.{source}]; there are {known} and `reading`",
            help_fr: "déclarez-la par [sources.{source}] ; il y a {known} et `reading`",
        }
        BadDefault { id: String, default: sleeve_data::model::Setting } ["bad-default"] => {
            en: "the default {default} of `{id}` is not among its allowed values",
            fr: "la valeur par défaut {default} de « {id} » n'est pas permise",
        }
        UnusedParameter { format: String, id: String } ["unused-parameter"] => {
            en: "nothing in `{format}` reads the parameter `{id}`",
            fr: "rien dans « {format} » ne lit le paramètre « {id} »",
            help_en: "remove it, or say in a text what `{id}` is for, with backquotes around the word",
            help_fr: "supprimez-le, ou dites dans un texte à quoi sert `{id}`, entre accents graves",
        }
        /// A place of what a card sets out that no card fills.
        EmptyPlace { id: String, cards: String } ["matches-nothing"] => {
            en: "no card of the game fills the place `{id}`: `{cards}`",
            fr: "aucune carte du jeu n'occupe la place « {id} » : « {cards} »",
            help: SEE_CARDS,
        }
        WrongKind {
            id: String,
            kind: String,
            names: String,
            /// How many more there are.
            more: usize,
        } ["wrong-kind"] => {
            let and = BothLanguages(" and ", " et ");
            let rest = BothLanguages(" more", " de plus");
            when *more > 0 => {
                en: "the place `{id}` is for the kind `{kind}`, and its filter finds {names}{and}{more}{rest}",
                fr: "la place « {id} » est pour le type « {kind} », et son filtre trouve {names}{and}{more}{rest}",
                help_en: "narrow the filter, with `kind:{kind}` at least",
                help_fr: "resserrez le filtre, au moins par `kind:{kind}`",
            }
            en: "the place `{id}` is for the kind `{kind}`, and its filter finds {names}",
            fr: "la place « {id} » est pour le type « {kind} », et son filtre trouve {names}",
            help_en: "narrow the filter, with `kind:{kind}` at least",
            help_fr: "resserrez le filtre, au moins par `kind:{kind}`",
        }
        TwoPlaces { id: String, other: String, place: String } ["two-places"] => {
            en: "`{id}` fills the places `{other}` and `{place}` of one card",
            fr: "« {id} » occupe les places « {other} » et « {place} » d'une même carte",
            other_en: "the other place",
            other_fr: "l'autre place",
            help_en: "exclude it from one of the filters",
            help_fr: "excluez-la de l'un des filtres",
        }
        /// A filter that no card of its zone can match.
        MatchesNothing { filter: String } ["matches-nothing"] => {
            en: "no card that may lie there matches `{filter}`",
            fr: "aucune carte qui peut s'y trouver ne répond à « {filter} »",
            help: SEE_CARDS,
        }
        MatchesEverything { filter: String } ["matches-everything"] => {
            en: "every card that may lie there matches `{filter}`",
            fr: "toute carte qui peut s'y trouver répond à « {filter} »",
            help_en: "leave the filter out",
            help_fr: "omettez ce filtre",
        }
        NeverFails { rule: String } ["never-fails"] => {
            en: "no deck can break the rule `{rule}`",
            fr: "aucun deck ne peut enfreindre la règle « {rule} »",
            help_en: "remove it, or ask for more",
            help_fr: "supprimez-la, ou demandez davantage",
        }
        NeverHolds { rule: String } ["never-holds"] => {
            en: "no deck can satisfy the rule `{rule}`",
            fr: "aucun deck ne peut satisfaire la règle « {rule} »",
            help_en: "remove it, or ask for less",
            help_fr: "supprimez-la, ou demandez moins",
        }
        ContradictoryLimits {
            /// The later one.
            second: String,
            /// The earlier one.
            first: String,
        } ["contradictory-limits"] => {
            en: "`{second}` and `{first}` exclude each other",
            fr: "« {second} » et « {first} » s'excluent",
            other_en: "the other limit",
            other_fr: "l'autre limite",
            help_en: "no deck satisfies both",
            help_fr: "aucun deck ne satisfait les deux",
        }
        UnknownZone { zone: String } ["unknown-zone"] => {
            en: "no format has a zone `{zone}`",
            fr: "aucun format n'a de zone « {zone} »",
            help_en: "name a zone by its id",
            help_fr: "nommez une zone par son identifiant",
        }
        AmbiguousWord {
            word: String,
            /// What it means already.
            first: String,
            /// What it would mean too.
            id: String,
        } ["ambiguous-word"] => {
            en: "`{word}` means `{first}` already, and not `{id}`",
            fr: "« {word} » désigne déjà « {first} », et non « {id} »",
            other_en: "`{first}`",
            other_fr: "« {first} »",
            help_en: "give one of them another word",
            help_fr: "donnez à l'un des deux un autre mot",
        }
        /// A field that tables, statistics or drawings show, and that there is not.
        UnknownShownField { field: String, candidates: Candidates } ["unknown-shown-field"] => {
            en: "there is no field `{field}` to show",
            fr: "il n'y a pas de champ « {field} » à montrer",
            help: candidates,
        }
    }
}

terms! {
    /// Something that has to cite.
    #[derive(Clone, Copy, PartialEq, Eq, Debug)]
    pub enum Citing {
        Format => "format", "le format";
        Rule => "rule", "la règle";
        /// What a format says of the opening.
        Opening => "opening of", "l'ouverture de";
        /// What a card sets out.
        SetOut => "entry of what", "la mise en place de";
        List => "list", "la liste";
    }
}

impl Citing {
    /// What follows the id.
    fn tail(self) -> BothLanguages {
        match self {
            Citing::SetOut => BothLanguages(" sets out", ""),
            Citing::Format | Citing::Rule | Citing::Opening | Citing::List => BothLanguages("", ""),
        }
    }
}

const SEE_CARDS: BothLanguages = BothLanguages(
    "see the cards with `sleeve cards FILTER`",
    "voyez les cartes par `sleeve cards FILTRE`",
);
