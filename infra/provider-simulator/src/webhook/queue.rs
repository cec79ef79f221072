//! What is queued: webhooks about events, made on request, and sent again.

use crate::Simulator;
use crate::lifecycle::{ControlError, Happened};
use crate::state::{Delivery, Order, Stage, State};
use crate::webhook::signing::SignedWebhook;
use crate::webhook::{WebhookRequest, body};
use crate::wire;
use ::time::OffsetDateTime;

impl Simulator {
    /// Queues the webhooks about what happened, for each endpoint that hears of it.
    pub(crate) fn announce(&self, state: &mut State, happened: &[Happened], now: OffsetDateTime) {
        for (order_id, event) in happened {
            let Some(order) = state.orders.get(order_id).cloned() else {
                continue;
            };
            for (url, version) in self.endpoints(&order) {
                if let Some((name, body)) = body::of_event(&order, *event, &version, now) {
                    let delivery = Delivery {
                        id: 0,
                        order_id: Some(order_id.clone()),
                        event: name,
                        url,
                        version,
                        body: wire::text(&body),
                        wrong_signature: false,
                        attempt: 1,
                        due_at: now,
                        stage: Stage::Queued,
                        last_status: None,
                    };
                    queue(state, delivery);
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
            queue(state, self.delivery_of(request, state, now));
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
            queue(state, again);
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
}

fn queue(state: &mut State, delivery: Delivery) {
    let id = state.next_id();
    state.deliveries.insert(id, Delivery { id, ..delivery });
}
