//! Judges a deck after each of its plans for the sideboard.

use sleeve_data::{
    model::{Deck, SideboardPlan, Text},
    problem::{Message, Problem},
};
use sleeve_decks::carry_out;
use sleeve_rules::{
    CheckOptions, Finding, FindingProblem, FindingStatus, Label, Rulebook, WorkBudget,
};

/// The id of the finding that a plan cannot be carried out.
pub const PLAN: &str = "plan";

/// Checks the deck after each of its plans. Problems that the deck has without the plan are left
/// out. `written` are the findings about the deck as written.
pub(super) fn check_plans(
    rulebook: &Rulebook<'_>,
    deck: &Deck,
    written: &[Finding],
    options: &CheckOptions,
    budget: &WorkBudget,
) -> Vec<Finding> {
    let mut findings = Vec::new();
    for plan in &deck.plans {
        for mut finding in check_plan(rulebook, deck, plan, options, budget) {
            let is_known = written.iter().any(|known| is_same_problem(known, &finding));
            if is_known || finding.status == FindingStatus::Note {
                continue;
            }
            if finding.rule != PLAN || finding.labels.is_empty() {
                finding
                    .labels
                    .insert(0, Label::value(plan.name.span.clone()));
            }
            findings.push(Finding { plan: Some(plan.name.value.clone()), ..finding });
        }
    }
    findings
}

/// Whether two findings say the same. Cards that count alike may be others after a plan.
fn is_same_problem(one: &Finding, other: &Finding) -> bool {
    let is_same = match (&one.problem, &other.problem) {
        (FindingProblem::Condition(one), FindingProblem::Condition(other)) => {
            (&one.actual, &one.group) == (&other.actual, &other.group)
        }
        (one, other) => one == other,
    };
    is_same && (&one.rule, one.status) == (&other.rule, other.status)
}

fn check_plan(
    rulebook: &Rulebook<'_>,
    deck: &Deck,
    plan: &SideboardPlan,
    options: &CheckOptions,
    budget: &WorkBudget,
) -> Vec<Finding> {
    let board = match carry_out(plan, deck, rulebook.catalog, rulebook.format) {
        Ok(board) => board,
        Err(problems) => return problems.iter().map(broken_plan).collect(),
    };
    match rulebook.check_with_budget(&board, options, budget) {
        Ok(checked) => checked.findings,
        Err(error) => error
            .problems(Some(rulebook.catalog))
            .iter()
            .map(broken_plan)
            .collect(),
    }
}

/// The finding that a plan cannot be carried out, or leads to a deck that does not fit its format.
fn broken_plan<M: Message>(problem: &Problem<M>) -> Finding {
    let text = Text::from_words(|lang| problem.title(lang));
    let of_deck = problem.marks.iter().filter(|mark| mark.source.is_none());
    let labels = of_deck
        .map(|mark| Label::value(mark.span.clone()))
        .collect();
    let finding = Finding::new(PLAN, FindingStatus::Broken, FindingProblem::Note(text));
    Finding { labels, ..finding }
}
