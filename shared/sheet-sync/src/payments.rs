//! What is shown of a candidate's payments: with the row of the list, a line of the sheet.

use crate::moment::in_india;
use domain::{
    payment::{Channel, Order, Status},
    till::ReceiptNo,
};
use futures::{StreamExt, TryStreamExt, stream};
use store::{AuditEntry, Registrations, StoreError, read_model::Row};

/// How many candidates are asked for at once.
const AT_ONCE: usize = 16;

/// A candidate as the sheet has it.
pub(crate) struct SheetLine {
    pub(crate) row: Row,
    /// The oldest first. More than one only where the candidate paid twice.
    pub(crate) payments: Vec<SheetPayment>,
}

/// What the sheet tells of a payment.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) struct SheetPayment {
    /// The order without most of its random part, which would open the pass.
    pub(crate) booking: String,
    pub(crate) paid_at: String,
    /// By what.
    pub(crate) method: String,
    /// Where to find it: at the provider, or among the receipts of the counter.
    pub(crate) reference: String,
    /// Who took the money at the counter.
    pub(crate) clerk: String,
}

/// The lines of these rows, in their order.
pub(crate) async fn lines(
    registrations: &Registrations,
    rows: Vec<Row>,
) -> Result<Vec<SheetLine>, StoreError> {
    let lines = rows.into_iter().map(async |row| {
        let payments = match row.status {
            Status::Paid => payments_of(registrations, &row).await?,
            Status::Created | Status::Active | Status::Failed | Status::Expired | Status::Unknown => {
                Vec::new()
            }
        };
        Ok(SheetLine { row, payments })
    });
    stream::iter(lines).buffered(AT_ONCE).try_collect().await
}

async fn payments_of(registrations: &Registrations, row: &Row) -> Result<Vec<SheetPayment>, StoreError> {
    let (mut orders, acts) = registrations.orders_and_acts(&row.customer_id).await?;
    orders.retain(|order| order.status == Status::Paid);
    orders.sort_by_key(|order| order.paid_at);
    Ok(orders
        .iter()
        .map(|order| SheetPayment::of(order, row.payment_mode.shown(), &acts))
        .collect())
}

impl SheetPayment {
    fn of(order: &Order, mode: &str, acts: &[AuditEntry]) -> Self {
        let (method, reference, clerk) = match order.channel {
            Channel::Counter => {
                let receipt = ReceiptNo::of(&order.customer_id).to_string();
                (mode.to_owned(), receipt, clerk(order, acts).unwrap_or_default())
            }
            Channel::Online => {
                let method = order.method.clone().unwrap_or_default();
                let [group, reference] = [method.group, method.reference].map(Option::unwrap_or_default);
                (group, reference, String::new())
            }
        };
        Self {
            booking: order.order_id.shortened(),
            paid_at: order.paid_at.map(in_india).unwrap_or_default(),
            method,
            reference,
            clerk,
        }
    }
}

/// Who marked the payment as paid, or took it while registering.
fn clerk(order: &Order, acts: &[AuditEntry]) -> Option<String> {
    let by = |action: &str, subject: &str| {
        acts.iter()
            .find(|act| act.action == action && act.subject == subject)
            .map(|act| act.username.clone())
    };
    by("payment.mark_paid", order.order_id.as_str()).or_else(|| {
        // The money of a list was there before each of its people was registered.
        let at_once = order.paid_at.is_some_and(|at| at <= order.created_at);
        at_once
            .then(|| by("candidate.created", order.customer_id.as_str()))
            .flatten()
    })
}
