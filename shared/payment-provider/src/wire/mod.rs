//! The provider's JSON and its conversion. Private: nothing outside this crate sees its shape.
//!
//! Which fields come, and of which type, differs between the versions of the API and of its webhooks, and
//! new ones appear without notice. So every field is read leniently: missing, null, `"NA"` or of another
//! shape means that it is not known.

pub(crate) mod order;
pub(crate) mod payment;
pub(crate) mod recon;
pub(crate) mod reversal;
pub(crate) mod webhook;

use domain::Paise;
use serde::de::DeserializeOwned;
use serde::{Deserialize, Deserializer};
use serde_json::Value;
use time::OffsetDateTime;
use time::format_description::well_known::Rfc3339;

/// A text, or a number that the provider calls an id in one version and writes as a text in the next.
#[derive(Debug, Default)]
pub(crate) struct Text(pub(crate) Option<String>);

impl<'de> Deserialize<'de> for Text {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        Ok(Self(match Value::deserialize(deserializer)? {
            Value::String(text) if !matches!(text.as_str(), "" | "NA" | "null") => Some(text),
            Value::Number(number) => Some(number.to_string()),
            Value::String(_) | Value::Null | Value::Bool(_) | Value::Array(_) | Value::Object(_) => None,
        }))
    }
}

impl Text {
    pub(crate) fn as_deref(&self) -> Option<&str> {
        self.0.as_deref()
    }

    pub(crate) fn moment(&self) -> Option<OffsetDateTime> {
        OffsetDateTime::parse(self.as_deref()?, &Rfc3339).ok()
    }
}

/// An amount in rupees, with none, one or two decimals.
#[derive(Debug, Default)]
pub(crate) struct Amount(pub(crate) Option<Paise>);

impl<'de> Deserialize<'de> for Amount {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        Ok(Self(match Value::deserialize(deserializer)? {
            Value::Number(number) => Paise::from_json(&number),
            Value::String(text) => Paise::from_rupees(&text),
            Value::Null | Value::Bool(_) | Value::Array(_) | Value::Object(_) => None,
        }))
    }
}

/// An object that may be missing, null or something else altogether.
#[derive(Debug)]
pub(crate) struct Maybe<T>(pub(crate) Option<T>);

impl<T> Default for Maybe<T> {
    fn default() -> Self {
        Self(None)
    }
}

impl<'de, T: DeserializeOwned> Deserialize<'de> for Maybe<T> {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        Ok(Self(object(Value::deserialize(deserializer)?)))
    }
}

/// Reads an object, and nothing else: serde would take an array for one too, by position.
pub(crate) fn object<T: DeserializeOwned>(value: Value) -> Option<T> {
    if value.is_object() {
        serde_json::from_value(value).ok()
    } else {
        None
    }
}

/// The object of a body.
pub(crate) fn body<T: DeserializeOwned>(body: &[u8]) -> Option<T> {
    object(serde_json::from_slice(body).ok()?)
}

/// The body of every answer that is not a success. Its message is prose and may quote what was sent.
#[derive(Debug, Default, Deserialize)]
#[serde(default)]
pub(crate) struct Refusal {
    code: Text,
}

impl Refusal {
    /// The code of a body: letters, digits, `_` and `.` alone, because it is logged. Else `unknown`.
    pub(crate) fn code_of(bytes: &[u8]) -> String {
        let refusal: Self = body(bytes).unwrap_or_default();
        let plain = |code: &String| {
            code.len() <= 80
                && code
                    .bytes()
                    .all(|byte| byte.is_ascii_alphanumeric() || byte == b'_' || byte == b'.')
        };
        refusal
            .code
            .0
            .filter(plain)
            .unwrap_or_else(|| "unknown".to_owned())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[derive(Debug, Default, Deserialize)]
    #[serde(default)]
    struct Sample {
        text: Text,
        amount: Amount,
        inner: Maybe<Inner>,
    }

    #[derive(Debug, Default, Deserialize)]
    #[serde(default)]
    struct Inner {
        text: Text,
    }

    fn read(json: &str) -> Sample {
        body(json.as_bytes()).unwrap()
    }

    #[test]
    fn ids_are_texts_whether_written_as_number_or_text() {
        assert_eq!(
            read(r#"{"text":"1453002795"}"#).text.0.as_deref(),
            Some("1453002795")
        );
        assert_eq!(
            read(r#"{"text":1453002795}"#).text.0.as_deref(),
            Some("1453002795")
        );
    }

    #[test]
    fn placeholders_for_nothing_are_none() {
        for json in [
            "{}",
            r#"{"text":null}"#,
            r#"{"text":"NA"}"#,
            r#"{"text":"null"}"#,
            r#"{"text":""}"#,
        ] {
            assert_eq!(read(json).text.0, None, "{json}");
        }
        for json in [
            r#"{"text":[1],"amount":[1],"inner":["x"]}"#,
            r#"{"amount":1.001}"#,
            r#"{"amount":-1}"#,
        ] {
            let sample = read(json);
            assert!(
                sample.amount.0.is_none() && sample.text.0.is_none() && sample.inner.0.is_none(),
                "{json}"
            );
        }
    }

    #[test]
    fn amounts_are_exact_in_every_spelling() {
        for (json, paise) in [
            ("170", 17_000),
            ("170.0", 17_000),
            ("170.00", 17_000),
            ("1.8", 180),
            ("\"170.00\"", 17_000),
        ] {
            assert_eq!(
                read(&format!(r#"{{"amount":{json}}}"#)).amount.0,
                Some(Paise::new(paise)),
                "{json}"
            );
        }
    }

    #[test]
    fn an_array_is_no_object_by_position() {
        assert!(body::<Sample>(br#"["text"]"#).is_none());
        assert!(
            read(r#"{"inner":{"text":"x"}}"#)
                .inner
                .0
                .is_some_and(|inner| inner.text.0.is_some())
        );
    }

    #[test]
    fn a_code_that_could_be_prose_is_not_repeated() {
        assert_eq!(
            Refusal::code_of(br#"{"code":"customer_details.customer_phone_missing"}"#),
            "customer_details.customer_phone_missing"
        );
        for body in [
            &br#"{"code":"asha@example.com is wrong"}"#[..],
            b"{}",
            b"<html>",
            br#"{"code":7.5}"#,
            b"[\"code\"]",
        ] {
            let code = Refusal::code_of(body);
            assert!(code == "unknown" || code == "7.5", "{code}");
        }
    }
}
