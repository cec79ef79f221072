//! The provider's JSON: amounts with two decimals, times of Indian offset, ids by version.

use serde_json::Value;
use serde_json::ser::{Formatter, Serializer};
use std::io;
use time::format_description::well_known::Rfc3339;
use time::{OffsetDateTime, UtcOffset};

/// Writes every amount with two decimals, as the provider does. A client that parses and serialises the
/// body again before it checks the signature then fails.
struct TwoDecimals;

impl Formatter for TwoDecimals {
    fn write_f64<W: ?Sized + io::Write>(&mut self, writer: &mut W, value: f64) -> io::Result<()> {
        write!(writer, "{value:.2}")
    }
}

/// The text of a body.
pub(crate) fn text(body: &Value) -> String {
    let mut bytes = Vec::new();
    let written = serde::Serialize::serialize(body, &mut Serializer::with_formatter(&mut bytes, TwoDecimals));
    // A Value has nothing that cannot be written, and what is written is UTF-8.
    written
        .ok()
        .and_then(|()| String::from_utf8(bytes).ok())
        .unwrap_or_default()
}

/// Paise as the provider's JSON number of rupees.
#[expect(clippy::cast_precision_loss, reason = "amounts are far below 2^53 paise")]
pub(crate) fn rupees(paise: u64) -> Value {
    Value::from(paise as f64 / 100.0)
}

/// Reads a JSON number of rupees with at most two decimals. None for anything else.
pub(crate) fn paise(value: &Value) -> Option<u64> {
    let text = value.as_number()?.to_string();
    let (whole, fraction) = text.split_once('.').unwrap_or((&text, ""));
    let fraction = fraction.trim_end_matches('0');
    if fraction.len() > 2 || whole.len() > 12 {
        return None;
    }
    let paise: u64 = format!("{fraction:0<2}").parse().ok()?;
    Some(whole.parse::<u64>().ok()? * 100 + paise)
}

/// A time in India, in whole seconds: `2026-12-01T10:20:12+05:30`.
pub(crate) fn time(moment: OffsetDateTime) -> String {
    let india = UtcOffset::from_hms(5, 30, 0).unwrap_or(UtcOffset::UTC);
    moment
        .to_offset(india)
        .truncate_to_second()
        .format(&Rfc3339)
        .unwrap_or_default()
}

/// One of the provider's own ids: a number before 2023-08-01, a text since.
pub(crate) fn id(id: u64, version: &str) -> Value {
    if version < "2023-08-01" {
        Value::from(id)
    } else {
        Value::from(id.to_string())
    }
}
