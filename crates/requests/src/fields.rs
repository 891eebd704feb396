//! Requests as JSON: one flat object, whose fields belong to the request or to one of its parts.

use crate::{Answer, Desk, Refusal, RequestMessage, values::list_values};
use clap::{Arg, ArgAction, Args, Command};
use serde::de::{self, DeserializeOwned, Deserializer, Visitor};
use serde_json::{Map, Value};

/// A question: its fields, and how it is answered.
pub trait Request: Args + DeserializeOwned {
    type Answer: Answer;

    /// The fields of the struct that are parts with fields of their own.
    const PARTS: &'static [RequestPart];

    /// Fields that mean nothing without another: each with that one.
    const NEEDS: &'static [[&'static str; 2]] = &[];

    /// Answers the question.
    ///
    /// # Errors
    /// Why it has no answer.
    fn answer(&self, desk: &mut dyn Desk) -> Result<Self::Answer, Refusal>;
}

/// Declares a struct of fields; `..name` is a part with fields of its own. With `-> Answer` it is a
/// question, whose method `find_answer` finds the answer. `needs` lists fields that mean nothing
/// without another.
macro_rules! fields {
    ($(#[$meta:meta])* $Fields:ident $(-> $Answer:ty $(; needs $needs:tt)?)? {
        $($(#[$attr:meta])* $(..$part:ident: $Part:ident)? $($field:ident: $type:ty)?,)*
    }) => {
        $(#[$meta])*
        #[derive(clap::Args, serde::Deserialize, Clone, Debug, Default)]
        #[cfg_attr(feature = "schemas", derive(schemars::JsonSchema))]
        #[serde(default, deny_unknown_fields)]
        pub struct $Fields {
            $(
                $(#[$attr])*
                $(
                    #[command(flatten)]
                    #[cfg_attr(feature = "schemas", schemars(flatten))]
                    pub $part: $Part
                )?
                $(pub $field: $type)?,
            )*
        }

        impl $Fields {
            /// The fields that are parts.
            pub(crate) const PARTS: &'static [crate::RequestPart] =
                &[$($(crate::RequestPart::new::<$Part>(stringify!($part), $Part::PARTS),)?)*];
        }

        $(impl crate::Request for $Fields {
            type Answer = $Answer;

            const PARTS: &'static [crate::RequestPart] = $Fields::PARTS;

            $(const NEEDS: &'static [[&'static str; 2]] = &$needs;)?

            fn answer(&self, desk: &mut dyn crate::Desk) -> Result<$Answer, crate::Refusal> {
                self.find_answer(desk)
            }
        })?
    };
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
        RequestPart::with_fields(field, parts, fields::<T>)
    }

    /// Makes a part that has only some of the fields of its type.
    pub const fn with_fields(
        field: &'static str,
        parts: &'static [RequestPart],
        fields: fn() -> &'static [&'static str],
    ) -> RequestPart {
        RequestPart { field, parts, fields }
    }
}

/// The fields of a question, by their names.
pub type RequestFields = Map<String, Value>;

/// Reads a request from its fields. One value stands for a list of it, as on a command line, and
/// null for no value.
///
/// # Errors
/// A field that the question does not have, one that is missing, fields that exclude each other,
/// and a value of a wrong form.
pub(crate) fn read_request<R: Request>(mut given: RequestFields) -> Result<R, Refusal> {
    let command = R::augment_args(Command::new("request"));
    refuse_conflicts(&command, &given)?;
    for [field, other] in R::NEEDS {
        if is_given(field, &given) && !is_given(other, &given) {
            let [field, other] = [field, other].map(|name| (*name).to_owned());
            return Err(RequestMessage::FieldNeeds { field, other }.into());
        }
    }
    if lacks_decks(&command, &given) {
        return Err(RequestMessage::missing("decks").into());
    }
    for arg in command.get_arguments() {
        let field = arg.get_id().as_str();
        if arg.is_required_set() && !is_given(field, &given) {
            return Err(RequestMessage::missing(field).into());
        }
        match given.get_mut(field) {
            // The order of the others stays: it is that of objectives.
            Some(Value::Null) => _ = given.shift_remove(field),
            Some(value) if matches!(arg.get_action(), ArgAction::Append) => {
                complete_list(arg, value)
            }
            _ => {}
        }
    }
    fill_fields(given, R::PARTS, fields::<R>())
}

/// Whether the question is about decks, and neither `decks` nor `event` names them: Clap does not
/// tell which field another stands for.
fn lacks_decks(command: &Command, given: &RequestFields) -> bool {
    ["decks", "event"].iter().all(|name| {
        !is_given(name, given) && command.get_arguments().any(|arg| arg.get_id() == *name)
    })
}

/// Makes a list of one value, and several values of a text with commas between them.
fn complete_list(arg: &Arg, value: &mut Value) {
    let mut values = Vec::new();
    for value in list_values(value.take()) {
        match (value, arg.get_value_delimiter()) {
            (Value::String(text), Some(comma)) => values.extend(text.split(comma).map(Value::from)),
            (value, _) => values.push(value),
        }
    }
    *value = values.into();
}

/// Reads the fields of a struct with parts from a JSON object.
///
/// # Errors
/// A text that is no JSON object, a field that the struct does not have, and a value of a wrong
/// form.
pub fn read_fields<T: DeserializeOwned>(json: &str, parts: &[RequestPart]) -> Result<T, Refusal> {
    read_some_fields(json, parts, fields::<T>())
}

/// Reads a struct with parts from a JSON object that may have some of its fields only: those of
/// `own`, and those of the parts among them.
///
/// # Errors
/// A text that is no JSON object, a field that it may not have, and a value of a wrong form.
pub fn read_some_fields<T: DeserializeOwned>(
    json: &str,
    parts: &[RequestPart],
    own: &[&'static str],
) -> Result<T, Refusal> {
    fill_fields(serde_json::from_str(json).map_err(|error| wrong(&error))?, parts, own)
}

fn fill_fields<T: DeserializeOwned>(
    given: RequestFields,
    parts: &[RequestPart],
    own: &[&'static str],
) -> Result<T, Refusal> {
    let whole = place_all(given, parts, own)?;
    T::deserialize(whole).map_err(|error| wrong(&error))
}

/// Puts each field into the object that holds it.
fn place_all(
    given: RequestFields,
    parts: &[RequestPart],
    own: &[&'static str],
) -> Result<RequestFields, Refusal> {
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
fn refuse_conflicts(command: &Command, given: &RequestFields) -> Result<(), Refusal> {
    for arg in command.get_arguments() {
        let field = arg.get_id().as_str();
        if !is_given(field, given) {
            continue;
        }
        // INVARIANT: each conflict is with another field, which a test of all questions shows.
        let conflicts = command.get_arg_conflicts_with(arg);
        let mut others = conflicts.iter().map(|other| other.get_id().as_str());
        if let Some(other) = others.find(|other| is_given(other, given)) {
            return Err(RequestMessage::exclude(field, other).into());
        }
    }
    Ok(())
}

fn is_given(field: &str, given: &RequestFields) -> bool {
    let value = given.get(field);
    value.is_some_and(|value| {
        !value.is_null() && *value != false && value.as_array().is_none_or(|all| !all.is_empty())
    })
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
    if own.contains(&field) && !parts.iter().any(|part| part.field == field) {
        object.insert(field.to_owned(), value);
        return true;
    }
    for part in parts {
        let mut known = Vec::new();
        list_fields(part.parts, (part.fields)(), &mut known);
        if !known.iter().any(|name| name == field) {
            continue;
        }
        let inner = object
            .entry(part.field)
            .or_insert_with(|| Value::Object(Map::new()));
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
