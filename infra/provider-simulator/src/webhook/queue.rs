//! The webhooks that wait: queueing, sending, trying again.

use crate::Simulator;
use crate::lifecycle::{ControlError, Happened};
use crate::state::{Order, State};
use crate::webhook::signing::SignedWebhook;
use crate::webhook::{WebhookMode, WebhookRequest, body};
use crate::wire;
use ::time::{Duration, OffsetDateTime};
use serde::{Deserialize, Serialize};

/// How long after a failure each further try follows, in minutes.
const RETRIES: [i64; 3] = [2, 10, 30];

/// How many webhooks that are done with are remembered, for the operator's page.
const HISTORY: usize = 200;

/// A webhook on its way to one endpoint.
#[derive(Debug, Clone, Serialize, Deserialize)]
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
                .iter()
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
        self.change(|state, now| {
            let mut taken = Vec::new();
            for delivery in state
                .deliveries
                .iter_mut()
                .filter(|one| one.stage == Stage::Queued)
            {
                delivery.stage = Stage::Taken;
                taken.push(self.sign(delivery, now));
            }
            if self.webhook_settings().reversed {
                taken.reverse();
            }
            taken
        })
    }

    /// Sends what is due, one after the other, and returns how many were sent. Nothing is due while webhooks
    /// are withheld.
    pub async fn deliver_due(&self) -> usize {
        let settings = self.webhook_settings();
        if settings.mode == WebhookMode::Withhold || !self.has_due() {
            return 0;
        }
        let mut due: Vec<(u64, SignedWebhook)> = self.change(|state, now| {
            let waiting = state.deliveries.iter_mut();
            waiting
                .filter(|one| one.stage == Stage::Queued && one.due_at <= now)
                .map(|one| {
                    one.stage = Stage::UnderWay;
                    (one.id, self.sign(one, now))
                })
                .collect()
        });
        if settings.reversed {
            due.reverse();
        }
        for (id, webhook) in &due {
            let status = self.post(webhook).await;
            self.change(|state, now| self.record(state, *id, status, now));
        }
        due.len()
    }

    fn has_due(&self) -> bool {
        let now = self.now();
        self.state()
            .deliveries
            .iter()
            .any(|one| one.stage == Stage::Queued && one.due_at <= now)
    }

    fn record(&self, state: &mut State, id: u64, status: u16, now: OffsetDateTime) {
        if let Some(delivery) = state.deliveries.iter_mut().find(|one| one.id == id) {
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

fn queue(state: &mut State, delivery: &Delivery, duplicates: u32) {
    for _ in 0..=duplicates {
        let id = state.next_id();
        state.deliveries.push(Delivery {
            id,
            ..delivery.clone()
        });
    }
}

fn forget_old(state: &mut State) {
    let mut done = state
        .deliveries
        .iter()
        .filter(|one| one.stage != Stage::Queued)
        .count();
    state.deliveries.retain(|one| {
        let forget = done > HISTORY && !matches!(one.stage, Stage::Queued | Stage::UnderWay);
        if forget {
            done -= 1;
        }
        !forget
    });
}
