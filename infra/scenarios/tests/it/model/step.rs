//! What can happen, and where it can be cut short.

use super::state::{Orders, Pair, Snapshot};
use provider_simulator::{PaymentStatus, WebhookRequest};
use scenarios::Expo;
use serde_json::json;
use store::tables::Table;
use test_support::{Fault, Request, call};
use time::{Duration, OffsetDateTime};

/// Something that happens.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Event {
    WebhookSuccess,
    WebhookFailed,
    WebhookDropped,
    Return,
    Reconcile,
    Expiry,
    MarkPaid,
    /// The webhook of the other order's payment.
    OtherWebhookSuccess,
}

pub(super) const EVENTS: [Event; 8] = [
    Event::WebhookSuccess,
    Event::WebhookFailed,
    Event::WebhookDropped,
    Event::Return,
    Event::Reconcile,
    Event::Expiry,
    Event::MarkPaid,
    Event::OtherWebhookSuccess,
];

impl Event {
    /// Whether it is more than another event, or nothing, in this state.
    pub(super) fn can_happen(self, orders: &Orders, state: &Snapshot) -> bool {
        match self {
            Self::WebhookSuccess | Self::Return => true,
            // What comes of an attempt that fails does not depend on what else the address buys.
            Self::WebhookFailed | Self::WebhookDropped => orders.pair == Pair::OneClaim,
            Self::MarkPaid => orders.counter().is_some(),
            Self::OtherWebhookSuccess => orders.counter().is_none(),
            Self::Reconcile => state.next_due().is_some(),
            // After that it is a return.
            Self::Expiry => state.now.unwrap() < closing(state.expires(orders)),
        }
    }
}

/// Where an event is cut short.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Crash {
    None,
    Before(u64),
    After(u64),
}

/// An event and where it is cut short.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) struct Step {
    pub(super) event: Event,
    pub(super) crash: Crash,
}

impl Step {
    /// What happens on its own when nothing goes wrong.
    pub(super) const RECONCILE: Self = Self {
        event: Event::Reconcile,
        crash: Crash::None,
    };

    /// Lets it happen to a test environment that is in the state `from`. Returns how many writes were asked for, and
    /// the state it led to.
    pub(super) async fn run(
        self,
        expo: &Expo,
        orders: &Orders,
        from: &Snapshot,
        fault: Fault,
    ) -> (u64, Snapshot) {
        expo.test_env.database.set(match self.crash {
            Crash::None => fault,
            Crash::Before(at) => Fault::CrashBefore(at),
            Crash::After(at) => Fault::CrashAfter(at),
        });
        happen(expo, orders, self.event, from).await;
        // The stream brings what is new, whatever has died since it was written: it is another process. It
        // dies itself when the fatal write is one of its own.
        let mut registrations = expo.test_env.dump(Table::Registrations).await;
        let before = mails(&from.registrations);
        let mut new = mails(&registrations);
        new.retain(|order| !before.contains(order));
        if !new.is_empty() {
            expo.run_stream_for(new).await;
            registrations = expo.test_env.dump(Table::Registrations).await;
        }
        let writes = expo.test_env.database.writes();
        expo.test_env.database.set(Fault::None);
        // Only an administrator's act is written there.
        let admin = match self.event {
            Event::MarkPaid => expo.test_env.dump(Table::Admin).await,
            Event::WebhookSuccess
            | Event::WebhookFailed
            | Event::WebhookDropped
            | Event::Return
            | Event::Reconcile
            | Event::Expiry
            | Event::OtherWebhookSuccess => from.admin.clone(),
        };
        (writes, Snapshot::of(expo, orders, registrations, admin))
    }
}

fn mails(items: &[serde_json::Value]) -> Vec<String> {
    let mails = items.iter().filter(|item| item["kind"] == "MAIL");
    mails
        .map(|item| item["order_id"].as_str().unwrap().to_owned())
        .collect()
}

async fn happen(expo: &Expo, orders: &Orders, event: Event, from: &Snapshot) {
    let online = &orders.online;
    match event {
        Event::WebhookSuccess => {
            webhook(expo, online, PaymentStatus::Success, "PAYMENT_SUCCESS_WEBHOOK").await;
        }
        Event::OtherWebhookSuccess => {
            webhook(
                expo,
                &orders.other,
                PaymentStatus::Success,
                "PAYMENT_SUCCESS_WEBHOOK",
            )
            .await;
        }
        Event::WebhookFailed => webhook(expo, online, PaymentStatus::Failed, "PAYMENT_FAILED_WEBHOOK").await,
        Event::WebhookDropped => {
            webhook(
                expo,
                online,
                PaymentStatus::UserDropped,
                "PAYMENT_USER_DROPPED_WEBHOOK",
            )
            .await;
        }
        Event::Return => {
            expo.status(online).await;
        }
        Event::Reconcile => {
            reconcile(expo, from).await;
        }
        Event::Expiry => {
            let now = expo.test_env.clock.now();
            expo.test_env.clock.set_to(now.max(closing(from.expires(orders))));
            expo.status(online).await;
        }
        Event::MarkPaid => {
            let token = expo.test_env.admin_token().await;
            let path = format!("/api/payments/{}/status", orders.other);
            call(
                &expo.payments,
                Request::put(path, &json!({ "status": "PAID" })).bearer(&token),
            )
            .await;
        }
    }
}

/// When nobody doubts any more that the time to pay is over.
pub(super) fn closing(expires: OffsetDateTime) -> OffsetDateTime {
    expires + Duration::minutes(3)
}

/// Lets the time come at which something is due in this state, and the reconciler run.
async fn reconcile(expo: &Expo, state: &Snapshot) {
    let due = OffsetDateTime::from_unix_timestamp(state.next_due().unwrap()).unwrap();
    expo.test_env
        .clock
        .set_to(expo.test_env.clock.now().max(due + Duration::seconds(1)));
    // One that dies is started again a minute later; here that is a further event.
    drop(expo.reconciler.run().await);
}

/// The provider decides an attempt, unless the order is paid, and tells us.
async fn webhook(expo: &Expo, order: &str, outcome: PaymentStatus, name: &str) {
    let paid = expo.test_env.provider.export()["orders"][order]["status"] == "PAID";
    if !paid {
        expo.pay(order, outcome);
    }
    // What the provider would send automatically is sent here, so that a replay sends the same.
    expo.test_env.provider.take_webhooks();
    let webhook = expo.test_env.provider.webhook(&WebhookRequest::of(name, order));
    expo.deliver(&webhook).await;
}
