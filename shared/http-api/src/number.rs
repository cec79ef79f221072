//! Whole numbers in the body of a request.

use serde::de::{Deserialize, Deserializer, Error};
use serde_json::Number;

/// Far beyond what is counted here, and so small that a reader of fractions cannot mistake it for its neighbour.
const MOST: u64 = 999_999_999_999;

/// Reads a number below 10¹² however JSON writes it: `3`, `3.0` and `3e0` are the same. `null` is none.
///
/// For `#[serde(default, deserialize_with = "…")]`.
///
/// # Errors
/// For any other value.
pub fn whole_number<'de, D: Deserializer<'de>>(deserializer: D) -> Result<Option<u64>, D::Error> {
    Option::<Number>::deserialize(deserializer)?
        .map(|number| whole(&number).ok_or_else(|| D::Error::custom("not a whole number in range")))
        .transpose()
}

fn whole(number: &Number) -> Option<u64> {
    #[expect(clippy::cast_precision_loss, reason = "it is exact")]
    let exact = |number: &f64| number.fract() == 0.0 && (0.0..=MOST as f64).contains(number);
    #[expect(
        clippy::cast_possible_truncation,
        clippy::cast_sign_loss,
        reason = "it is whole and in range"
    )]
    let cast = |number: f64| number as u64;
    match number.as_u64() {
        Some(whole) => Some(whole).filter(|&whole| whole <= MOST),
        None => number.as_f64().filter(exact).map(cast),
    }
}
