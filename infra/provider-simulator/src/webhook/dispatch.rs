//! What becomes of queued webhooks: taken by a test, or sent, retried and forgotten.

use crate::Simulator;
use crate::lifecycle::NotKept;
use crate::state::{Delivery, Stage, State};
use crate::webhook::WebhookMode;
use crate::webhook::signing::SignedWebhook;
use ::time::{Duration, OffsetDateTime};
use futures::StreamExt;
use futures::stream;
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

impl Simulator {
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
            Ok::<_, NotKept>(taken)
        });
        // What cannot be written down as taken still waits.
        taken.unwrap_or_default()
    }

    /// Sends the due webhooks and returns how many were sent: those of one order one after the other, those of
    /// different orders side by side. Nothing is due while webhooks are withheld.
    pub async fn deliver_due(&self) -> usize {
        let lanes = self.take_due(usize::MAX).unwrap_or_default();
        let sent = lanes.iter().map(|Lane(webhooks)| webhooks.len()).sum();
        stream::iter(lanes)
            .for_each_concurrent(SIDE_BY_SIDE, |lane| self.deliver(lane))
            .await;
        sent
    }

    /// The due webhooks of at most `limit` orders without one in flight; from here on they are in flight.
    ///
    /// # Errors
    /// When that cannot be kept: everything still waits.
    pub(crate) fn take_due(&self, limit: usize) -> Result<Vec<Lane>, NotKept> {
        if self.webhook_mode() == WebhookMode::Withhold || limit == 0 {
            return Ok(Vec::new());
        }
        self.change(|state, now| {
            let due = ids(state, |one| one.stage == Stage::Queued && one.due_at <= now);
            if due.is_empty() {
                return Ok(Vec::new());
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
