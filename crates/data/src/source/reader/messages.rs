//! What can be wrong with a reader of deck files that a game describes, in every language.

use crate::messages;
use crate::model::path::MAX_PATH_STEPS;
use crate::model::pattern::MAX_PATTERN_BYTES;
use crate::problem::Quoted;

messages! {
    /// A mistake in a `[[reader]]`.
    #[derive(Clone, PartialEq, Eq, Debug)]
    pub enum ReaderMessage {
        BuiltInReader { id: String } ["reserved-name"] => {
            en: "`{id}` is a form of deck files that the program knows by itself",
            fr: "« {id} » est une forme de fichier de deck que le programme connaît déjà",
            help_en: "give the reader another id",
            help_fr: "donnez au lecteur un autre identifiant",
        }
        PatternEmpty ["bad-pattern"] => {
            en: "an empty pattern",
            fr: "un motif vide",
        }
        PatternTooLong ["bad-pattern"] => {
            let limit = MAX_PATTERN_BYTES;
            en: "a pattern of more than {limit} bytes",
            fr: "un motif de plus de {limit} octets",
        }
        PatternBrace ["bad-pattern"] => {
            let doubled = "`{{`, `}}`";
            en: "a brace without its other half",
            fr: "une accolade sans sa pareille",
            help_en: "write a brace that stands for itself twice: {doubled}",
            help_fr: "une accolade qui vaut pour elle-même s'écrit deux fois : {doubled}",
        }
        UnknownHole { hole: String, allowed: Vec<String> } ["bad-pattern"] => {
            let allowed = Quoted(&allowed);
            en: "no placeholder `{hole}` here",
            fr: "pas de repère « {hole} » ici",
            help_en: "there are {allowed}",
            help_fr: "il y a {allowed}",
        }
        PatternLacks { holes: Vec<String> } ["bad-pattern"] => {
            when holes.len() == 1 => {
                let holes = Quoted(&holes);
                en: "the pattern has no {holes}",
                fr: "le motif n'a pas de {holes}",
            }
            let holes = Quoted(&holes);
            en: "the pattern has none of {holes}, so that nothing tells the card",
            fr: "le motif n'a aucun de {holes} : rien ne dit la carte",
        }
        HoleTwice { hole: String } ["ambiguous-pattern"] => {
            en: "`{hole}` stands twice in the pattern, and a line could hold two things there",
            fr: "« {hole} » figure deux fois dans le motif, et une ligne pourrait y dire deux choses",
            help_en: "write it once",
            help_fr: "ne l'écrivez qu'une fois",
        }
        HolesTouch { first: String, second: String } ["ambiguous-pattern"] => {
            en: "nothing stands between `{first}` and `{second}`: nobody can tell where the first ends",
            fr: "rien ne sépare « {first} » de « {second} » : nul ne sait où le premier finit",
            help_en: "put what stands between them there, if only a blank",
            help_fr: "écrivez ce qui les sépare, ne serait-ce qu'une espace",
        }
        HoleEndless { hole: String, beside: String } ["ambiguous-pattern"] => {
            when beside.trim().is_empty() => {
                en: "`{hole}` may hold blanks as well: nobody can tell where it ends",
                fr: "« {hole} » peut contenir aussi des espaces : nul ne sait où il finit",
                help_en: "put a character beside it that cannot stand in it, such as a bracket",
                help_fr: "mettez à côté un caractère qu'il ne peut contenir, comme un crochet",
            }
            en: "`{hole}` may hold `{beside}` as well: nobody can tell where it ends",
            fr: "« {hole} » peut contenir « {beside} » aussi : nul ne sait où il finit",
            help_en: "put a character beside it that cannot stand in it: brackets for a set, a blank for a word or an id, no digit for a count",
            help_fr: "mettez à côté un caractère qu'il ne peut contenir : des crochets pour une extension, une espace pour un mot ou un identifiant, pas de chiffre pour un nombre",
        }
        HolesUnparted { first: String, second: String } ["ambiguous-pattern"] => {
            en: "`{first}` and `{second}` may both hold anything: nobody can tell where the first ends",
            fr: "« {first} » et « {second} » peuvent tout contenir : nul ne sait où le premier finit",
            help_en: "put two blanks or a tab between them, and nothing else that is a placeholder",
            help_fr: "mettez entre eux deux espaces ou une tabulation, et aucun autre repère",
        }
        ThreeFreeHoles ["ambiguous-pattern"] => {
            en: "more than two placeholders that may hold anything",
            fr: "plus de deux repères qui peuvent tout contenir",
            help_en: "write what stands between them, or end the pattern with one that takes the rest",
            help_fr: "écrivez ce qui les sépare, ou finissez le motif par un repère qui prend le reste",
        }
        PatternHidden { by: String, line: String } ["ambiguous-pattern"] => {
            en: "no line comes to this pattern: `{by}` is tried first and reads `{line}` otherwise",
            fr: "aucune ligne n'arrive à ce motif : « {by} » est essayé avant et lit « {line} » autrement",
            help_en: "put the pattern that says more first",
            help_fr: "mettez d'abord le motif qui en dit le plus",
        }
        BadPath { path: String } ["bad-path"] => {
            let steps = MAX_PATH_STEPS;
            en: "`{path}` is no path of at most {steps} steps",
            fr: "« {path} » n'est pas un chemin d'au plus {steps} pas",
            help_en: "in XML write `deck/section/card`, at its end perhaps `/@attribute` or `/text()`; in JSON `/slots` or `/main/cards`",
            help_fr: "en XML, écrivez « deck/section/card », suivi au besoin de « /@attribut » ou de « /text() » ; en JSON, « /slots » ou « /main/cards »",
        }
        CardPath { path: String } ["bad-path"] => {
            en: "`{path}` is no element within another, as every card is",
            fr: "« {path} » n'est pas un élément à l'intérieur d'un autre, comme l'est toute carte",
            help_en: "write the elements from the outermost to the card: `deck/section/card`",
            help_fr: "écrivez les éléments, du plus extérieur à la carte : « deck/section/card »",
        }
        PathElsewhere { path: String, card: String } ["bad-path"] => {
            en: "what stands at `{path}` says nothing of one card at `{card}`",
            fr: "ce qui figure à « {path} » ne dit rien d'une carte de « {card} »",
            help_en: "a card is told by attributes or text of its element and those within it, or by attributes of the elements around it",
            help_fr: "une carte se lit aux attributs ou au texte de son élément et de ceux qu'il contient, ou aux attributs des éléments qui l'entourent",
        }
    }
}
