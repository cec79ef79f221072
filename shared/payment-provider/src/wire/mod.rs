//! The provider's JSON and its conversion. Private: nothing outside this crate sees its shape.
//!
//! Which fields come, and of which type, differs between the versions of the API and of its webhooks, and
//! new ones appear without notice. So every field is read leniently: missing, null, `"NA"` or of another
//! shape means that it is not known.

pub(crate) mod order;
pub(crate) mod payment;
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

    fn moment(&self) -> Option<OffsetDateTime> {
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
        let value = Value::deserialize(deserializer)?;
        Ok(Self(serde_json::from_value(value).ok()))
    }
}

/// The body of every answer that is not a success. Its message is prose and may quote what was sent.
#[derive(Debug, Default, Deserialize)]
#[serde(default)]
pub(crate) struct Refusal {
    code: Text,
}

impl Refusal {
    /// The code of a body: letters, digits, `_` and `.` alone, because it is logged. Else `unknown`.
    pub(crate) fn code_of(body: &[u8]) -> String {
        let refusal: Self = serde_json::from_slice(body).unwrap_or_default();
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
