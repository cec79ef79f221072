//! The rules of the fields of `POST /orders`.

use super::error::ApiError;
use crate::state::Customer;
use crate::wire;
use serde_json::{Map, Value};
use std::collections::BTreeMap;
use time::format_description::well_known::Rfc3339;
use time::{Duration, OffsetDateTime};

/// The methods a merchant may name in `payment_methods`.
const METHODS: [&str; 14] = [
    "cc",
    "dc",
    "ccc",
    "ppc",
    "nb",
    "upi",
    "paypal",
    "app",
    "paylater",
    "cardlessemi",
    "dcemi",
    "ccemi",
    "banktransfer",
    "applepay",
];

/// An order that may be opened.
pub(super) struct OrderRequest {
    pub(super) order_id: Option<String>,
    pub(super) amount: u64,
    pub(super) currency: String,
    pub(super) customer: Customer,
    pub(super) return_url: Option<String>,
    pub(super) notify_url: Option<String>,
    pub(super) payment_methods: Option<String>,
    pub(super) expires_at: OffsetDateTime,
    pub(super) note: Option<String>,
    pub(super) tags: Option<BTreeMap<String, String>>,
}

type Object = Map<String, Value>;

impl OrderRequest {
    pub(super) fn read(body: &[u8], now: OffsetDateTime) -> Result<Self, ApiError> {
        let body: Object = serde_json::from_slice(body)
            .map_err(|_| ApiError::bad("request_invalid", "invalid request body"))?;
        let nothing = Object::new();
        let meta = object(&body, "order_meta")?.unwrap_or(&nothing);
        Ok(Self {
            order_id: optional(&body, "order_id", "order_id_invalid", is_order_id)?,
            amount: amount(&body)?,
            currency: required(&body, "order_currency", "order_currency", |text| text == "INR")?,
            customer: customer(&body)?,
            return_url: optional(meta, "return_url", "order_meta.return_url_invalid", is_address)?,
            notify_url: optional(
                meta,
                "notify_url",
                "order_meta.notify_url_invalid",
                is_notify_address,
            )?,
            payment_methods: optional(
                meta,
                "payment_methods",
                "order_meta.payment_methods_invalid",
                |text| text.is_empty() || text.split(',').all(|method| METHODS.contains(&method.trim())),
            )?,
            expires_at: expiry(&body, now)?,
            note: optional(&body, "order_note", "order_note_invalid", |text| {
                is_long(text, 3, 200)
            })?,
            tags: tags(&body)?,
        })
    }
}

fn amount(body: &Object) -> Result<u64, ApiError> {
    let missing = || {
        ApiError::bad(
            "order_amount_missing",
            "order_amount : is missing in the request.",
        )
    };
    let value = body
        .get("order_amount")
        .filter(|value| !value.is_null())
        .ok_or_else(missing)?;
    wire::paise(value).filter(|paise| *paise >= 100).ok_or_else(|| {
        ApiError::bad(
            "order_amount_invalid",
            "order_amount : invalid value, at least 1 with two decimals",
        )
    })
}

fn customer(body: &Object) -> Result<Customer, ApiError> {
    let details = object(body, "customer_details")?
        .ok_or_else(|| ApiError::bad("customer_details_missing", "customer_details : is missing"))?;
    Ok(Customer {
        id: required(details, "customer_id", "customer_details.customer_id", |text| {
            is_long(text, 3, 50) && text.bytes().all(is_plain)
        })?,
        phone: required(
            details,
            "customer_phone",
            "customer_details.customer_phone",
            is_phone,
        )?,
        email: optional(details, "customer_email", "customer_email_invalid", |text| {
            is_long(text, 3, 100)
                && text.split_once('@').is_some_and(|(name, host)| {
                    !name.is_empty() && name.bytes().all(is_common) && host.contains('.')
                })
        })?,
        name: optional(details, "customer_name", "customer_name_invalid", |text| {
            is_long(text, 3, 100)
        })?,
    })
}

/// What each service takes before the `@`. The standard allows more, and which of it the provider takes it does not say.
const fn is_common(byte: u8) -> bool {
    byte.is_ascii_alphanumeric() || matches!(byte, b'.' | b'_' | b'%' | b'+' | b'-')
}

/// Strictly more than 15 minutes and less than 30 days ahead; 30 days by default.
fn expiry(body: &Object, now: OffsetDateTime) -> Result<OffsetDateTime, ApiError> {
    let Some(value) = body.get("order_expiry_time").filter(|value| !value.is_null()) else {
        return Ok(now + Duration::days(30));
    };
    value
        .as_str()
        .and_then(|text| OffsetDateTime::parse(text, &Rfc3339).ok())
        .filter(|at| *at > now + Duration::minutes(15) && *at < now + Duration::days(30))
        .ok_or_else(|| {
            ApiError::bad(
                "order_expiry_time_invalid",
                "order_expiry_time : Expiry time should be more than 15 min and less than 30 days",
            )
        })
}

fn tags(body: &Object) -> Result<Option<BTreeMap<String, String>>, ApiError> {
    let invalid = || ApiError::bad("order_tags_invalid", "order_tags : invalid value");
    let Some(tags) = body.get("order_tags").filter(|value| !value.is_null()) else {
        return Ok(None);
    };
    let tags: BTreeMap<String, String> = serde_json::from_value(tags.clone()).map_err(|_| invalid())?;
    let fits = tags.len() <= 10 && tags.values().all(|value| is_long(value, 1, 255));
    if fits { Ok(Some(tags)) } else { Err(invalid()) }
}

fn object<'a>(body: &'a Object, name: &'static str) -> Result<Option<&'a Object>, ApiError> {
    match body.get(name) {
        None | Some(Value::Null) => Ok(None),
        Some(Value::Object(object)) => Ok(Some(object)),
        Some(_) => Err(ApiError::bad(
            format!("{name}_invalid"),
            format!("{name} : invalid value"),
        )),
    }
}

fn optional(
    object: &Object,
    name: &str,
    code: &'static str,
    rule: impl Fn(&str) -> bool,
) -> Result<Option<String>, ApiError> {
    match object.get(name) {
        None | Some(Value::Null) => Ok(None),
        Some(Value::String(text)) if rule(text) => Ok(Some(text.clone())),
        Some(_) => Err(ApiError::bad(code, format!("{name} : invalid value"))),
    }
}

fn required(
    object: &Object,
    name: &str,
    code: &str,
    rule: impl Fn(&str) -> bool,
) -> Result<String, ApiError> {
    match object.get(name) {
        Some(Value::String(text)) if rule(text) => Ok(text.clone()),
        None | Some(Value::Null) => Err(ApiError::bad(
            format!("{code}_missing"),
            format!("{name} : is missing in the request."),
        )),
        Some(Value::String(text)) if text.is_empty() => Err(ApiError::bad(
            format!("{code}_missing"),
            format!("{name} : is missing in the request."),
        )),
        Some(_) => Err(ApiError::bad(
            format!("{code}_invalid"),
            format!("{name} : invalid value"),
        )),
    }
}

fn is_plain(byte: u8) -> bool {
    byte.is_ascii_alphanumeric() || byte == b'_' || byte == b'-'
}

fn is_long(text: &str, least: usize, most: usize) -> bool {
    (least..=most).contains(&text.chars().count())
}

fn is_order_id(text: &str) -> bool {
    is_long(text, 3, 45) && text.bytes().all(is_plain)
}

/// Ten digits, or an international number with its plus.
fn is_phone(text: &str) -> bool {
    match text.strip_prefix('+') {
        Some(digits) => (8..=15).contains(&digits.len()) && digits.bytes().all(|byte| byte.is_ascii_digit()),
        None => text.len() == 10 && text.bytes().all(|byte| byte.is_ascii_digit()),
    }
}

fn is_address(text: &str) -> bool {
    text.len() <= 250 && (text.starts_with("https://") || text.starts_with("http://"))
}

/// Webhooks go over https; this machine's own plain addresses are taken because the local system has none.
fn is_notify_address(text: &str) -> bool {
    let host = text
        .strip_prefix("http://")
        .and_then(|rest| rest.split(['/', ':']).next());
    is_address(text) && (text.starts_with("https://") || matches!(host, Some("localhost" | "127.0.0.1")))
}
