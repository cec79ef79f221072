//! How many requests came, and the limits of the minute.

use crate::config::Limits;
use http::Method;
use serde::{Deserialize, Serialize};
use std::collections::BTreeMap;
use time::OffsetDateTime;

/// A kind of request to the provider's API.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Call {
    /// `POST /orders`
    CreateOrder,
    /// `GET /orders/{order_id}`
    GetOrder,
    /// `PATCH /orders/{order_id}`
    Terminate,
    /// `GET /orders/{order_id}/payments`, with or without the id of one
    GetPayments,
    /// `POST /orders/sessions`
    Pay,
    /// `POST /orders/{order_id}/refunds`
    CreateRefund,
    /// `GET /orders/{order_id}/refunds`, with or without the id of one
    Refunds,
    /// `GET /orders/{order_id}/disputes`
    Disputes,
    /// `POST /recon`
    Recon,
    /// `POST` and `GET /simulate`
    Simulate,
}

impl Call {
    /// The kind of a request, by its method and the route that takes it.
    pub(crate) fn of(method: &Method, route: &str) -> Self {
        match route {
            "/pg/orders" => Self::CreateOrder,
            "/pg/orders/sessions" => Self::Pay,
            "/pg/orders/{order_id}" if method == Method::PATCH => Self::Terminate,
            "/pg/orders/{order_id}" => Self::GetOrder,
            route if route.starts_with("/pg/orders/{order_id}/payments") => Self::GetPayments,
            route if route.starts_with("/pg/simulate") => Self::Simulate,
            "/pg/orders/{order_id}/disputes" => Self::Disputes,
            "/pg/recon" => Self::Recon,
            "/pg/orders/{order_id}/refunds" if method == Method::POST => Self::CreateRefund,
            _ => Self::Refunds,
        }
    }

    fn limit(self, limits: &Limits) -> u32 {
        match self {
            Self::CreateOrder => limits.create_order,
            Self::GetOrder | Self::Terminate => limits.order,
            Self::GetPayments => limits.payments,
            Self::Pay
            | Self::CreateRefund
            | Self::Refunds
            | Self::Disputes
            | Self::Recon
            | Self::Simulate => limits.other,
        }
    }
}

/// The counters, which do not outlive the process.
#[derive(Debug, Default)]
pub(crate) struct Traffic {
    calls: BTreeMap<Call, u64>,
    minute: i64,
    of_minute: BTreeMap<Call, u32>,
}

/// What a request leaves of its minute's limit.
#[derive(Debug, Clone, Copy)]
pub(crate) struct Allowance {
    pub(crate) limit: u32,
    pub(crate) remaining: u32,
    /// Seconds until the next minute begins.
    pub(crate) reset: i64,
    pub(crate) exceeded: bool,
}

impl Traffic {
    pub(crate) fn count(&mut self, call: Call, limits: &Limits, now: OffsetDateTime) -> Allowance {
        *self.calls.entry(call).or_default() += 1;
        let minute = now.unix_timestamp().div_euclid(60);
        if minute != self.minute {
            self.minute = minute;
            self.of_minute.clear();
        }
        let used = self.of_minute.entry(call).or_default();
        *used += 1;
        let limit = call.limit(limits);
        Allowance {
            limit,
            remaining: limit.saturating_sub(*used),
            reset: 60 - now.unix_timestamp().rem_euclid(60),
            exceeded: *used > limit,
        }
    }

    pub(crate) fn calls(&self, call: Call) -> u64 {
        self.calls.get(&call).copied().unwrap_or_default()
    }
}
