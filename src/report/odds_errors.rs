//! Why a question about draws has no answer, worded.

use super::diagnostic::Diagnostic;
use super::language;
use super::words::say;
use crate::draw::DrawError;
use crate::model::{Catalog, Lang};
use crate::odds::{AskError, OddsError, TableError};

/// The words in one language.
pub fn either(lang: Lang, en: String, fr: String) -> String {
    say(lang, en, fr)
}

/// A question that cannot be asked of a table.
pub fn ask<'e>(error: &'e AskError, catalog: Option<&Catalog>, lang: Lang) -> Diagnostic<'e> {
    let (en, fr, help) = match error {
        AskError::Table(error) => return table(error, catalog, lang),
        AskError::NoPile(name) => (
            format!("there is no pile `{name}` at this table"),
            format!("il n'y a pas de pile « {name} » à cette table"),
            "",
        ),
        AskError::TooManyPiles(piles) => (
            format!("the condition reads {piles} piles, too many to count together"),
            format!("la condition lit {piles} piles, trop pour les compter ensemble"),
            "",
        ),
        AskError::KeepReads(name) => (
            format!("which hands are kept cannot depend on the pile `{name}`"),
            format!("les mains gardées ne peuvent pas dépendre de la pile « {name} »"),
            "",
        ),
        AskError::KeepsNoHand(size) => (
            format!("no hand of {size} cards is chosen, so --keep cannot say which to keep"),
            format!("aucune main de {size} cartes n'est à choisir : --keep ne peut rien en dire"),
            "",
        ),
        AskError::NothingToChoose => (
            "no hand may be exchanged, so there is nothing to choose".to_owned(),
            "aucune main ne peut être échangée : il n'y a rien à choisir".to_owned(),
            say_str(
                lang,
                "say how hands are exchanged: --mulligan london",
                "dites comment les mains s'échangent : --mulligan london",
            ),
        ),
        AskError::MeasureHasNoBest => (
            "a measure does not say which hands are worth keeping".to_owned(),
            "une mesure ne dit pas quelles mains valent d'être gardées".to_owned(),
            say_str(
                lang,
                "write the condition that you play for before it, with --policy",
                "écrivez avant elle la condition visée, avec --policy",
            ),
        ),
        AskError::VariesNothing => (
            "no card matches the filter of --vary".to_owned(),
            "aucune carte ne répond au filtre de --vary".to_owned(),
            "",
        ),
        AskError::VariesUnlike => (
            "the condition tells apart the cards that --vary means".to_owned(),
            "la condition distingue les cartes que désigne --vary".to_owned(),
            say_str(lang, "vary cards that count alike", "variez des cartes qui comptent pareil"),
        ),
        AskError::NoRoom => (
            "every card of the pile matters to the condition: none can make room for more copies"
                .to_owned(),
            "chaque carte de la pile compte pour la condition : aucune ne peut céder sa place"
                .to_owned(),
            "",
        ),
    };
    Diagnostic::error(say(lang, en, fr)).help(help)
}

fn say_str<'s>(lang: Lang, en: &'s str, fr: &'s str) -> &'s str {
    if lang == Lang::Fr { fr } else { en }
}

/// A deck that cannot be set out.
pub fn table<'e>(error: &'e TableError, catalog: Option<&Catalog>, lang: Lang) -> Diagnostic<'e> {
    let simple =
        |en: String, fr: String, help: &str| Diagnostic::error(say(lang, en, fr)).help(help);
    match error {
        TableError::Odds(error) => odds(error, lang),
        TableError::Language { what, text, error } => language::diagnostic(error, what, text, lang),
        TableError::NoOpening => simple(
            "the format does not say how an opening hand is dealt".to_owned(),
            "le format ne dit pas comment se distribue la main de départ".to_owned(),
            say_str(lang, "ask with --pile and --draw", "demandez avec --pile et --draw"),
        ),
        TableError::NotANumber { what, text, value } => simple(
            format!("{what} is `{text}`: {value} for this deck, not a whole number of cards"),
            format!("{what} : « {text} » donne {value} pour ce deck, pas un nombre de cartes"),
            say_str(
                lang,
                "give --draw, --per-turn or --set to say it yourself",
                "donnez --draw, --per-turn ou --set pour le dire vous-même",
            ),
        ),
        TableError::Players { players, known } => simple(
            format!("the opening is not known for {players} players"),
            format!("l'ouverture n'est pas connue pour {players} joueurs"),
            &format!(
                "--players {}",
                known.iter().map(u32::to_string).collect::<Vec<_>>().join(" | ")
            ),
        ),
        TableError::Seat { seat, players } => simple(
            format!("there is no seat {seat} at a table of {players}"),
            format!("il n'y a pas de place {seat} à une table de {players}"),
            &format!("--seat 1..{players} | --players {seat}"),
        ),
        TableError::NotInPile(card) => {
            let name = catalog.map(|c| c.cards.card(*card).name(lang)).unwrap_or_default();
            simple(
                format!("the pile holds no further `{name}` to set aside"),
                format!("la pile n'a plus de « {name} » à mettre à part"),
                "",
            )
        }
        TableError::SharedRow(zone) => simple(
            format!("hand and row both come from the zone `{zone}`: such tables are not counted"),
            format!("main et rangée viennent toutes deux de la zone « {zone} » : non compté"),
            "",
        ),
        TableError::PileTaken(name) => simple(
            format!("there is another pile `{name}` at this table"),
            format!("il y a déjà une pile « {name} » à cette table"),
            say_str(lang, "give it another name", "donnez-lui un autre nom"),
        ),
        TableError::NoExchange { option } => simple(
            format!("no hand may be exchanged: {option} says nothing"),
            format!("aucune main ne peut être échangée : {option} ne dit rien"),
            say_str(
                lang,
                "say how hands are exchanged: --mulligan london",
                "dites comment les mains sont échangées : --mulligan london",
            ),
        ),
        TableError::CostsNoCard { option, kind } => simple(
            format!("by `{}` an exchange costs no card: {option} says nothing", kind.word()),
            format!(
                "par « {} », un échange ne coûte aucune carte : {option} ne dit rien",
                kind.word()
            ),
            say_str(
                lang,
                "say how many exchanges there may be: --exchanges 1",
                "dites combien d'échanges il peut y avoir : --exchanges 1",
            ),
        ),
        TableError::DownTo { cards, hand } => simple(
            format!("a mulligan does not go down from {hand} cards to {cards}"),
            format!("un mulligan ne descend pas de {hand} cartes à {cards}"),
            "",
        ),
        TableError::NoTurns => simple(
            "the format does not say what later turns draw".to_owned(),
            "le format ne dit pas ce que piochent les tours suivants".to_owned(),
            say_str(lang, "give --per-turn 1", "donnez --per-turn 1"),
        ),
    }
}

/// Numbers that do not fit.
pub fn odds<'e>(error: &OddsError, lang: Lang) -> Diagnostic<'e> {
    let trials = say_str(
        lang,
        "estimate instead: `sleeve draw … --trials 1000000`",
        "estimez plutôt : « sleeve draw … --trials 1000000 »",
    );
    let fewer = say_str(
        lang,
        "or ask about fewer kinds of cards",
        "ou posez une question sur moins de sortes de cartes",
    );
    let (en, fr, helps) = match error {
        OddsError::DrawsTooMany { pile, draw, holds } => (
            format!("{draw} cards are drawn from `{pile}`, which holds {holds}"),
            format!("{draw} cartes sont piochées dans « {pile} », qui en compte {holds}"),
            vec![],
        ),
        OddsError::TooManyVectors { vectors, limit } => (
            format!(
                "{} kinds of draws would have to be counted; the limit is {limit}",
                about(*vectors, lang)
            ),
            format!(
                "il faudrait compter {} sortes de tirages ; la limite est {limit}",
                about(*vectors, lang)
            ),
            vec![trials, fewer],
        ),
        OddsError::TooManyClasses { classes, limit } => (
            format!("{classes} kinds of cards would have to be told apart; the limit is {limit}"),
            format!("il faudrait distinguer {classes} sortes de cartes ; la limite est {limit}"),
            vec![fewer],
        ),
        OddsError::DrawTooLarge { draw, limit } => (
            format!("a draw of {draw} cards is not counted; the limit is {limit} cards"),
            format!("un tirage de {draw} cartes n'est pas compté ; la limite est {limit} cartes"),
            vec![trials],
        ),
        OddsError::TooManyHands { hands, limit } => (
            format!(
                "{} kinds of opening hands would have to be weighed for the mulligan; the limit is {limit}",
                about(*hands, lang)
            ),
            format!(
                "le mulligan demanderait de peser {} sortes de mains ; la limite est {limit}",
                about(*hands, lang)
            ),
            vec![
                say_str(
                    lang,
                    "say which hands are kept and simulate: `sleeve draw … --keep … --trials 1000000`",
                    "dites quelles mains sont gardées et simulez : « sleeve draw … --keep … --trials 1000000 »",
                ),
                fewer,
            ],
        ),
        OddsError::HandTooLong { steps, limit } => (
            format!(
                "choosing which cards of a hand do not stay takes {} steps of work for each hand; the limit is {limit}",
                about(*steps, lang)
            ),
            format!(
                "choisir les cartes d'une main qui ne restent pas demande {} étapes de calcul par main ; la limite est {limit}",
                about(*steps, lang)
            ),
            vec![say_str(
                lang,
                "ask about fewer kinds of cards, or allow fewer exchanges",
                "posez une question sur moins de sortes de cartes, ou permettez moins d'échanges",
            )],
        ),
        OddsError::TooMuchWork { steps, limit, .. } if *steps > u128::from(*limit) => (
            format!(
                "counting this takes {} steps of work; the limit is {limit}",
                about(*steps, lang)
            ),
            format!(
                "ce compte demande {} étapes de calcul ; la limite est {limit}",
                about(*steps, lang)
            ),
            vec![trials, fewer],
        ),
        OddsError::TooMuchWork { steps, left, limit } => (
            format!(
                "counting this takes {} steps of work; one command may take {limit}, of which {left} are left",
                about(*steps, lang)
            ),
            format!(
                "ce compte demande {} étapes de calcul ; une commande en a {limit}, il en reste {left}",
                about(*steps, lang)
            ),
            vec![
                say_str(
                    lang,
                    "ask fewer conditions, turns or numbers of copies in one command",
                    "demandez moins de conditions, de tours ou d'exemplaires en une commande",
                ),
                trials,
            ],
        ),
        OddsError::ImpossibleGiven => (
            "no draw satisfies the condition of --given".to_owned(),
            "aucun tirage ne satisfait la condition de --given".to_owned(),
            vec![],
        ),
        OddsError::UndecidedUntil => (
            "when the condition first holds depends on facts that nobody has published".to_owned(),
            "le tour où la condition est remplie dépend de faits que personne n'a publiés"
                .to_owned(),
            vec![],
        ),
        OddsError::UntilBeside => (
            "piles dealt beside the hand are not followed from turn to turn".to_owned(),
            "les piles prises à côté de la main ne sont pas suivies de tour en tour".to_owned(),
            vec![say_str(lang, "leave out --until", "omettez --until")],
        ),
        OddsError::UntilSome => (
            "hands of which some cards are exchanged are not followed from turn to turn".to_owned(),
            "les mains dont quelques cartes sont échangées ne sont pas suivies de tour en tour"
                .to_owned(),
            vec![say_str(lang, "ask --turns 1..6 instead", "demandez plutôt --turns 1..6")],
        ),
        OddsError::TooManyStates { states, limit } => (
            format!(
                "{} states of pile and hand would have to be told apart; the limit is {limit}",
                about(*states, lang)
            ),
            format!(
                "il faudrait distinguer {} états de la pile et de la main ; la limite est {limit}",
                about(*states, lang)
            ),
            vec![
                say_str(
                    lang,
                    "estimate turn by turn instead: `sleeve draw … --turns 1..6 --trials 1000000`",
                    "estimez plutôt tour par tour : « sleeve draw … --turns 1..6 --trials 1000000 »",
                ),
                fewer,
            ],
        ),
        OddsError::UndecidedGiven => (
            "whether --given holds depends on facts that nobody has published".to_owned(),
            "la condition de --given dépend de faits que personne n'a publiés".to_owned(),
            vec![],
        ),
        OddsError::TooManyValues { limit } => (
            format!("the measure has more than {limit} different values"),
            format!("la mesure a plus de {limit} valeurs différentes"),
            vec![trials],
        ),
        OddsError::SomeOnlyOnce { exchanges } => (
            format!("cards of a hand are exchanged for others once, not {exchanges} times"),
            format!("les cartes d'une main s'échangent une fois, pas {exchanges}"),
            vec![],
        ),
        OddsError::UndecidedKeep => (
            "whether a hand is kept depends on facts that nobody has published".to_owned(),
            "garder une main ou non dépend de faits que personne n'a publiés".to_owned(),
            vec![],
        ),
        OddsError::MulliganNeverEnds => (
            "the mulligan would never end: (almost) no hand satisfies --keep".to_owned(),
            "le mulligan ne finirait jamais : (presque) aucune main ne satisfait --keep".to_owned(),
            vec![say_str(lang, "limit it: --exchanges 1", "limitez-le : --exchanges 1")],
        ),
        OddsError::NoHandStands => (
            "no opening hand may stand: (almost) none satisfies --redraw-unless".to_owned(),
            "aucune main de départ ne peut rester : (presque) aucune ne remplit --redraw-unless"
                .to_owned(),
            vec![],
        ),
        OddsError::TooManyExchanges { exchanges, hand } => (
            format!("{exchanges} exchanges cost more cards than the hand of {hand} has"),
            format!("{exchanges} échanges coûtent plus que les {hand} cartes de la main"),
            vec![],
        ),
        OddsError::ReachesTheBottom { draw } => (
            format!("{draw} further cards reach those that a mulligan put on the bottom"),
            format!("{draw} cartes de plus atteignent celles que le mulligan a mises au fond"),
            vec![],
        ),
        OddsError::NoSuchTurn { turn, limit } => (
            format!("turn {turn} is not followed; the last is {limit}"),
            format!("le tour {turn} n'est pas suivi ; le dernier est {limit}"),
            vec![],
        ),
        OddsError::PileTooLarge { cards, limit } => (
            format!("the pile holds {cards} cards; at most {limit} are dealt"),
            format!("la pile compte {cards} cartes ; {limit} au plus sont distribuées"),
            vec![],
        ),
        OddsError::ExchangeAndDiscard => (
            "mulligans are not counted together with turns in which cards leave the hand"
                .to_owned(),
            "les mulligans ne se comptent pas avec des tours où des cartes quittent la main"
                .to_owned(),
            vec![say_str(
                lang,
                "leave out --mulligan, or ask about the opening hand",
                "omettez --mulligan, ou demandez la main de départ",
            )],
        ),
    };
    let shown = Diagnostic::error(say(lang, en, fr));
    helps.into_iter().fold(shown, |shown, help| shown.help(help))
}

/// A number that may be very large, or beyond what was worked out.
fn about(number: u128, lang: Lang) -> String {
    match number {
        u128::MAX => say_str(lang, "far too many", "beaucoup trop de").to_owned(),
        n if n >= 1_000_000_000_000 => {
            format!("{} 10^{}", say_str(lang, "about", "environ"), n.ilog10())
        }
        n => n.to_string(),
    }
}

/// Hands that cannot be dealt.
pub fn draw<'e>(error: &'e DrawError, lang: Lang) -> Diagnostic<'e> {
    match error {
        DrawError::Odds(error) => odds(error, lang),
        DrawError::Table(error) => table(error, None, lang),
        DrawError::Trials { trials, limit } => Diagnostic::error(say(
            lang,
            format!("{trials} hands cannot be simulated"),
            format!("{trials} mains ne peuvent pas être simulées"),
        ))
        .help(say(
            lang,
            format!("any number from 1 to {limit} can"),
            format!("tout nombre de 1 à {limit} peut l'être"),
        )),
        DrawError::TooManyCards { cards, limit } => Diagnostic::error(say(
            lang,
            format!("about {cards} cards would have to be dealt one by one; the limit is {limit}"),
            format!("il faudrait distribuer environ {cards} cartes une à une ; la limite est {limit}"),
        ))
        .help(say_str(
            lang,
            "deal fewer hands, or count very many: `sleeve draw … --trials 1000000`",
            "distribuez moins de mains, ou comptez-en beaucoup : « sleeve draw … --trials 1000000 »",
        )),
        DrawError::NoChoiceOfBottom => Diagnostic::error(say(
            lang,
            "which cards go to the bottom after a mulligan follows from a condition; a measure has none"
                .to_owned(),
            "les cartes mises au fond après un mulligan suivent d'une condition ; une mesure n'en a pas"
                .to_owned(),
        ))
        .help(say_str(lang, "ask a condition", "demandez une condition")),
        DrawError::NoChoiceOfCards => Diagnostic::error(say(
            lang,
            "which cards of a hand are exchanged follows from a condition; none is asked".to_owned(),
            "les cartes échangées d'une main suivent d'une condition ; aucune n'est demandée".to_owned(),
        ))
        .help(say_str(
            lang,
            "count very many hands: `sleeve draw … --trials 1000000 'count(…) >= 1'`",
            "comptez beaucoup de mains : « sleeve draw … --trials 1000000 'count(…) >= 1' »",
        )),
    }
}
