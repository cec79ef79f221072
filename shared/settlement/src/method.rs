//! How a paid order was paid, where that was not known when it became paid: of many who wait at once, some are answered from the
//! order alone, without its attempts.

use crate::{Occasion, SettleError, Settlement};
use domain::payment::{Change, Method, Order, paying_attempt};

impl Settlement {
    /// A paid order with how it was paid, as far as a webhook says so.
    pub(crate) async fn with_method_of(
        &self,
        order: Order,
        occasion: &Occasion<'_>,
    ) -> Result<Order, SettleError> {
        let reported = match occasion {
            Occasion::Webhook(reported) => reported.paid_by(),
            Occasion::Page | Occasion::CrowdedPage | Occasion::Due(_) => None,
        };
        match reported {
            Some(method) => self.note_method(order, method).await,
            None => Ok(order),
        }
    }

    /// An order with how it was paid. Its attempts are read if that is not known: which of its payments was counted decides
    /// what a refund or dispute is of.
    pub(crate) async fn with_method(&self, order: Order) -> Result<Order, SettleError> {
        if !order.lacks_reference() {
            return Ok(order);
        }
        let attempts = self.provider.payments(&order.order_id).await?;
        match paying_attempt(&attempts) {
            Some(attempt) => self.note_method(order, &attempt.method).await,
            None => Ok(order),
        }
    }

    async fn note_method(&self, order: Order, method: &Method) -> Result<Order, SettleError> {
        self.write(order, |order, now| {
            let after = order.after(Change::MethodReported(method.clone()), now).ok()?;
            Some((after, None))
        })
        .await
    }
}
