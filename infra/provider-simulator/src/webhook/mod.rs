//! Webhooks: what they say, how they are signed, and when they go out.

mod body;
pub(crate) mod dispatch;
mod queue;
pub(crate) mod signing;

use serde::{Deserialize, Serialize};

/// Whether webhooks are sent.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum WebhookMode {
    /// They go out when they fall due, where [`crate::Simulator::spawn_delivery`] or
    /// [`crate::Simulator::deliver_due`] runs.
    #[default]
    Deliver,
    /// They wait until they are taken, or until the mode changes back.
    Withhold,
}

/// A webhook to be made, true or not.
#[derive(Debug, Clone, PartialEq, Eq, Default, Serialize, Deserialize)]
#[serde(default, deny_unknown_fields)]
pub struct WebhookRequest {
    /// The type, such as `PAYMENT_SUCCESS_WEBHOOK`; `WEBHOOK` is the dashboard's test.
    #[serde(rename = "type")]
    pub event: String,
    /// The order it is about. One that does not exist gets the provider's sample event.
    pub order_id: Option<String>,
    /// The attempt it is about; the order's newest, or one that never was.
    pub cf_payment_id: Option<String>,
    /// The version it is written in; that of `notify_url` by default.
    pub version: Option<String>,
    /// Another amount of the order, in paise.
    pub amount: Option<u64>,
    /// Another currency of the order.
    pub currency: Option<String>,
    /// Signed with a secret that is not the merchant's.
    pub wrong_signature: bool,
}

impl WebhookRequest {
    /// A true webhook of this type about an order.
    #[must_use]
    pub fn of(event: impl Into<String>, order_id: impl Into<String>) -> Self {
        Self {
            event: event.into(),
            order_id: Some(order_id.into()),
            ..Self::default()
        }
    }
}
