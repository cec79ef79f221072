//! Payments, refunds and disputes as lines of an export. The sum of the net column is the revenue.

use super::{
    cell::{Cell, Column},
    source::Sources,
};
use crate::scope::ExportScope;
use domain::{
    Balance, Paise, Stored,
    pass::PassNo,
    payment::{DisputeState, Order, PassValidity, Status},
    registration::PaymentMode,
};
use futures::{StreamExt, TryStreamExt, stream};
use store::{StoreError, read_model::Row};
use time::OffsetDateTime;

/// How many candidates are asked for at once.
const AT_ONCE: usize = 16;

pub(super) const COLUMNS: [Column; 19] = [
    ("Pass no.", 16),
    ("Name", 28),
    ("Email", 32),
    ("Phone", 12),
    ("Package", 26),
    ("College", 26),
    ("Course", 22),
    ("Line", 9),
    ("At", 19),
    ("Channel", 10),
    ("Payment Mode", 14),
    ("Method", 16),
    ("Paid (Rs)", 12),
    ("Refunded (Rs)", 13),
    ("Lost (Rs)", 12),
    ("Net (Rs)", 12),
    ("Refund Status", 14),
    ("Pass", 10),
    ("Reason", 30),
];

/// What a line has besides what all lines of an order have.
struct Line<'a> {
    what: &'static str,
    at: OffsetDateTime,
    paid: Paise,
    refunded: Paise,
    lost: Paise,
    /// How far a refund is, or how a dispute stands.
    state: Option<&'static str>,
    reason: Option<&'a str>,
    /// How the counter gave money back, where that was another way than it was paid.
    mode: Option<&'a Stored<PaymentMode>>,
}

impl<'a> Line<'a> {
    /// By what it is, of this candidate.
    fn mode(&self, row: &'a Row) -> &'a Stored<PaymentMode> {
        self.mode.unwrap_or(&row.payment_mode)
    }
}

impl Sources {
    /// The lines of these candidates, in their order.
    pub(super) async fn payments_of(
        &self,
        scope: &ExportScope,
        rows: Vec<Row>,
    ) -> Result<Vec<Vec<Cell>>, StoreError> {
        let paid = rows.into_iter().filter(|row| row.status == Status::Paid);
        let orders = paid.map(async |row| {
            let orders = self.registrations.orders_of(&row.customer_id).await?;
            Ok::<_, StoreError>((row, orders))
        });
        let read: Vec<(Row, Vec<Order>)> = stream::iter(orders).buffered(AT_ONCE).try_collect().await?;
        let lines = read.iter().flat_map(|(row, orders)| {
            let mut paid: Vec<&Order> = orders
                .iter()
                .filter(|order| order.status == Status::Paid)
                .collect();
            paid.sort_by_key(|order| order.paid_at);
            paid.into_iter().flat_map(move |order| {
                let lines = lines_of(order).into_iter();
                let lines = lines.filter(|line| scope.has(line.at) && scope.is_by(line.mode(row)));
                lines.map(|line| cells(row, order, &line)).collect::<Vec<_>>()
            })
        });
        Ok(lines.collect())
    }
}

fn lines_of(order: &Order) -> Vec<Line<'_>> {
    let payment = Line {
        what: "payment",
        at: order.paid_at.unwrap_or(order.created_at),
        paid: order.amount,
        refunded: Paise::default(),
        lost: Paise::default(),
        state: None,
        reason: None,
        mode: None,
    };
    let refunds = order.returns().map(|(refund, refunded)| Line {
        what: "refund",
        at: refund.ended_at.unwrap_or(refund.at),
        paid: Paise::default(),
        // One that is under way, or came to nothing, has taken nothing from the revenue.
        refunded,
        lost: Paise::default(),
        state: Some(refund.state.as_str()),
        reason: Some(&refund.reason),
        mode: refund.mode.as_ref(),
    });
    // The bank has given the money of a lost one back; of one that is open or won it is here.
    let disputes = order.losses().map(|(dispute, lost)| Line {
        what: "dispute",
        at: dispute.ended_at.unwrap_or(dispute.at),
        paid: Paise::default(),
        refunded: Paise::default(),
        lost,
        state: Some(match dispute.state {
            DisputeState::Open => "OPEN",
            DisputeState::Won => "WON",
            DisputeState::Lost => "LOST",
        }),
        reason: Some(&dispute.word),
        mode: None,
    });
    std::iter::once(payment).chain(refunds).chain(disputes).collect()
}

fn cells(row: &Row, order: &Order, line: &Line<'_>) -> Vec<Cell> {
    let group = order.method.as_ref().and_then(|method| method.group.as_deref());
    let net = Balance::from(line.paid) - Balance::from(line.refunded) - Balance::from(line.lost);
    let cells: [Cell; COLUMNS.len()] = [
        Cell::text(PassNo::of(&order.customer_id).to_string()),
        Cell::text(row.person.name.as_str()),
        Cell::text(row.person.email.as_str()),
        Cell::text(row.person.phone.as_str()),
        Cell::text(order.selection.package_name()),
        Cell::text(order.selection.college_name().unwrap_or("All colleges")),
        Cell::text(order.selection.exam_name()),
        Cell::text(line.what),
        Cell::moment(line.at),
        Cell::text(order.channel.as_str()),
        Cell::text(line.mode(row).shown()),
        Cell::maybe(group),
        Cell::paise(line.paid),
        Cell::paise(line.refunded),
        Cell::paise(line.lost),
        Cell::Amount(net),
        Cell::maybe(line.state),
        Cell::maybe(order.validity().map(PassValidity::as_str)),
        Cell::maybe(line.reason),
    ];
    cells.into()
}
