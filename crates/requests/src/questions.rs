//! Questions by their names, for front ends that ask in JSON.

use crate::{
    Answer, BuildRequest, CardsRequest, CheckQuestion, ConvertRequest, Desk, DiffRequest,
    DrawRequest, FixRequest, LintRequest, MatchRequest, OddsRequest, Refusal, ReportRequest,
    Request, RequestFields, RulesRequest, SealRequest, SheetRequest, ShowRequest, StatsQuestion,
    fields::read_request,
};
use serde_json::Value;

/// A question that can be asked in JSON.
pub struct JsonQuestion {
    /// The name of its command.
    pub name: &'static str,
    /// The fields of its decks, which come first on a command line. The last takes all that are
    /// left.
    decks: &'static [&'static str],
    /// The field of the words after them.
    pub words: &'static str,
    answer: AnswerQuestion,
}

/// Answers a question with these fields.
type AnswerQuestion = fn(&mut dyn Desk, RequestFields) -> Result<Box<dyn Answer>, Refusal>;

impl JsonQuestion {
    /// Answers the question.
    ///
    /// # Errors
    /// Why it has no answer.
    pub fn answer(
        &self,
        desk: &mut dyn Desk,
        fields: RequestFields,
    ) -> Result<Box<dyn Answer>, Refusal> {
        (self.answer)(desk, fields)
    }

    /// The fields of decks and of the words after them.
    pub fn place(&self, decks: Vec<String>, words: Vec<String>) -> Vec<(&'static str, Value)> {
        // `build` completes one deck, and builds several at once.
        let fields =
            if decks.len() > 1 && self.decks == ["from"] { &["decks"] } else { self.decks };
        let (mut placed, mut decks) = (Vec::new(), decks.into_iter());
        for (at, field) in fields.iter().enumerate() {
            let most = if at + 1 < fields.len() { 1 } else { usize::MAX };
            placed.push((*field, decks.by_ref().take(most).collect()));
        }
        placed.push((self.words, words));
        placed.retain(|(_, values)| !values.is_empty());
        let fields = placed
            .into_iter()
            .map(|(field, values)| match values.as_slice() {
                [one] => (field, one.as_str().into()),
                _ => (field, values.into()),
            });
        fields.collect()
    }
}

fn answer_boxed<R: Request<Answer: 'static>>(
    desk: &mut dyn Desk,
    fields: RequestFields,
) -> Result<Box<dyn Answer>, Refusal> {
    Ok(Box::new(read_request::<R>(fields)?.answer(desk)?))
}

macro_rules! questions {
    ($($name:literal $Request:ty: $decks:expr, $words:literal;)+) => {
        /// The questions that can be asked in JSON. A further one is a line here and one among
        /// `SCHEMAS` of `sleeve-report`.
        const QUESTIONS: &[JsonQuestion] = &[$(JsonQuestion {
            name: $name,
            decks: &$decks,
            words: $words,
            answer: answer_boxed::<$Request>,
        }),+];
    };
}

questions! {
    "build" BuildRequest: ["from"], "what";
    "cards" CardsRequest: ["decks"], "filter";
    "check" CheckQuestion: ["decks"], "words";
    "convert" ConvertRequest: ["deck"], "words";
    "diff" DiffRequest: ["before", "after"], "words";
    "draw" DrawRequest: ["deck"], "conditions";
    "fix" FixRequest: ["decks"], "words";
    "lint" LintRequest: ["decks"], "paths";
    "match" MatchRequest: ["a", "b"], "words";
    "odds" OddsRequest: ["decks"], "conditions";
    "report" ReportRequest: ["decks"], "words";
    "rules" RulesRequest: ["decks"], "what";
    "seal" SealRequest: ["deck"], "words";
    "sheet" SheetRequest: ["decks"], "words";
    "show" ShowRequest: ["decks"], "names";
    "stats" StatsQuestion: ["decks"], "words";
}

/// The question of this name, if it can be asked in JSON.
pub fn find_question(name: &str) -> Option<&'static JsonQuestion> {
    QUESTIONS.iter().find(|question| question.name == name)
}
