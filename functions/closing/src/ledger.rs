//! What the accounts must keep of the payments, as a table: references, amounts, dates, by what it was paid, what went
//! back and what disputes took. No name, no address, no phone number, no UPI address: a book of account needs none of them.

use domain::{
    CustomerId, Paise, Stored,
    cell::inert_in_a_line,
    payment::{Channel, DisputeState, Order, RefundState},
    registration::PaymentMode,
    till::ReceiptNo,
};
use std::collections::HashMap;
use time::{OffsetDateTime, format_description::well_known::Rfc3339, macros::offset};

const HEADER: [&str; 8] = [
    "Entry",
    "Reference",
    "When",
    "Amount",
    "Currency",
    "By",
    "For",
    "Refund",
];

/// The table, and its sums.
#[derive(Debug, PartialEq, Eq)]
pub(crate) struct Ledger {
    pub(crate) csv: String,
    pub(crate) payments: u64,
    pub(crate) paid: u64,
    pub(crate) refunded: u64,
    pub(crate) lost: u64,
}

impl Ledger {
    /// Of orders that were paid, in the order of their payments.
    pub(crate) fn of(mut orders: Vec<Order>, modes: &HashMap<CustomerId, Stored<PaymentMode>>) -> Self {
        orders.sort_by(|one, other| (one.paid_at, &one.order_id).cmp(&(other.paid_at, &other.order_id)));
        // So that a spreadsheet reads it as UTF-8.
        let mut csv = "\u{feff}".to_owned();
        push(&mut csv, HEADER.map(str::to_owned));
        let (mut paid, mut refunded, mut lost) = (0, 0, 0);
        for order in &orders {
            paid += order.amount.get();
            push(&mut csv, payment(order, modes.get(&order.customer_id)));
            refunded += order.refunded().get();
            for (refund, returned) in order.returns() {
                // What went back beyond the payment was of one that was never counted.
                let amount = match refund.state {
                    RefundState::Success => returned,
                    RefundState::Requested | RefundState::Pending | RefundState::Failed => refund.amount,
                };
                push(
                    &mut csv,
                    [
                        format!("refund {}", refund.state.as_str()),
                        reference(order),
                        local(refund.ended_at.unwrap_or(refund.at)),
                        rupees(amount),
                        "INR".to_owned(),
                        refund
                            .mode
                            .as_ref()
                            .map_or_else(String::new, |mode| mode.shown().to_owned()),
                        what(order),
                        refund.refund_id.to_string(),
                    ],
                );
            }
            lost += order.lost().get();
            for (dispute, taken) in order.losses() {
                // The stages of one complaint are about the same money: what the lost ones took adds up to no more than was paid.
                let amount = match dispute.state {
                    DisputeState::Lost => taken,
                    DisputeState::Open | DisputeState::Won => dispute.amount,
                };
                push(
                    &mut csv,
                    [
                        format!("dispute {}", dispute.state.as_str().to_uppercase()),
                        reference(order),
                        local(dispute.ended_at.unwrap_or(dispute.at)),
                        rupees(amount),
                        "INR".to_owned(),
                        String::new(),
                        what(order),
                        dispute.id.clone(),
                    ],
                );
            }
        }
        Self {
            csv,
            payments: u64::try_from(orders.len()).unwrap_or(u64::MAX),
            paid,
            refunded,
            lost,
        }
    }
}

fn payment(order: &Order, mode: Option<&Stored<PaymentMode>>) -> [String; 8] {
    let by = match order.channel {
        Channel::Counter => mode.map_or("counter", Stored::shown).to_owned(),
        Channel::Online => {
            let group = order.method.as_ref().and_then(|method| method.group.clone());
            group.unwrap_or_else(|| "online".to_owned())
        }
    };
    [
        "payment".to_owned(),
        reference(order),
        order.paid_at.map(local).unwrap_or_default(),
        rupees(order.amount),
        "INR".to_owned(),
        by,
        what(order),
        String::new(),
    ]
}

/// By what the payment is found at the provider and in its settlements, or on the receipt of the counter. An order leads
/// to no pass any more when this is read.
fn reference(order: &Order) -> String {
    match order.channel {
        Channel::Counter => ReceiptNo::of(&order.customer_id).to_string(),
        Channel::Online => order.order_id.to_string(),
    }
}

fn what(order: &Order) -> String {
    let selection = &order.selection;
    match selection.course_id() {
        Some(_) => format!("{}, {}", selection.package_name(), selection.exam_name()),
        None => selection.package_name().to_owned(),
    }
}

fn local(moment: OffsetDateTime) -> String {
    moment
        .to_offset(offset!(+5:30))
        .format(&Rfc3339)
        .unwrap_or_default()
}

fn rupees(amount: Paise) -> String {
    format!("{}.{:02}", amount.get() / 100, amount.get() % 100)
}

/// A row, in which no cell is taken for a formula.
fn push(csv: &mut String, cells: [String; 8]) {
    let cells = cells.map(|cell| format!("\"{}\"", inert_in_a_line(&cell).replace('"', "\"\"")));
    csv.push_str(&cells.join(","));
    csv.push_str("\r\n");
}
