//! The webhooks that wait: queueing, sending, trying again.

use crate::Simulator;
use crate::lifecycle::{ControlError, Happened, NotKept};
use crate::state::{Order, State};
use crate::webhook::signing::SignedWebhook;
use crate::webhook::{WebhookMode, WebhookRequest, body};
use crate::wire;
use ::time::{Duration, OffsetDateTime};
use futures::StreamExt;
use futures::stream;
use serde::{Deserialize, Serialize};
use std::collections::{BTreeMap, BTreeSet};

/// How long after a failure each further try follows, in minutes.
const RETRIES: [i64; 3] = [2, 10, 30];

/// How many webhooks that are done with are remembered, for the operator's page.
const HISTORY: usize = 200;

/// Of how many orders webhooks are sent side by side.
pub(crate) const SIDE_BY_SIDE: usize = 32;

/// How long a try whose outcome cannot be written down waits before the next attempt to do so.
const UNTIL_KEPT: std::time::Duration = std::time::Duration::from_secs(1);

/// The webhooks of one order that go out one after the other.
pub(crate) struct Lane(Vec<(u64, SignedWebhook)>);

/// A webhook on its way to one endpoint.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub(crate) struct Delivery {
    pub(crate) id: u64,
    pub(crate) order_id: Option<String>,
    pub(crate) event: String,
    pub(crate) url: String,
    pub(crate) version: String,
    pub(crate) body: String,
    pub(crate) wrong_signature: bool,
    /// The try that comes next, or was the last: 1 is the first.
    pub(crate) attempt: u32,
    #[serde(with = "time::serde::rfc3339")]
    pub(crate) due_at: OffsetDateTime,
    pub(crate) stage: Stage,
    /// The status the last try was answered with; 0 for no answer.
    pub(crate) last_status: Option<u16>,
}

#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub(crate) enum Stage {
    Queued,
    UnderWay,
    Delivered,
    Taken,
    GivenUp,
}

impl Delivery {
    pub(crate) fn requeue_if_under_way(&mut self) {
        if self.stage == Stage::UnderWay {
            self.stage = Stage::Queued;
        }
    }
}

impl Simulator {
    /// Queues the webhooks about what happened, for each endpoint that hears of it.
    pub(crate) fn announce(&self, state: &mut State, happened: &[Happened], now: OffsetDateTime) {
        for (order_id, event) in happened {
            let Some(order) = state.orders.get(order_id).cloned() else {
                continue;
            };
            for (url, version) in self.endpoints(&order) {
                if let Some((name, body)) = body::of_event(&order, *event, &version, now) {
                    let settings = self.webhook_settings();
                    let delivery = Delivery {
                        id: 0,
                        order_id: Some(order_id.clone()),
                        event: name,
                        url,
                        version,
                        body: wire::text(&body),
                        wrong_signature: settings.wrong_signature,
                        attempt: 1,
                        due_at: now + std::time::Duration::from_millis(settings.delay_ms),
                        stage: Stage::Queued,
                        last_status: None,
                    };
                    queue(state, &delivery, settings.duplicates);
                }
            }
        }
    }

    fn endpoints(&self, order: &Order) -> Vec<(String, String)> {
        let own = order
            .notify_url
            .iter()
            .map(|url| (url.clone(), self.config().webhook_version.clone()));
        let dashboard = self
            .config()
            .endpoints
            .iter()
            .map(|to| (to.url.clone(), to.version.clone()));
        own.chain(dashboard).collect()
    }

    /// Makes and signs a webhook without sending it.
    #[must_use]
    pub fn webhook(&self, request: &WebhookRequest) -> SignedWebhook {
        let now = self.now();
        let state = self.state();
        self.sign(&self.delivery_of(request, &state, now), now)
    }

    /// Queues a webhook, true or not, for the endpoints of its order.
    ///
    /// # Errors
    /// When it names an order that does not exist.
    pub fn send_webhook(&self, request: &WebhookRequest) -> Result<(), ControlError> {
        self.change(|state, now| {
            if request
                .order_id
                .as_ref()
                .is_some_and(|id| !state.orders.contains_key(id))
            {
                return Err(ControlError::NoOrder);
            }
            let mut delivery = self.delivery_of(request, state, now);
            delivery.due_at += std::time::Duration::from_millis(request.delay_ms);
            queue(state, &delivery, request.duplicates);
            Ok(())
        })
    }

    /// Queues the newest webhook of an order again, as the dashboard's resend does.
    ///
    /// # Errors
    /// When there is none.
    pub fn resend_webhook(&self, order_id: &str) -> Result<(), ControlError> {
        self.change(|state, now| {
            let newest = state
                .deliveries
                .values()
                .rev()
                .find(|one| one.order_id.as_deref() == Some(order_id));
            let mut again = newest.cloned().ok_or(ControlError::NoOrder)?;
            again.stage = Stage::Queued;
            again.attempt = 1;
            again.due_at = now;
            again.last_status = None;
            queue(state, &again, 0);
            Ok(())
        })
    }

    fn delivery_of(&self, request: &WebhookRequest, state: &State, now: OffsetDateTime) -> Delivery {
        let order_id = request
            .order_id
            .clone()
            .unwrap_or_else(|| "order_OFR_2".to_owned());
        let known = state.orders.get(&order_id);
        let order = known.cloned().unwrap_or_else(|| Order::sample(&order_id, now));
        let version = request
            .version
            .clone()
            .unwrap_or_else(|| self.config().webhook_version.clone());
        let body = body::of_request(&order, request, &version, now);
        let configured = self
            .config()
            .endpoints
            .first()
            .map(|endpoint| endpoint.url.clone());
        Delivery {
            id: 0,
            order_id: known.map(|order| order.order_id.clone()),
            event: request.event.clone(),
            url: order.notify_url.or(configured).unwrap_or_default(),
            version,
            body: wire::text(&body),
            wrong_signature: request.wrong_signature,
            attempt: 1,
            due_at: now,
            stage: Stage::Queued,
            last_status: None,
        }
    }

    /// The webhooks that wait, signed, in the order in which they would go out. They count as delivered.
    pub fn take_webhooks(&self) -> Vec<SignedWebhook> {
        let taken = self.change(|state, now| {
            let waiting = ids(state, |one| one.stage == Stage::Queued);
            let mut taken = Vec::new();
            for delivery in waiting {
                if let Some(delivery) = state.deliveries.get_mut(&delivery) {
                    delivery.stage = Stage::Taken;
                    taken.push(self.sign(delivery, now));
                }
            }
            if self.webhook_settings().reversed {
                taken.reverse();
            }
            Ok::<_, NotKept>(taken)
        });
        // What cannot be written down as taken still waits.
        taken.unwrap_or_default()
    }

    /// Sends what is due and returns how many were sent: those of one order one after the other, those of different orders
    /// side by side. Nothing is due while webhooks are withheld.
    pub async fn deliver_due(&self) -> usize {
        let lanes = self.take_due(usize::MAX).unwrap_or_default();
        let sent = lanes.iter().map(|Lane(webhooks)| webhooks.len()).sum();
        stream::iter(lanes)
            .for_each_concurrent(SIDE_BY_SIDE, |lane| self.deliver(lane))
            .await;
        sent
    }

    /// What is due, of at most `limit` orders of which nothing is under way; from here on it is.
    ///
    /// # Errors
    /// When that cannot be kept: everything still waits.
    pub(crate) fn take_due(&self, limit: usize) -> Result<Vec<Lane>, NotKept> {
        let settings = self.webhook_settings();
        if settings.mode == WebhookMode::Withhold || limit == 0 {
            return Ok(Vec::new());
        }
        self.change(|state, now| {
            let mut due = ids(state, |one| one.stage == Stage::Queued && one.due_at <= now);
            if due.is_empty() {
                return Ok(Vec::new());
            }
            if settings.reversed {
                due.reverse();
            }
            let under_way = state
                .deliveries
                .values()
                .filter(|one| one.stage == Stage::UnderWay);
            let busy: BTreeSet<_> = under_way.map(lane).collect();
            let mut lanes: Vec<Lane> = Vec::new();
            let mut lane_of = BTreeMap::new();
            for id in due {
                let Some(lane) = state.deliveries.get(&id).map(lane) else {
                    continue;
                };
                if busy.contains(&lane) || (lanes.len() == limit && !lane_of.contains_key(&lane)) {
                    continue;
                }
                let at = *lane_of.entry(lane).or_insert_with(|| {
                    lanes.push(Lane(Vec::new()));
                    lanes.len() - 1
                });
                if let (Some(delivery), Some(Lane(webhooks))) =
                    (state.deliveries.get_mut(&id), lanes.get_mut(at))
                {
                    delivery.stage = Stage::UnderWay;
                    webhooks.push((id, self.sign(delivery, now)));
                }
            }
            Ok(lanes)
        })
    }

    /// Sends the webhooks of one order.
    pub(crate) async fn deliver(&self, Lane(webhooks): Lane) {
        for (id, webhook) in &webhooks {
            let status = self.post(webhook).await;
            while self
                .change(|state, now| {
                    self.record(state, *id, status, now);
                    Ok::<_, NotKept>(())
                })
                .is_err()
            {
                tokio::time::sleep(UNTIL_KEPT).await;
            }
        }
    }

    fn record(&self, state: &mut State, id: u64, status: u16, now: OffsetDateTime) {
        if let Some(delivery) = state.deliveries.get_mut(&id) {
            delivery.last_status = Some(status);
            let tries = usize::try_from(delivery.attempt).unwrap_or(usize::MAX);
            delivery.stage = if status == 200 {
                Stage::Delivered
            } else if let Some(minutes) = RETRIES.get(tries - 1) {
                delivery.attempt += 1;
                delivery.due_at = now + Duration::minutes(*minutes) * self.config().retry_scale;
                Stage::Queued
            } else {
                Stage::GivenUp
            };
        }
        forget_old(state);
    }
}

/// What it may not overtake: the others of its order. One about no order waits for nobody.
fn lane(delivery: &Delivery) -> Result<String, u64> {
    delivery.order_id.clone().ok_or(delivery.id)
}

fn ids(state: &State, fits: impl Fn(&Delivery) -> bool) -> Vec<u64> {
    let fitting = state.deliveries.values().filter(|one| fits(one));
    fitting.map(|one| one.id).collect()
}

fn queue(state: &mut State, delivery: &Delivery, duplicates: u32) {
    for _ in 0..=duplicates {
        let id = state.next_id();
        let delivery = Delivery {
            id,
            ..delivery.clone()
        };
        state.deliveries.insert(id, delivery);
    }
}

/// Forgets the oldest that are done with, beyond the history.
fn forget_old(state: &mut State) {
    let done = ids(state, |one| match one.stage {
        Stage::Queued | Stage::UnderWay => false,
        Stage::Delivered | Stage::Taken | Stage::GivenUp => true,
    });
    for id in done.iter().take(done.len().saturating_sub(HISTORY)) {
        state.deliveries.remove(id);
    }
}
