//! The way to legal.

use super::{LIST_LIMIT, Wording};
use crate::escape::safe;
use crate::words::listed;
use sleeve_data::model::fold::fold;
use sleeve_data::model::format::Parameter;
use sleeve_data::model::game::Named;
use sleeve_data::model::{CardIndex, Lang, Number, Setting};
use sleeve_data::problem::{NamedNear, Worded};
use sleeve_language::{Cause, Distance, Rational};
use sleeve_rules::{Carrying, FindingProblem, FindingStatus};

impl Wording<'_> {
    /// The way to legal, if the finding has one.
    pub fn fix(&self) -> Option<String> {
        match &self.finding.problem {
            FindingProblem::Condition(cause) => self.repair_condition(cause),
            FindingProblem::Groups(causes) => self.repair_groups(causes),
            FindingProblem::Contents { lacking, extra } => {
                let add = |en: &str, fr: &str, cards: &[(CardIndex, u32)]| {
                    let verb = self.say(en.into(), fr.into());
                    (!cards.is_empty()).then(|| format!("{verb} {}", self.list_cards(cards)))
                };
                let steps = [add("add", "ajouter", lacking), add("remove", "retirer", extra)];
                let between = self.say("; ".into(), " ; ".into());
                Some(steps.into_iter().flatten().collect::<Vec<_>>().join(&between))
            }
            FindingProblem::Uncovered(uncovered)
                if self.finding.status == FindingStatus::Broken =>
            {
                Some(self.repair_uncovered(uncovered))
            }
            FindingProblem::SetsOut { candidates, .. }
                if self.finding.status == FindingStatus::Broken =>
            {
                let cards: Vec<_> = candidates.iter().map(|card| (*card, 1)).collect();
                let list = self.list_cards(&cards);
                Some(match (cards.len(), self.lang) {
                    (1, Lang::En) => format!("add {list}"),
                    (1, Lang::Fr) => format!("ajouter {list}"),
                    (_, Lang::En) => format!("add one of {list}"),
                    (_, Lang::Fr) => format!("ajouter l'une de : {list}"),
                })
            }
            FindingProblem::Zone { accepted_by, .. }
                if self.finding.status == FindingStatus::Broken =>
            {
                Some(self.repair_zone(accepted_by))
            }
            FindingProblem::Role { zone, roles } => {
                let zone = safe(zone);
                Some(if roles.is_empty() {
                    self.say(
                        format!("add a card of one role to `{zone}`, or write `role = \"…\"` in the deck"),
                        format!("ajouter à « {zone} » une carte d'un rôle, ou écrire `role = \"…\"` dans le deck"),
                    )
                } else {
                    self.say(
                        format!("keep cards of one role in `{zone}`"),
                        format!("ne garder dans « {zone} » que des cartes d'un rôle"),
                    )
                })
            }
            FindingProblem::StatedRole { stated, named, .. }
                if self.finding.status == FindingStatus::Broken =>
            {
                let (stated, named) = (safe(stated), safe(named.first()?));
                Some(self.say(
                    format!("state the role `{named}`, or choose a card of the role `{stated}`"),
                    format!(
                        "indiquer le rôle « {named} », ou choisir une carte du rôle « {stated} »"
                    ),
                ))
            }
            FindingProblem::Released { cards, released: Some(_), .. } => {
                let list = self.list_cards(cards);
                Some(self.say(format!("remove {list}"), format!("retirer {list}")))
            }
            FindingProblem::Parameter { parameter, value } => {
                Some(self.repair_parameter(parameter, value))
            }
            FindingProblem::Disputed { parameter, .. } => {
                let name = safe(parameter);
                Some(self.say(format!("give --set {name}=…"), format!("donner --set {name}=…")))
            }
            FindingProblem::Carrying(Carrying::TooMuch { needed, capacity, .. }) => {
                let over = Number::from_millionths(needed.millionths() - capacity.millionths());
                let over = self.spaces_phrase(over);
                Some(self.say(format!("unload {over}"), format!("décharger {over}")))
            }
            _ => None,
        }
    }

    /// What was meant by a word that a parameter does not know, else all that it may be.
    fn repair_parameter(&self, parameter: &Parameter, value: &Setting) -> String {
        let word = value.to_string();
        let near = NamedNear(&word, &parameter.words);
        if near.is_any(self.lang) {
            return safe(&Worded::new(&near, self.lang).to_string()).into_owned();
        }
        let with_name = |named: &Named| match named.name.get(self.lang) {
            name if name.is_empty() || fold(name) == fold(&named.id) => named.id.to_string(),
            name => format!("{} ({})", named.id, safe(name)),
        };
        let words: Vec<String> = parameter.words.iter().map(with_name).collect();
        let halved = value.number().is_some_and(|n| n.to_integer().is_none());
        let is_bounded = parameter.min.or(parameter.max).is_some();
        let limit = if !words.is_empty() {
            listed(&words, &self.say("or".into(), "ou".into()))
        } else if halved && is_bounded && parameter.is_whole() {
            let limit = self.limit().unwrap_or_default();
            self.say(format!("a whole number, {limit}"), format!("un nombre entier, {limit}"))
        } else {
            self.limit().unwrap_or_default()
        };
        let name = &parameter.named.id;
        self.say(format!("set {name} to {limit}"), format!("choisir pour {name} : {limit}"))
    }

    fn repair_zone(&self, zones: &[String]) -> String {
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
    fn repair_groups(&self, causes: &[Cause]) -> Option<String> {
        let (first, rest) = causes.split_first()?;
        let distance = first.distance?;
        if !first.counts_cards || rest.iter().any(|c| c.distance != first.distance) {
            return None;
        }
        let what = self.amount_phrase(distance.amount());
        Some(match distance {
            Distance::TooMany(_) => {
                self.say(format!("remove {what} of each"), format!("retirer {what} de chaque"))
            }
            Distance::TooFew(_) => {
                self.say(format!("add {what} of each"), format!("ajouter {what} de chaque"))
            }
        })
    }

    /// What would make one of several ways hold, for each of them of which that is known.
    fn repair_ways(&self, ways: &[Vec<Cause>]) -> Option<String> {
        let and = self.say(" and ".into(), " et ".into());
        let way = |way: &Vec<Cause>| {
            let step = |cause: &Cause| {
                if cause.ways.is_empty() {
                    self.repair_condition(cause)
                } else {
                    self.repair_ways(&cause.ways).map(|steps| format!("({steps})"))
                }
            };
            let steps: Option<Vec<String>> = way.iter().map(step).collect();
            Some(steps?.join(&and))
        };
        let mut known: Vec<String> = ways.iter().filter_map(way).collect();
        known.dedup();
        known.truncate(LIST_LIMIT);
        (!known.is_empty()).then(|| known.join(&self.say("; or ".into(), " ; ou ".into())))
    }

    fn repair_condition(&self, cause: &Cause) -> Option<String> {
        if !cause.ways.is_empty() {
            return self.repair_ways(&cause.ways);
        }
        let distance = cause.distance?;
        let empty = cause.against.first().filter(|against| against.theirs.is_none());
        if let Some(against) = empty.filter(|_| self.is_forbidden(cause)) {
            let zone = safe(against.zone.get(self.lang));
            return Some(self.say(
                format!("add a card to `{zone}`"),
                format!("ajouter une carte à « {zone} »"),
            ));
        }
        if self.is_forbidden(cause) {
            let list = self.list_cards(&cause.cards);
            return Some(self.say(format!("remove {list}"), format!("retirer {list}")));
        }
        if !cause.counts_cards {
            let points = |by: Rational| match self.finding.noun.get(self.lang) {
                "" => by.in_words(self.lang),
                _ => self.amount_phrase(by),
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
        let group = cause.group.as_ref().map(|g| safe(g.value.get(self.lang)).into_owned());
        let said: Vec<String> = group.into_iter().chain(self.filter_words(cause)).collect();
        let of = if said.is_empty() { String::new() } else { format!(" ({})", said.join(", ")) };
        Some(match distance {
            Distance::TooMany(by) => {
                let what = self.amount_phrase(by);
                self.say(format!("remove {what}{of}"), format!("retirer {what}{of}"))
            }
            Distance::TooFew(by) => {
                let what = self.amount_phrase(by);
                self.say(format!("add {what}{of}"), format!("ajouter {what}{of}"))
            }
        })
    }
}
