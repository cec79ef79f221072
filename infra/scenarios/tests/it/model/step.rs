//! What can happen, and where it can be cut short.

use super::{
    happen::{closing, happen},
    state::{Orders, Pair, Snapshot, refunds},
};
use crate::counter::EMAIL;
use scenarios::Expo;
use store::tables::Table;
use test_support::{COURSE, Fault};

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
    /// The webhooks of both payments at once, each of which is overtaken by the other before each of its requests.
    BothSuccess,
    /// An administrator sends all of the money back.
    Refund,
    OtherRefund,
    /// The webhook of a dispute that was lost.
    LostDispute,
    /// An administrator gives the pass back.
    Restoration,
    /// An administrator corrects the address.
    Correction,
    /// An administrator corrects the other's exam, or its address where it is for every exam.
    OtherCorrection,
}

pub(super) const EVENTS: [Event; 15] = [
    Event::WebhookSuccess,
    Event::WebhookFailed,
    Event::WebhookDropped,
    Event::Return,
    Event::Reconcile,
    Event::Expiry,
    Event::MarkPaid,
    Event::OtherWebhookSuccess,
    Event::BothSuccess,
    Event::Refund,
    Event::OtherRefund,
    Event::LostDispute,
    Event::Restoration,
    Event::Correction,
    Event::OtherCorrection,
];

impl Event {
    /// Whether it is more than another event, or nothing, in this state.
    pub(super) fn can_happen(self, orders: &Orders, state: &Snapshot) -> bool {
        if orders.pair.is_twice() {
            return self.can_happen_afterwards(orders, state);
        }
        if orders.pair == Pair::LastPlace {
            return self.can_happen_to_places(orders, state);
        }
        match self {
            Self::WebhookSuccess | Self::Return => true,
            // What comes of an attempt that fails does not depend on what else the address buys.
            Self::WebhookFailed | Self::WebhookDropped => orders.pair == Pair::OneClaim,
            Self::MarkPaid => orders.counter().is_some(),
            Self::OtherWebhookSuccess => orders.counter().is_none(),
            Self::Reconcile => state.next_due(orders).is_some(),
            // After that it is a return.
            Self::Expiry => state.now.unwrap() < closing(state.expires(orders)),
            Self::BothSuccess
            | Self::Refund
            | Self::OtherRefund
            | Self::LostDispute
            | Self::Restoration
            | Self::Correction
            | Self::OtherCorrection => false,
        }
    }

    fn can_happen_to_places(self, orders: &Orders, state: &Snapshot) -> bool {
        let [online, other] = orders.both();
        let is_kept = |order: &str| {
            let item = state.order(order);
            item["status"] == "PAID" && refunds(item).all(|refund| refund["state"] != "SUCCESS")
        };
        let is_unpaid = |order: &str| state.status(order) != "PAID";
        match self {
            Self::WebhookSuccess => is_unpaid(online),
            Self::OtherWebhookSuccess => is_unpaid(other),
            Self::BothSuccess => is_unpaid(online) && is_unpaid(other),
            Self::Reconcile => state.next_due(orders).is_some(),
            Self::Expiry => is_unpaid(other) && state.now.unwrap() < closing(state.expires(orders)),
            Self::Refund => is_kept(online),
            Self::OtherRefund => is_kept(other),
            Self::Restoration => !state.order(online)["withdrawn"].is_null(),
            Self::OtherCorrection => state.order(other)["selection"]["course_id"] == COURSE,
            Self::WebhookFailed
            | Self::WebhookDropped
            | Self::Return
            | Self::MarkPaid
            | Self::LostDispute
            | Self::Correction => false,
        }
    }

    fn can_happen_afterwards(self, orders: &Orders, state: &Snapshot) -> bool {
        let [online, other] = orders.both();
        let is_kept = |order: &str| {
            let item = state.order(order);
            item["status"] == "PAID"
                && !state.is_lost(order)
                && refunds(item).all(|refund| refund["state"] != "SUCCESS")
        };
        // Each is corrected once.
        let is_as_registered = |order: &str| {
            let item = state.order(order);
            item["person"]["email"] == EMAIL
                && item["selection"]["course_id"]
                    .as_str()
                    .is_none_or(|exam| exam == COURSE)
        };
        match self {
            Self::WebhookSuccess
            | Self::WebhookFailed
            | Self::WebhookDropped
            | Self::Return
            | Self::Expiry
            | Self::BothSuccess
            | Self::MarkPaid => false,
            Self::OtherWebhookSuccess => state.status(other) != "PAID",
            Self::Reconcile => state.next_due(orders).is_some(),
            Self::Refund => is_kept(online),
            Self::OtherRefund => is_kept(other),
            Self::LostDispute => !state.is_lost(online),
            Self::Restoration => !state.order(online)["withdrawn"].is_null(),
            Self::Correction => is_as_registered(online),
            Self::OtherCorrection => is_as_registered(other),
        }
    }

    /// Whether it is an administrator's, whose acts are in another table.
    const fn is_an_act(self) -> bool {
        match self {
            Self::MarkPaid
            | Self::Refund
            | Self::OtherRefund
            | Self::Restoration
            | Self::Correction
            | Self::OtherCorrection => true,
            Self::WebhookSuccess
            | Self::WebhookFailed
            | Self::WebhookDropped
            | Self::Return
            | Self::Reconcile
            | Self::Expiry
            | Self::OtherWebhookSuccess
            | Self::BothSuccess
            | Self::LostDispute => false,
        }
    }
}

/// What comes between an event and its end.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Interruption {
    None,
    /// The process dies before its write of this number, from 0.
    CrashBefore(u64),
    CrashAfter(u64),
    /// Of two webhooks at once, that of the online order stands still before its request of this number, from 1, while the
    /// other one does all its work.
    Overtaken(u64),
    /// The same of the other order's.
    OtherOvertaken(u64),
}

/// An event and what comes between.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) struct Step {
    pub(super) event: Event,
    pub(super) interruption: Interruption,
}

/// What a step came to.
pub(super) struct Outcome {
    /// How many writes were asked for.
    pub(super) writes: u64,
    /// Whether it came as far as the interruption.
    pub(super) was_interrupted: bool,
    pub(super) to: Snapshot,
}

impl Step {
    /// What happens on its own when nothing goes wrong.
    pub(super) const RECONCILE: Self = Self {
        event: Event::Reconcile,
        interruption: Interruption::None,
    };

    /// Lets it happen to a test environment that is in the state `from`.
    pub(super) async fn run(self, expo: &Expo, orders: &Orders, from: &Snapshot, fault: Fault) -> Outcome {
        expo.test_env.database.set(match self.interruption {
            Interruption::None | Interruption::Overtaken(_) | Interruption::OtherOvertaken(_) => fault,
            Interruption::CrashBefore(at) => Fault::CrashBefore(at),
            Interruption::CrashAfter(at) => Fault::CrashAfter(at),
        });
        let was_interrupted = happen(expo, orders, self, from).await;
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
        let admin = if self.event.is_an_act() {
            expo.test_env.dump(Table::Admin).await
        } else {
            from.admin.clone()
        };
        Outcome {
            writes,
            was_interrupted,
            to: Snapshot::of(expo, orders, registrations, admin),
        }
    }
}

fn mails(items: &[serde_json::Value]) -> Vec<String> {
    let mails = items.iter().filter(|item| item["kind"] == "MAIL");
    mails
        .map(|item| item["order_id"].as_str().unwrap().to_owned())
        .collect()
}
