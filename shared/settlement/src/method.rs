//! How a paid order was paid, where that was not known when it became paid: of many who wait at once, some are answered from the
//! order alone, without its attempts.

use crate::{Occasion, SettleError, Settlement};
use domain::payment::{Change, Method, Order};

impl Settlement {
    /// A paid order with how it was paid, as far as a webhook says so. Of several payments the one that is told of first is the
    /// one that was counted: which began first is a question about attempts, of which many who wait leave none.
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

    /// Writes how a paid order was paid, unless that is known.
    pub(crate) async fn note_method(&self, order: Order, method: &Method) -> Result<Order, SettleError> {
        self.write(order, |order, now| {
            let after = order.after(Change::MethodReported(method.clone()), now).ok()?;
            Some((after, None))
        })
        .await
    }
}
