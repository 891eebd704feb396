//! Requests as JSON: one flat object, whose fields belong to the request or to one of its parts.

use crate::{Answer, Desk, Refusal, RequestMessage};
use clap::{Arg, Args, Command};
use serde::de::{self, DeserializeOwned, Deserializer, Visitor};
use serde_json::{Map, Value};

/// A question: its fields, and how it is answered.
pub trait Request: Args + DeserializeOwned {
    type Answer: Answer;

    /// The fields of the struct that are parts with fields of their own.
    const PARTS: &'static [RequestPart];

    /// Answers the question.
    ///
    /// # Errors
    /// Why it has no answer.
    fn answer(&self, desk: &mut dyn Desk) -> Result<Self::Answer, Refusal>;
}

/// A part that several requests have, such as the options for reading decks.
pub struct RequestPart {
    /// The field that holds it.
    field: &'static str,
    /// Its parts.
    parts: &'static [RequestPart],
    fields: fn() -> &'static [&'static str],
}

impl RequestPart {
    /// A part of the type `T` in a field.
    pub const fn new<T: DeserializeOwned>(
        field: &'static str,
        parts: &'static [RequestPart],
    ) -> RequestPart {
        RequestPart { field, parts, fields: fields::<T> }
    }
}

/// Reads a request from a JSON object.
///
/// # Errors
/// A text that is no JSON object, a field that the question does not have, fields that exclude each
/// other, and a value of a wrong form.
pub fn read_request<R: Request>(json: &str) -> Result<R, Refusal> {
    let given = parse_object(json)?;
    refuse_conflicts(&R::augment_args(Command::new("request")), &given)?;
    fill_fields(given, R::PARTS)
}

/// Reads the fields of a struct with parts from a JSON object.
///
/// # Errors
/// A text that is no JSON object, a field that the struct does not have, and a value of a wrong
/// form.
pub fn read_fields<T: DeserializeOwned>(json: &str, parts: &[RequestPart]) -> Result<T, Refusal> {
    fill_fields(parse_object(json)?, parts)
}

fn parse_object(json: &str) -> Result<Map<String, Value>, Refusal> {
    serde_json::from_str(json).map_err(|error| wrong(&error))
}

fn fill_fields<T: DeserializeOwned>(
    given: Map<String, Value>,
    parts: &[RequestPart],
) -> Result<T, Refusal> {
    let whole = place_all(given, parts, fields::<T>())?;
    T::deserialize(whole).map_err(|error| wrong(&error))
}

/// Puts each field into the object that holds it.
fn place_all(
    given: Map<String, Value>,
    parts: &[RequestPart],
    own: &[&'static str],
) -> Result<Map<String, Value>, Refusal> {
    let mut whole = Map::new();
    for (field, value) in given {
        if !place(&mut whole, parts, own, &field, value) {
            let mut known = Vec::new();
            list_fields(parts, own, &mut known);
            return Err(RequestMessage::NoRequestField { field, known }.into());
        }
    }
    Ok(whole)
}

/// Refuses fields that exclude each other, as the command line does.
fn refuse_conflicts(command: &Command, given: &Map<String, Value>) -> Result<(), Refusal> {
    for arg in command.get_arguments().filter(|arg| is_given(arg, given)) {
        // INVARIANT: each conflict is with another field, which a test of all questions shows.
        let others = command.get_arg_conflicts_with(arg);
        if let Some(other) = others.into_iter().find(|other| is_given(other, given)) {
            let [field, other] = [arg, other].map(|arg| arg.get_id().as_str());
            return Err(RequestMessage::exclude(field, other).into());
        }
    }
    Ok(())
}

fn is_given(arg: &Arg, given: &Map<String, Value>) -> bool {
    let value = given.get(arg.get_id().as_str());
    value.is_some_and(|value| !value.is_null() && *value != false)
}

fn wrong(error: &serde_json::Error) -> Refusal {
    RequestMessage::WrongRequest { why: error.to_string() }.into()
}

/// Puts a field into the object that holds it. Returns false if there is none.
fn place(
    object: &mut Map<String, Value>,
    parts: &[RequestPart],
    own: &[&str],
    field: &str,
    value: Value,
) -> bool {
    let is_part = |name: &&str| parts.iter().any(|part| part.field == *name);
    if own.iter().any(|name| *name == field && !is_part(name)) {
        object.insert(field.to_owned(), value);
        return true;
    }
    for part in parts {
        let mut known = Vec::new();
        list_fields(part.parts, (part.fields)(), &mut known);
        if !known.iter().any(|name| name == field) {
            continue;
        }
        let inner = object.entry(part.field).or_insert_with(|| Value::Object(Map::new()));
        if let Value::Object(inner) = inner {
            return place(inner, part.parts, (part.fields)(), field, value);
        }
    }
    false
}

/// Lists the fields that an object has, those of its parts among them.
fn list_fields(parts: &[RequestPart], own: &[&'static str], listed: &mut Vec<String>) {
    for name in own {
        match parts.iter().find(|part| part.field == *name) {
            Some(part) => list_fields(part.parts, (part.fields)(), listed),
            None => listed.push((*name).to_owned()),
        }
    }
}

/// The fields of a struct, as `serde` knows them.
fn fields<T: DeserializeOwned>() -> &'static [&'static str] {
    let mut found = FieldCollector { fields: &[] };
    // It never gives a value: it only takes the names.
    let _ = T::deserialize(&mut found);
    found.fields
}

/// Takes the names of the fields of a struct.
struct FieldCollector {
    fields: &'static [&'static str],
}

impl<'de> Deserializer<'de> for &mut FieldCollector {
    type Error = de::value::Error;

    fn deserialize_any<V: Visitor<'de>>(self, _: V) -> Result<V::Value, Self::Error> {
        Err(de::Error::custom("only structs have fields"))
    }

    fn deserialize_struct<V: Visitor<'de>>(
        self,
        _: &'static str,
        fields: &'static [&'static str],
        _: V,
    ) -> Result<V::Value, Self::Error> {
        self.fields = fields;
        Err(de::Error::custom("only the names are wanted"))
    }

    serde::forward_to_deserialize_any! {
        bool i8 i16 i32 i64 u8 u16 u32 u64 f32 f64 char str string bytes byte_buf option unit
        unit_struct newtype_struct seq tuple tuple_struct map enum identifier ignored_any
    }
}
