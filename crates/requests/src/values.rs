//! Values of fields that people write as text.

use serde::{
    Deserialize,
    de::{self, DeserializeOwned, Deserializer, Visitor},
};
use serde_json::Value;
use sleeve_data::{
    model::{Date, Lang, MulliganKind, Number, Setting},
    problem::Phrase,
};
use sleeve_decks::fingerprint::Hex;
use sleeve_odds::{ExchangeLimit, Fraction, TURN_LIMIT};
use std::{error::Error, fmt, marker::PhantomData, str::FromStr, time::Duration};

/// Why a value is wrong, in every language.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct RefusedValue(Vec<(Lang, String)>);

impl RefusedValue {
    /// A reason, in every language.
    pub fn new(say: impl Fn(Lang) -> String) -> RefusedValue {
        RefusedValue(Lang::ALL.iter().map(|lang| (*lang, say(*lang))).collect())
    }

    /// The reason in a language.
    pub fn in_language(&self, lang: Lang) -> &str {
        self.0
            .iter()
            .find(|(of, _)| *of == lang)
            .map_or("", |(_, said)| said)
    }
}

impl From<Phrase> for RefusedValue {
    fn from(phrase: Phrase) -> RefusedValue {
        RefusedValue::new(|lang| phrase.get(lang).to_owned())
    }
}

impl fmt::Display for RefusedValue {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.in_language(Lang::En))
    }
}

impl Error for RefusedValue {}

/// A value that is written as text, such as `1..6`.
pub trait FromText: Sized {
    /// Reads the text.
    ///
    /// # Errors
    /// The form that the text should have.
    fn from_text(text: &str) -> Result<Self, RefusedValue>;
}

/// A field whose value is written as text, on a command line and in JSON.
#[derive(Clone, PartialEq, Debug, Default)]
pub struct TextValue<T>(pub T);

impl<T: FromText> FromStr for TextValue<T> {
    type Err = RefusedValue;

    fn from_str(text: &str) -> Result<TextValue<T>, RefusedValue> {
        T::from_text(text).map(TextValue)
    }
}

impl<'de, T: FromText> Deserialize<'de> for TextValue<T> {
    fn deserialize<D: Deserializer<'de>>(from: D) -> Result<TextValue<T>, D::Error> {
        from.deserialize_any(TextVisitor(PhantomData))
    }
}

#[cfg(feature = "schemas")]
impl<T> schemars::JsonSchema for TextValue<T> {
    fn schema_name() -> std::borrow::Cow<'static, str> {
        "TextValue".into()
    }

    fn inline_schema() -> bool {
        true
    }

    fn json_schema(_: &mut schemars::SchemaGenerator) -> schemars::Schema {
        schemars::json_schema!({ "type": ["string", "number"] })
    }
}

/// Reads a text, or a number as if it were written.
struct TextVisitor<T>(PhantomData<T>);

impl<T: FromText> Visitor<'_> for TextVisitor<T> {
    type Value = TextValue<T>;

    fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("a text or a number")
    }

    fn visit_str<E: de::Error>(self, text: &str) -> Result<TextValue<T>, E> {
        text.parse().map_err(E::custom)
    }

    fn visit_u64<E: de::Error>(self, number: u64) -> Result<TextValue<T>, E> {
        self.visit_str(&number.to_string())
    }

    fn visit_i64<E: de::Error>(self, number: i64) -> Result<TextValue<T>, E> {
        self.visit_str(&number.to_string())
    }

    fn visit_f64<E: de::Error>(self, number: f64) -> Result<TextValue<T>, E> {
        self.visit_str(&number.to_string())
    }
}

/// The turns from a first to a last one; 0 is the opening hand. TextValue as `1..6`.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct TurnRange {
    pub first: u32,
    pub last: u32,
}

impl FromText for TurnRange {
    fn from_text(text: &str) -> Result<TurnRange, RefusedValue> {
        let wrong = || RefusedValue::from(word!("write FROM..TO, such as 1..6"));
        let (first, last) = text.split_once("..").ok_or_else(wrong)?;
        // Both ends count in any case, so that `1..=6` of those who write Rust means the same.
        let last_number = last.strip_prefix('=').unwrap_or(last);
        let (first, last) =
            (first.parse().map_err(|_| wrong())?, last_number.parse().map_err(|_| wrong())?);
        if last < first {
            return Err(RefusedValue::from(word!(
                "the first turn cannot come after the last; 0 is the opening hand"
            )));
        }
        if last > TURN_LIMIT {
            let most = TURN_LIMIT;
            return Err(RefusedValue::new(|lang| say!(lang, "turns go up to {most}")));
        }
        Ok(TurnRange { first, last })
    }
}

impl FromText for Fraction {
    fn from_text(text: &str) -> Result<Fraction, RefusedValue> {
        match Fraction::parse(text) {
            Some(fraction) if fraction <= Fraction::one() => Ok(fraction),
            _ => Err(RefusedValue::from(word!("write a probability: 0.9, 90% or 9/10"))),
        }
    }
}

/// A parameter of a format, written as `budget=42`.
impl FromText for (String, Setting) {
    fn from_text(text: &str) -> Result<(String, Setting), RefusedValue> {
        if let Some((name, value)) = text.split_once('=') {
            let (name, value) = (name.trim(), value.trim());
            if !name.is_empty() && !value.is_empty() {
                return Ok((name.to_owned(), Setting::parse(value)));
            }
        }
        Err(RefusedValue::from(word!("write NAME=VALUE, such as budget=42")))
    }
}

impl FromText for Date {
    fn from_text(text: &str) -> Result<Date, RefusedValue> {
        Date::parse(text)
            .ok_or_else(|| RefusedValue::from(word!("write a date, such as 1998-11-30")))
    }
}

impl<const N: usize> FromText for Hex<N> {
    fn from_text(text: &str) -> Result<Hex<N>, RefusedValue> {
        text.parse().map_err(|_| {
            RefusedValue::new(|lang| {
                say!(lang, "write {N} hexadecimal digits, as `sleeve seal` prints them", N = 2 * N)
            })
        })
    }
}

/// The longest time that may be allowed, in seconds.
pub const MAX_SECONDS: u64 = 86_400;

/// A time in seconds, down to a millionth.
impl FromText for Duration {
    fn from_text(text: &str) -> Result<Duration, RefusedValue> {
        let wrong =
            || RefusedValue::from(word!("write a number of seconds above 0, such as 2 or 0.5"));
        let number = Number::parse(text)
            .map(Number::millionths)
            .filter(|n| *n > 0);
        let micros = number
            .and_then(|n| u64::try_from(n).ok())
            .ok_or_else(wrong)?;
        let time = Duration::from_micros(micros);
        if time.as_secs() > MAX_SECONDS { Err(wrong()) } else { Ok(time) }
    }
}

impl FromText for MulliganKind {
    fn from_text(text: &str) -> Result<MulliganKind, RefusedValue> {
        let known = MulliganKind::ALL.map(|kind| kind.word()).join(", ");
        MulliganKind::parse(text)
            .ok_or_else(|| RefusedValue::new(|lang| say!(lang, "write one of {known}")))
    }
}

impl FromText for ExchangeLimit {
    fn from_text(text: &str) -> Result<ExchangeLimit, RefusedValue> {
        if text == "unlimited" {
            return Ok(ExchangeLimit::Unlimited);
        }
        match text.parse() {
            Ok(number) => Ok(ExchangeLimit::Most(number)),
            Err(_) => Err(RefusedValue::from(word!("write a number or `unlimited`"))),
        }
    }
}

/// Reads a number within bounds, or null for an option.
pub(crate) fn within<'de, const LEAST: u64, const MOST: u64, T, D>(from: D) -> Result<T, D::Error>
where
    T: DeserializeOwned,
    D: Deserializer<'de>,
{
    let value = Value::deserialize(from)?;
    if value
        .as_u64()
        .is_some_and(|number| !(LEAST..=MOST).contains(&number))
    {
        let bounds = format_args!("{value} is not from {LEAST} to {MOST}");
        return Err(de::Error::custom(bounds));
    }
    T::deserialize(value).map_err(de::Error::custom)
}

/// Reads a list, as [`list_values`] does.
pub(crate) fn list<'de, T: DeserializeOwned, D: Deserializer<'de>>(
    from: D,
) -> Result<Vec<T>, D::Error> {
    let values = list_values(Value::deserialize(from)?);
    values
        .into_iter()
        .map(|value| T::deserialize(value).map_err(de::Error::custom))
        .collect()
}

/// A list, or one value as a list of one. An object stands for `NAME=VALUE` of its fields.
pub(crate) fn list_values(value: Value) -> Vec<Value> {
    match value {
        Value::Array(values) => values,
        Value::Object(fields) => fields.iter().map(write_pair).collect(),
        Value::Null => Vec::new(),
        one => vec![one],
    }
}

fn write_pair((name, value): (&String, &Value)) -> Value {
    let written = value
        .as_str()
        .map_or_else(|| value.to_string(), str::to_owned);
    Value::String(format!("{name}={written}"))
}
