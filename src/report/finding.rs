//! What a check found, in words: what is wrong, the numbers, and the way to legal.

use super::cite;
use super::escape::safe;
use super::plural::{several, takes_singular};
use crate::language::ast::Operator;
use crate::language::french::{comma, de, que, si};
use crate::language::{Cause, Distance, MissingFact, Quantity, Rational};
use crate::model::{CardIndex, Catalog, Gender, Lang, Number};
use crate::odds::AskError;
use crate::problem::Message;
use crate::rules::{
    ASKED_LIMIT, Carrying, Finding, Label, LabelKind, Opening, Problem, Status, TooMuchWork,
};

/// The most cards or facts that one sentence lists.
const MOST: usize = 6;

/// Words for one finding.
pub struct Wording<'a> {
    finding: &'a Finding,
    catalog: &'a Catalog,
    lang: Lang,
}

impl<'a> Wording<'a> {
    /// Words for a finding about cards of this catalog.
    pub fn new(finding: &'a Finding, catalog: &'a Catalog, lang: Lang) -> Wording<'a> {
        Wording { finding, catalog, lang }
    }

    fn say(&self, en: String, fr: String) -> String {
        match self.lang {
            Lang::En => en,
            Lang::Fr => fr,
        }
    }

    fn name(&self, card: CardIndex) -> String {
        if card == CardIndex::STRANGER {
            return self.say("a card that could not be told".into(), "une carte inconnue".into());
        }
        safe(self.catalog.cards.card(card).name(self.lang)).into_owned()
    }

    /// One of what the rule counts.
    fn noun(&self) -> &str {
        match (self.finding.noun.get(self.lang), self.lang) {
            ("", Lang::En) => "card",
            ("", Lang::Fr) => "carte",
            (noun, _) => noun,
        }
    }

    /// Several of it.
    fn many(&self) -> String {
        match (self.finding.noun.is_empty(), self.lang) {
            (true, Lang::En) => "cards".to_owned(),
            (true, Lang::Fr) => "cartes".to_owned(),
            (false, _) => several(&self.finding.noun, self.lang),
        }
    }

    /// The noun in the number that a count takes.
    fn noun_for(&self, count: Option<Rational>) -> String {
        let whole = count.and_then(Rational::to_integer);
        match whole.is_some_and(|n| takes_singular(n, self.lang)) {
            true => self.noun().to_owned(),
            false => self.many(),
        }
    }

    /// `3 cards`, `1 card`.
    fn counted(&self, count: u32) -> String {
        format!("{count} {}", self.noun_for(Some(Rational::whole(i64::from(count)))))
    }

    /// `5 or more points`, `5 points ou plus`.
    fn nouns(&self, quantity: &Quantity) -> String {
        let words = quantity.in_words(self.lang);
        match (quantity.low(), quantity.high(), self.lang) {
            _ if quantity.is_none() => words,
            (None, None, Lang::En) => format!("an unknown number of {}", self.many()),
            (None, None, Lang::Fr) => format!("un nombre inconnu {}", de(&self.many())),
            (Some(low), None, Lang::Fr) | (None, Some(low), Lang::Fr) => {
                let number = low.in_words(self.lang);
                let rest = words.strip_prefix(number.as_str()).unwrap_or_default();
                format!("{number} {}{rest}", self.noun_for(Some(low)))
            }
            _ => format!("{words} {}", self.noun_for(quantity.known())),
        }
    }

    fn amount(&self, amount: Rational) -> String {
        format!("{} {}", amount.in_words(self.lang), self.noun_for(Some(amount)))
    }

    /// Spaces of a hold.
    fn places(&self, spaces: Number) -> String {
        let number = Rational::from(spaces);
        let one = number.to_integer().is_some_and(|n| takes_singular(n, self.lang));
        let noun = match (self.lang, one) {
            (Lang::En, true) => "space",
            (Lang::En, false) => "spaces",
            (Lang::Fr, true) => "place",
            (Lang::Fr, false) => "places",
        };
        format!("{} {noun}", number.in_words(self.lang))
    }

    /// What is printed elsewhere with a point, with the decimal sign of the language.
    fn number(&self, printed: &str) -> String {
        if self.lang == Lang::Fr { comma(printed) } else { printed.to_owned() }
    }

    /// `A, 2 × B and 3 more`.
    fn list(&self, cards: &[(CardIndex, u32)]) -> String {
        let one = |(card, count): &(CardIndex, u32)| match count {
            1 => self.name(*card),
            n => format!("{n} × {}", self.name(*card)),
        };
        let names: Vec<String> = cards.iter().take(MOST).map(one).collect();
        self.and_more(&names, cards.len().saturating_sub(MOST))
    }

    fn and_more(&self, names: &[String], more: usize) -> String {
        let names = names.join(", ");
        match (more, self.lang) {
            (0, _) => names,
            (n, Lang::En) => format!("{names} and {n} more"),
            (n, Lang::Fr) => format!("{names} et {n} de plus"),
        }
    }

    fn zones(&self) -> String {
        self.finding.zones.iter().map(|z| format!("`{}`", safe(z))).collect::<Vec<_>>().join(", ")
    }

    /// What is wrong or undecided, in one line.
    pub fn title(&self) -> String {
        match &self.finding.problem {
            Problem::Condition(cause) => self.condition(cause),
            Problem::Groups(causes) => self.groups(causes),
            Problem::Contents { lacking, extra } => self.contents(lacking, extra),
            Problem::Doubtful { cards } => self.doubtful(cards.len()),
            Problem::Carrying(carrying) => self.carrying(carrying),
            Problem::SetsOut { card, place, candidates } => {
                self.sets_out(*card, place.get(self.lang), candidates)
            }
            Problem::Zone { card: (card, _), .. } => {
                let (name, zone) = (self.name(*card), self.zones());
                match self.finding.status {
                    Status::Unknown => self.say(
                        format!("cannot tell whether `{name}` may stand in the zone {zone}"),
                        format!("on ne peut dire si « {name} » peut être dans la zone {zone}"),
                    ),
                    _ => self.say(
                        format!("`{name}` is not a card for the zone {zone}"),
                        format!("« {name} » n'est pas une carte de la zone {zone}"),
                    ),
                }
            }
            Problem::Released { day, cards, released: Some(released) } => {
                let names = self.list(cards);
                self.say(
                    format!("`{names}` came out on {released}, after {day}"),
                    format!("« {names} » est paru le {released}, après le {day}"),
                )
            }
            Problem::Released { day, cards, released: None } => {
                let count = u32::try_from(cards.len()).unwrap_or(u32::MAX);
                let cards = self.counted(count);
                self.say(
                    format!("cannot tell whether {cards} came out by {day}: no day is published"),
                    format!("on ne peut dire si {cards} étaient parues le {day} : aucune date n'est publiée"),
                )
            }
            Problem::NotInForce { day, dates: (Some(from), _) } if day < from => self.say(
                format!("this format holds from {from}, not yet on {day}"),
                format!("ce format est en vigueur à partir du {from}, pas encore le {day}"),
            ),
            Problem::NotInForce { day, dates: (_, to) } => {
                let to = to.map(|to| to.to_string()).unwrap_or_default();
                self.say(
                    format!("this format held until {to}, no longer on {day}"),
                    format!("ce format a été en vigueur jusqu'au {to}, il ne l'est plus le {day}"),
                )
            }
            Problem::Parameter { name, value, .. } => {
                let allowed = self.limit().unwrap_or_default();
                self.say(
                    format!("{name} is {value}, {allowed} is allowed"),
                    format!("{name} vaut {value} ; ce qui est permis : {allowed}"),
                )
            }
            Problem::Opening(opening) => self.opening(opening),
            Problem::NotAsked(TooMuchWork { times, left }) => self.say(
                format!("not asked: it would ask about cards {times} times in groups within groups; {left} of {ASKED_LIMIT} are left for this deck"),
                format!("règle non vérifiée : elle examinerait des cartes {times} fois dans des groupes de groupes ; il en reste {left} sur {ASKED_LIMIT} pour ce deck"),
            ),
            Problem::Note(text) => safe(text.get(self.lang)).into_owned(),
        }
    }

    fn opening(&self, opening: &Opening) -> String {
        let (condition, least) = (safe(&opening.condition), self.number(&opening.at_least));
        let chance = match &opening.chance {
            Ok((low, high)) if low == high => format!("{} %", self.number(low)),
            Ok((low, high)) => {
                let (low, high) = (self.number(low), self.number(high));
                self.say(format!("{low} to {high} %"), format!("{low} à {high} %"))
            }
            Err(why) => {
                let why = why.error::<AskError>().map(|error| error.title(self.lang));
                let why = why.unwrap_or_default();
                return self.say(
                    format!("cannot tell how often opening hands satisfy `{condition}`: {why}"),
                    format!("on ne peut dire combien de mains de départ vérifient « {condition} » : {why}"),
                );
            }
        };
        let title = self.say(
            format!(
                "`{condition}` holds for {chance} of opening hands, at least {least} % required"
            ),
            format!(
                "« {condition} » vaut pour {chance} des mains de départ, il en faut au moins {least} %"
            ),
        );
        match self.finding.status {
            Status::Unknown => {
                self.say(format!("cannot be decided: {title}"), format!("indécidable : {title}"))
            }
            _ => title,
        }
    }

    fn condition(&self, cause: &Cause) -> String {
        let subject = cause.subject.get(self.lang);
        if cause.actual.is_none() && cause.limit.is_none() {
            return match self.finding.status {
                Status::Unknown => self.say(
                    format!("cannot tell whether {subject}"),
                    format!("on ne peut dire {}", si(subject)),
                ),
                _ => self.say(
                    format!("it does not hold that {subject}"),
                    format!("il n'est pas vrai {}", que(subject)),
                ),
            };
        }
        let limit = self.limit_phrase(cause);
        let value = cause.group.as_ref().map(|g| safe(g.value.get(self.lang)).into_owned());
        let actual = match (value, cause.counts_cards) {
            (Some(value), true) => {
                let count = cause.actual.in_words(self.lang);
                self.say(format!("{count} × {value}"), format!("{count} × {value}"))
            }
            (None, true) if self.forbidden(cause) => return self.forbidden_title(cause),
            (None, true) => self.nouns(&cause.actual),
            (None, false) if !self.finding.noun.is_empty() => self.nouns(&cause.actual),
            (group, false) => {
                let of = group.map(|g| format!(" ({g})")).unwrap_or_default();
                let words = cause.actual.in_words(self.lang);
                self.say(format!("{subject}{of} is {words}"), format!("{subject}{of} : {words}"))
            }
        };
        match self.finding.status {
            Status::Unknown => self.say(
                format!("cannot be decided: {actual}, {limit}"),
                format!("indécidable : {actual}, {limit}"),
            ),
            _ => format!("{actual}, {limit}"),
        }
    }

    /// Several groups under one limit: every one of them is named.
    fn groups(&self, causes: &[Cause]) -> String {
        let one = |cause: &Cause| {
            let value = cause.group.as_ref().map(|g| safe(g.value.get(self.lang)).into_owned());
            let value = value.unwrap_or_default();
            let actual = cause.actual.in_words(self.lang);
            match cause.counts_cards {
                true => format!("{actual} × {value}"),
                false => format!("{value} ({actual})"),
            }
        };
        let list = causes.iter().map(one).collect::<Vec<_>>().join(", ");
        let limit = causes.first().map(|c| self.limit_phrase(c)).unwrap_or_default();
        let said =
            self.say(format!("{list}; of each {limit}"), format!("{list} ; de chaque {limit}"));
        match self.finding.status {
            Status::Unknown => {
                self.say(format!("cannot be decided: {said}"), format!("indécidable : {said}"))
            }
            _ => said,
        }
    }

    /// Whether cards are there that must not be.
    fn forbidden(&self, cause: &Cause) -> bool {
        let none = cause.limit.known() == Some(Rational::ZERO);
        let at_most = matches!(cause.operator, Operator::AtMost | Operator::Equal);
        none && at_most && self.finding.status == Status::Broken && !cause.cards.is_empty()
    }

    fn forbidden_title(&self, cause: &Cause) -> String {
        let (count, list) = (self.nouns(&cause.actual), self.list(&cause.cards));
        let one = cause.actual.known() == Some(Rational::ONE);
        let s = if one { "" } else { "s" };
        let gender = match self.finding.noun.is_empty() {
            true => Some(Gender::Feminine),
            false => self.finding.noun.gender,
        };
        match (self.lang, gender) {
            (Lang::En, _) => format!("{count} not allowed: {list}"),
            (Lang::Fr, Some(Gender::Masculine)) => format!("{count} non autorisé{s} : {list}"),
            (Lang::Fr, Some(Gender::Feminine)) => format!("{count} non autorisée{s} : {list}"),
            (Lang::Fr, None) => format!("{count} contraire{s} à la règle : {list}"),
        }
    }

    fn limit_phrase(&self, cause: &Cause) -> String {
        let mut limit = cause.limit.in_words(self.lang);
        if let Some(words) = cause.limit_words.as_ref().map(|w| w.get(self.lang))
            && words != limit
        {
            let words = words
                .strip_prefix('(')
                .and_then(|w| w.split_once(") "))
                .map_or_else(|| words.to_owned(), |(inner, rest)| format!("{inner}, {rest}"));
            limit = format!("{limit} ({words})");
        }
        if cause.limit.is_none() {
            let words = cause.limit_words.as_ref().map_or("", |w| w.get(self.lang));
            return self.say(
                format!("and there is no value to compare with ({words})"),
                format!("et il n'y a aucune valeur à quoi comparer ({words})"),
            );
        }
        match (cause.operator, self.lang) {
            (Operator::AtLeast, Lang::En) => format!("at least {limit} required"),
            (Operator::AtLeast, Lang::Fr) => format!("il en faut au moins {limit}"),
            (Operator::AtMost, Lang::En) => format!("at most {limit} allowed"),
            (Operator::AtMost, Lang::Fr) => format!("au plus {limit}"),
            (Operator::Less, Lang::En) => format!("fewer than {limit} allowed"),
            (Operator::Less, Lang::Fr) => format!("il en faut moins de {limit}"),
            (Operator::Greater, Lang::En) => format!("more than {limit} required"),
            (Operator::Greater, Lang::Fr) => format!("il en faut plus de {limit}"),
            (Operator::NotEqual, Lang::En) => format!("{limit} not allowed"),
            (Operator::NotEqual, Lang::Fr) => format!("il en faut un nombre autre que {limit}"),
            (_, Lang::En) => format!("exactly {limit} required"),
            (_, Lang::Fr) => format!("il en faut exactement {limit}"),
        }
    }

    fn contents(&self, lacking: &[(CardIndex, u32)], extra: &[(CardIndex, u32)]) -> String {
        let total =
            |cards: &[(CardIndex, u32)]| cards.iter().map(|(_, n)| *n).fold(0, u32::saturating_add);
        let (few, many) = (total(lacking), total(extra));
        let (few_of, many_of) = (self.counted(few), self.counted(many));
        let lacks = self.say(format!("{few_of} lacking"), format!("il manque {few_of}"));
        let over = self.say(format!("{many_of} too many"), format!("{many_of} en trop"));
        match (few, many) {
            (_, 0) => lacks,
            (0, _) => over,
            _ => self.say(format!("{lacks}, {over}"), format!("{lacks} ; {over}")),
        }
    }

    fn doubtful(&self, cards: usize) -> String {
        let are = if cards > 1 { "sont" } else { "est" };
        let cards = self.counted(u32::try_from(cards).unwrap_or(u32::MAX));
        self.say(
            format!("cannot be decided: {cards} may or may not belong to the list"),
            format!("indécidable : on ne sait pas si {cards} {are} de la liste"),
        )
    }

    fn carrying(&self, carrying: &Carrying) -> String {
        match carrying {
            Carrying::NotThere { card, there, used } => {
                let name = self.name(*card);
                self.say(
                    format!("{used} × `{name}` in holds, and the deck has {there}"),
                    format!("{used} × « {name} » dans les soutes, et le deck n'en a que {there}"),
                )
            }
            Carrying::TooMuch { carrier, needed, capacity } => {
                let name = self.name(*carrier);
                self.say(
                    format!(
                        "`{name}` carries {}, at most {capacity} allowed",
                        self.places(*needed)
                    ),
                    format!(
                        "la charge de « {name} » prend {}, sa capacité est de {}",
                        self.places(*needed),
                        self.number(&capacity.to_string())
                    ),
                )
            }
            Carrying::Undecided { carrier } => {
                let name = self.name(*carrier);
                self.say(
                    format!("cannot tell whether `{name}` may carry its load"),
                    format!("on ne peut dire si « {name} » peut porter sa charge"),
                )
            }
            Carrying::NoCapacity { carrier } => {
                let name = self.name(*carrier);
                self.say(
                    format!("`{name}` has no hold, so it carries nothing"),
                    format!("« {name} » n'a pas de soute et ne transporte rien"),
                )
            }
            Carrying::NotSmaller { carrier, cargo } => {
                let (carrier, cargo) = (self.name(*carrier), self.name(*cargo));
                self.say(
                    format!("`{cargo}` is not smaller than `{carrier}`, which is to carry it"),
                    format!(
                        "« {cargo} » ne va pas dans « {carrier} » : il faut une taille inférieure"
                    ),
                )
            }
            Carrying::Apart { carrier, cargo } => {
                let (carrier, cargo) = (self.name(*carrier), self.name(*cargo));
                self.say(
                    format!("`{cargo}` is not of the zone of `{carrier}`, which is to carry it"),
                    format!(
                        "« {cargo} » n'est pas de la zone de « {carrier} », qui doit le porter"
                    ),
                )
            }
            Carrying::Placed { cargo } => {
                let name = self.name(*cargo);
                self.say(
                    format!("`{name}` is on the table from the start, so no hold carries it"),
                    format!("« {name} » est sur la table dès le début : aucune soute ne le porte"),
                )
            }
            Carrying::Nested { carrier } => {
                let name = self.name(*carrier);
                self.say(
                    format!("`{name}` is carried, so it carries nothing itself"),
                    format!("« {name} » est dans une soute et ne transporte donc rien"),
                )
            }
        }
    }

    fn sets_out(&self, card: CardIndex, place: &str, candidates: &[CardIndex]) -> String {
        let place = match place {
            "" => super::set_out::shortest(self.catalog, candidates, self.lang),
            words => words.to_owned(),
        };
        let place = safe(&place);
        let name = self.name(card);
        match self.finding.status {
            Status::Unknown => self.say(
                format!("cannot tell whether the deck has what `{name}` sets out: {place}"),
                format!("on ne peut dire si le deck a ce que « {name} » met en place : {place}"),
            ),
            _ => self.say(
                format!("`{name}` sets out {place}, which the deck does not have"),
                format!("« {name} » met en place {place}, qui n'est pas dans le deck"),
            ),
        }
    }

    /// The actual value, for documents.
    pub fn actual(&self) -> Option<String> {
        match &self.finding.problem {
            Problem::Condition(cause) if !cause.actual.is_none() => {
                Some(cause.actual.in_words(self.lang))
            }
            Problem::Groups(causes) => largest(causes).map(|c| c.actual.in_words(self.lang)),
            Problem::Parameter { value, .. } => Some(value.to_string()),
            Problem::Released { released, .. } => released.map(|day| day.to_string()),
            Problem::NotInForce { day, .. } => Some(day.to_string()),
            Problem::Opening(opening) => opening.chance.as_ref().ok().map(|(low, high)| {
                if low == high { format!("{low} %") } else { format!("{low} to {high} %") }
            }),
            Problem::Carrying(Carrying::TooMuch { needed, .. }) => Some(needed.to_string()),
            Problem::Carrying(Carrying::NotThere { used, .. }) => Some(used.to_string()),
            _ => None,
        }
    }

    /// The limit, for documents.
    pub fn limit(&self) -> Option<String> {
        match &self.finding.problem {
            Problem::Condition(cause) => self.limit_of(cause),
            Problem::Groups(causes) => largest(causes).and_then(|cause| self.limit_of(cause)),
            Problem::Parameter { allowed, range, .. } => Some(self.allowed(allowed, *range)),
            Problem::Released { day, released: Some(_), .. } => Some(format!("<= {day}")),
            Problem::NotInForce { dates: (from, to), .. } => {
                let from = from.map(|from| format!(">= {from}"));
                let ends = [from, to.map(|to| format!("<= {to}"))];
                Some(ends.into_iter().flatten().collect::<Vec<_>>().join(", "))
            }
            Problem::Opening(opening) => Some(format!(">= {} %", opening.at_least)),
            Problem::Carrying(Carrying::TooMuch { capacity, .. }) => Some(format!("<= {capacity}")),
            Problem::Carrying(Carrying::NotThere { there, .. }) => Some(format!("<= {there}")),
            _ => None,
        }
    }

    fn limit_of(&self, cause: &Cause) -> Option<String> {
        let sign = cause.operator.symbol();
        let words = || format!("{sign} {}", cause.limit.in_words(self.lang));
        (!cause.limit.is_none()).then(words)
    }

    fn allowed(&self, list: &[Number], range: (Option<Number>, Option<Number>)) -> String {
        if !list.is_empty() {
            let words: Vec<String> = list.iter().map(ToString::to_string).collect();
            return words.join(&self.say(" or ".into(), " ou ".into()));
        }
        match range {
            (Some(low), Some(high)) => {
                self.say(format!("{low} to {high}"), format!("{low} à {high}"))
            }
            (Some(low), None) => self.say(format!("at least {low}"), format!("au moins {low}")),
            (None, Some(high)) => self.say(format!("at most {high}"), format!("au plus {high}")),
            (None, None) => String::new(),
        }
    }

    /// The cards that make the difference.
    pub fn cards(&self) -> Vec<(CardIndex, u32)> {
        match &self.finding.problem {
            Problem::Condition(cause) => {
                cause.cards.iter().chain(&cause.doubtful).copied().collect()
            }
            Problem::Groups(causes) => {
                causes.iter().flat_map(|c| c.cards.iter().chain(&c.doubtful)).copied().collect()
            }
            Problem::Contents { lacking, extra } => lacking.iter().chain(extra).copied().collect(),
            Problem::Doubtful { cards } | Problem::Released { cards, .. } => cards.clone(),
            Problem::Zone { card, .. } => vec![*card],
            Problem::Carrying(carrying) => vec![(carrying.card(), 1)],
            Problem::SetsOut { card, .. } => vec![(*card, 1)],
            Problem::Parameter { .. }
            | Problem::NotInForce { .. }
            | Problem::Opening(_)
            | Problem::NotAsked(_)
            | Problem::Note(_) => Vec::new(),
        }
    }

    /// The way to legal, if the finding has one.
    pub fn fix(&self) -> Option<String> {
        match &self.finding.problem {
            Problem::Condition(cause) => self.distance(cause),
            Problem::Groups(causes) => self.distances(causes),
            Problem::Contents { lacking, extra } => {
                let add = |en: &str, fr: &str, cards: &[(CardIndex, u32)]| {
                    let verb = self.say(en.into(), fr.into());
                    (!cards.is_empty()).then(|| format!("{verb} {}", self.list(cards)))
                };
                let steps = [add("add", "ajouter", lacking), add("remove", "retirer", extra)];
                let between = self.say("; ".into(), " ; ".into());
                Some(steps.into_iter().flatten().collect::<Vec<_>>().join(&between))
            }
            Problem::SetsOut { candidates, .. } if self.finding.status == Status::Broken => {
                let cards: Vec<_> = candidates.iter().map(|card| (*card, 1)).collect();
                let list = self.list(&cards);
                Some(match (cards.len(), self.lang) {
                    (1, Lang::En) => format!("add {list}"),
                    (1, Lang::Fr) => format!("ajouter {list}"),
                    (_, Lang::En) => format!("add one of {list}"),
                    (_, Lang::Fr) => format!("ajouter l'une de : {list}"),
                })
            }
            Problem::Zone { accepted_by, .. } if self.finding.status == Status::Broken => {
                Some(self.elsewhere(accepted_by))
            }
            Problem::Released { cards, released: Some(_), .. } => {
                let list = self.list(cards);
                Some(self.say(format!("remove {list}"), format!("retirer {list}")))
            }
            Problem::Parameter { name, .. } => {
                let limit = self.limit().unwrap_or_default();
                Some(self.say(
                    format!("set {name} to {limit}"),
                    format!("choisir pour {name} : {limit}"),
                ))
            }
            Problem::Carrying(Carrying::TooMuch { needed, capacity, .. }) => {
                let over = Number::from_millionths(needed.millionths() - capacity.millionths());
                let over = self.places(over);
                Some(self.say(format!("unload {over}"), format!("décharger {over}")))
            }
            _ => None,
        }
    }

    fn elsewhere(&self, zones: &[String]) -> String {
        let list: Vec<String> = zones.iter().map(|z| format!("`{}`", safe(z))).collect();
        if list.is_empty() {
            return self.say(
                "remove it: no zone of this format accepts it".into(),
                "la retirer : aucune zone de ce format ne l'accepte".into(),
            );
        }
        let list = list.join(&self.say(" or ".into(), " ou ".into()));
        self.say(
            format!("move it to {list}, or remove it"),
            format!("la mettre dans {list}, ou la retirer"),
        )
    }

    /// What each of several groups has too many or too few, where it is the same.
    fn distances(&self, causes: &[Cause]) -> Option<String> {
        let (first, rest) = causes.split_first()?;
        let distance = first.distance?;
        if !first.counts_cards || rest.iter().any(|c| c.distance != first.distance) {
            return None;
        }
        let what = self.amount(distance.amount());
        Some(match distance {
            Distance::TooMany(_) => {
                self.say(format!("remove {what} of each"), format!("retirer {what} de chaque"))
            }
            Distance::TooFew(_) => {
                self.say(format!("add {what} of each"), format!("ajouter {what} de chaque"))
            }
        })
    }

    fn distance(&self, cause: &Cause) -> Option<String> {
        let distance = cause.distance?;
        if self.forbidden(cause) {
            let list = self.list(&cause.cards);
            return Some(self.say(format!("remove {list}"), format!("retirer {list}")));
        }
        if !cause.counts_cards {
            let points = |by: Rational| match self.finding.noun.get(self.lang) {
                "" => by.in_words(self.lang),
                _ => self.amount(by),
            };
            return Some(match distance {
                Distance::TooMany(by) => {
                    let by = points(by);
                    self.say(format!("{by} too many"), format!("{by} de trop"))
                }
                Distance::TooFew(by) => {
                    let by = points(by);
                    self.say(format!("{by} too few"), format!("il manque {by}"))
                }
            });
        }
        let of = match (&cause.group, &cause.filter) {
            (Some(group), _) => format!(" ({})", safe(group.value.get(self.lang))),
            (None, Some(filter)) => format!(" ({})", safe(filter)),
            _ => String::new(),
        };
        Some(match distance {
            Distance::TooMany(by) => {
                let what = self.amount(by);
                self.say(format!("remove {what}{of}"), format!("retirer {what}{of}"))
            }
            Distance::TooFew(by) => {
                let what = self.amount(by);
                self.say(format!("add {what}{of}"), format!("ajouter {what}{of}"))
            }
        })
    }

    /// What to say at a place in the deck.
    pub fn label(&self, label: &Label) -> String {
        let copies = |card: CardIndex, n: u32| match n {
            1 => self.name(card),
            n => format!("{n} × {}", self.name(card)),
        };
        match &label.what {
            LabelKind::Card(card, n) => copies(*card, *n),
            LabelKind::First(_) => self.say("first here".into(), "d'abord ici".into()),
            LabelKind::Zone => match &self.finding.problem {
                Problem::Condition(cause)
                    if cause.counts_cards || !self.finding.noun.is_empty() =>
                {
                    self.nouns(&cause.actual)
                }
                Problem::Condition(cause) => cause.actual.in_words(self.lang),
                _ => String::new(),
            },
            LabelKind::Carrier(card) => self.name(*card),
            LabelKind::Value => String::new(),
        }
    }

    /// Whether a place is one of the problem (or one that explains it).
    pub fn is_primary(&self, label: &Label) -> bool {
        !matches!(label.what, LabelKind::First(_))
    }

    /// Facts that explain the finding: the cards, and what would have to be known.
    pub fn notes(&self) -> Vec<String> {
        let mut notes = Vec::new();
        if let Problem::Condition(cause) = &self.finding.problem {
            let shown = self.finding.labels.iter().any(|l| matches!(l.what, LabelKind::Card(..)));
            let telling = !shown && !cause.cards.is_empty() && !self.forbidden(cause);
            if telling && cause.cards.len() <= 2 * MOST && cause.group.is_none() {
                let list = self.list(&cause.cards);
                notes.push(self.say(format!("the cards: {list}"), format!("les cartes : {list}")));
            }
        }
        notes.extend(self.missing());
        notes
    }

    fn missing(&self) -> Option<String> {
        let known = self.finding.missing.iter().filter(|m| m.card != CardIndex::STRANGER);
        let mut fields: Vec<(String, Vec<String>)> = Vec::new();
        for fact in known {
            let (field, name) = (self.field_of(fact), self.name(fact.card));
            match fields.iter_mut().find(|(known, _)| *known == field) {
                Some((_, names)) => names.push(name),
                None => fields.push((field, vec![name])),
            }
        }
        if fields.is_empty() {
            return None;
        }
        let facts = fields.into_iter().map(|(field, names)| {
            let shown = names.get(..MOST.min(names.len())).unwrap_or(&names);
            let list = self.and_more(shown, names.len() - shown.len());
            self.say(
                format!("{field} of {list}"),
                format!("{} {}", uncapitalised(&field), de(&list)),
            )
        });
        let between = self.say("; ".into(), " ; ".into());
        let list = facts.collect::<Vec<_>>().join(&between);
        Some(self.say(
            format!("it would be decided by: {list}"),
            format!("il faudrait connaître : {list}"),
        ))
    }

    /// The heading of a fact that is not known.
    pub fn field_of(&self, missing: &MissingFact) -> String {
        missing.fact.heading(&self.catalog.game, self.lang)
    }

    /// The rule's own words with its citation; empty where it has neither.
    pub fn rule(&self) -> String {
        let cite = cite::in_words(&self.finding.cite, &self.catalog.game, self.lang);
        match (self.finding.text.get(self.lang), cite.as_str()) {
            ("", "") => String::new(),
            ("", cite) => cite.to_owned(),
            (text, "") => text.to_owned(),
            (text, cite) => format!("{text} ({cite})"),
        }
    }
}

/// Of several groups the one with the largest number: what `copies` is.
fn largest(causes: &[Cause]) -> Option<&Cause> {
    causes.iter().max_by_key(|cause| cause.actual.high())
}

/// A heading within a sentence: without its capital, unless it begins with more of them.
fn uncapitalised(heading: &str) -> String {
    let mut letters = heading.chars();
    match (letters.next(), letters.clone().next()) {
        (Some(first), second) if !second.is_some_and(char::is_uppercase) => {
            first.to_lowercase().chain(letters).collect()
        }
        _ => heading.to_owned(),
    }
}
