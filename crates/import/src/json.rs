//! Parses JSON and refuses an object with a repeated key, of which `serde_json` would silently drop a value.

use serde::de::{DeserializeSeed, Deserializer, Error, MapAccess, SeqAccess, Visitor};
use serde_json::{Map, Number, Value};
use std::cell::RefCell;
use std::fmt;

/// A mistake in a JSON text.
#[derive(Debug, PartialEq, Eq)]
pub(super) struct JsonMistake {
    /// The parser's words, with line and column.
    pub message: String,
    /// The repeated key, if that is the mistake.
    pub repeated_key: Option<String>,
    /// From 1.
    pub line: usize,
    /// From 1.
    pub column: usize,
}

/// Parses a JSON text.
///
/// # Errors
/// When the text is no JSON, or an object repeats a key.
pub(super) fn parse(text: &str) -> Result<Value, JsonMistake> {
    // A visitor's error is text only: the key itself comes back through this cell.
    let repeated_key = RefCell::new(None);
    let wrong = |error: serde_json::Error| JsonMistake {
        message: error.to_string(),
        repeated_key: repeated_key.take(),
        line: error.line(),
        column: error.column(),
    };
    let mut reader = serde_json::Deserializer::from_str(text);
    let value =
        UniqueKeys { repeated_key: &repeated_key }.deserialize(&mut reader).map_err(wrong)?;
    reader.end().map_err(wrong)?;
    Ok(value)
}

#[derive(Clone, Copy)]
struct UniqueKeys<'t> {
    repeated_key: &'t RefCell<Option<String>>,
}

impl<'de> DeserializeSeed<'de> for UniqueKeys<'_> {
    type Value = Value;

    fn deserialize<D: Deserializer<'de>>(self, reader: D) -> Result<Value, D::Error> {
        reader.deserialize_any(self)
    }
}

impl<'de> Visitor<'de> for UniqueKeys<'_> {
    type Value = Value;

    fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("JSON")
    }

    fn visit_unit<E>(self) -> Result<Value, E> {
        Ok(Value::Null)
    }

    fn visit_bool<E>(self, value: bool) -> Result<Value, E> {
        Ok(Value::Bool(value))
    }

    fn visit_i64<E>(self, value: i64) -> Result<Value, E> {
        Ok(Value::Number(value.into()))
    }

    fn visit_u64<E>(self, value: u64) -> Result<Value, E> {
        Ok(Value::Number(value.into()))
    }

    fn visit_f64<E>(self, value: f64) -> Result<Value, E> {
        // JSON has neither NaN nor infinities, so that no number becomes null.
        Ok(Number::from_f64(value).map_or(Value::Null, Value::Number))
    }

    fn visit_str<E>(self, value: &str) -> Result<Value, E> {
        Ok(Value::String(value.to_owned()))
    }

    fn visit_string<E>(self, value: String) -> Result<Value, E> {
        Ok(Value::String(value))
    }

    fn visit_seq<A: SeqAccess<'de>>(self, mut items: A) -> Result<Value, A::Error> {
        let mut list = Vec::new();
        while let Some(item) = items.next_element_seed(self)? {
            list.push(item);
        }
        Ok(Value::Array(list))
    }

    fn visit_map<A: MapAccess<'de>>(self, mut entries: A) -> Result<Value, A::Error> {
        let mut map = Map::new();
        while let Some(key) = entries.next_key::<String>()? {
            if map.contains_key(&key) {
                let wrong = A::Error::custom("a key stands twice in one object");
                self.repeated_key.replace(Some(key));
                return Err(wrong);
            }
            let value = entries.next_value_seed(self)?;
            map.insert(key, value);
        }
        Ok(Value::Object(map))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn json_is_read_as_it_stands() {
        let text = r#"{"b": [1, -2, 2.5, true, null, "x", {}], "a": 18446744073709551615}"#;
        assert_eq!(parse(text), Ok(serde_json::from_str::<Value>(text).unwrap()));
    }

    #[test]
    fn keys_that_stand_twice_depths_and_cuts_are_refused() {
        let wrong = |text: &str| parse(text).unwrap_err();
        let twice = wrong("{\"a\": 1,\n \"a\": 2}");
        assert_eq!((twice.repeated_key.as_deref(), twice.line, twice.column), (Some("a"), 2, 4));
        assert!(wrong(&"[".repeat(100_000)).message.contains("recursion limit"));
        assert!(parse(&("[".repeat(100) + &"]".repeat(100))).is_ok());
        assert!(wrong("[{\"a\": ").message.contains("line 1 column 7"));
        assert!(wrong("{} {}").message.contains("trailing characters"));
    }
}
