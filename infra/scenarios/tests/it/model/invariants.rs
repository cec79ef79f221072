//! What must hold: of every step, of every state, and of where every state ends when nothing more goes wrong.

use super::{
    state::{Orders, Snapshot},
    step::reconcile_next,
};
use scenarios::Expo;

type Checked = Result<(), String>;

fn must(holds: bool, invariant: &str) -> Checked {
    if holds { Ok(()) } else { Err(invariant.to_owned()) }
}

/// PAID never changes back, and a mail that was sent stays sent.
pub(super) fn of_step(orders: &Orders, from: &Snapshot, to: &Snapshot) -> Checked {
    for order in orders.both() {
        if from.status(order) == "PAID" {
            must(
                to.item(order, "ORDER") == from.item(order, "ORDER"),
                "a paid order changed",
            )?;
        }
        if from
            .item(order, "MAIL")
            .is_some_and(|mail| mail["state"] == "SENT")
        {
            must(
                to.item(order, "MAIL") == from.item(order, "MAIL"),
                "a sent mail changed",
            )?;
        }
    }
    Ok(())
}

/// What one state shows by itself.
pub(super) fn of_state(orders: &Orders, state: &Snapshot) -> Checked {
    let claims: Vec<_> = state
        .registrations
        .iter()
        .filter(|item| item["kind"] == "CLAIM")
        .collect();
    must(claims.len() == 1, "there is one claim")?;
    let claim = claims[0];
    for order in orders.both() {
        let paid = state.status(order) == "PAID";
        let mail = state.item(order, "MAIL");
        must(
            paid == mail.is_some(),
            "a mail is in the outbox exactly when its order is paid",
        )?;
        must(state.noted_mails(order) <= 1, "one mail for each paid order")?;
        if mail.is_some_and(|mail| mail["state"] == "SENT") {
            must(
                state.mails_about(order) >= 1,
                "a mail that is marked as sent was sent",
            )?;
        }
        if paid {
            must(claim["state"] == "PAID", "a paid order's claim is held for ever")?;
            let flagged = state.registrations.iter().any(|item| {
                item["kind"] == "ATTENTION"
                    && item["flag"] == "DUPLICATE_PAYMENT"
                    && item["order_id"] == order
            });
            must(
                (claim["order_id"] == order) != flagged,
                "the paid order without the claim, and no other, is flagged",
            )?;
        }
    }
    if state.status(&orders.online) == "PAID" {
        must(
            state.provider_paid(&orders.online),
            "nobody is paid whom the provider does not call paid",
        )?;
    } else {
        let due = state
            .item(&orders.online, "ORDER")
            .is_some_and(|order| order["due_at"].is_number());
        let over = state.now.unwrap() > state.expires(orders) + time::Duration::DAY;
        must(due || over, "an unpaid order is due until a day after its expiry")?;
    }
    let marked = state.status(&orders.counter) == "PAID";
    must(
        marked == (state.audit.len() == 1),
        "a payment marked by hand is in the audit log, once",
    )
}

/// Where a state ends when nothing more goes wrong: all that was paid is PAID, and its mail is out. The world is
/// left in the state that is answered.
pub(super) async fn of_outcome(expo: &Expo, orders: &Orders, from: &Snapshot) -> (Snapshot, Checked) {
    let mut end = from.clone();
    let mut runs = Vec::new();
    while runs.len() < 20 {
        let Some(run) = reconcile_next(expo, &end).await else {
            break;
        };
        runs.push(format!("{run:?}"));
        end = Snapshot::take(expo, orders, &end).await;
        expo.world.mailbox.clear();
    }
    if end.next_due().is_some() {
        return (end, Err(format!("what is due comes to an end: {runs:?}")));
    }
    let checked = of_state(orders, &end).and_then(|()| of_end(orders, from, &end));
    (end, checked)
}

fn of_end(orders: &Orders, from: &Snapshot, end: &Snapshot) -> Checked {
    if end.provider_paid(&orders.online) {
        // A payment a day and more after the expiry is the webhook's and the return page's alone.
        let late = from.now.unwrap() > from.expires(orders) + time::Duration::DAY;
        must(
            late || end.status(&orders.online) == "PAID",
            "what was paid is PAID in the end",
        )?;
    }
    for order in orders.both() {
        if end.status(order) == "PAID" {
            let sent = end
                .item(order, "MAIL")
                .is_some_and(|mail| mail["state"] == "SENT");
            must(sent, "the mail of a paid order is out in the end")?;
        }
    }
    Ok(())
}
