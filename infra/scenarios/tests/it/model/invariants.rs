//! What must hold: of every step, of every state, and of where every state ends when nothing more goes wrong.

use super::{
    afterwards, places,
    state::{Orders, Pair, Snapshot},
};

pub(super) type Checked = Result<(), String>;

pub(super) fn must(holds: bool, invariant: &str) -> Checked {
    if holds { Ok(()) } else { Err(invariant.to_owned()) }
}

/// PAID never changes back, and a mail that was sent stays sent.
pub(super) fn of_step(orders: &Orders, from: &Snapshot, to: &Snapshot) -> Checked {
    if orders.pair.is_twice() || orders.pair == Pair::LastPlace {
        return afterwards::of_step(orders, from, to);
    }
    for order in orders.both() {
        if from.status(order) == "PAID" {
            must(
                to.item(order, "ORDER") == from.item(order, "ORDER"),
                "a paid order changed",
            )?;
        }
        let mails = to.mails_about(order);
        if from.is_sent(order) {
            must(
                to.item(order, "MAIL") == from.item(order, "MAIL"),
                "a sent mail changed",
            )?;
            must(mails == 0, "a mail that is marked as sent is not sent again")?;
        } else if to.is_sent(order) {
            must(mails == 1, "a mail is marked as sent when it was, once")?;
        } else {
            // Its sender died over it.
            must(mails <= 1, "one at a time sends a mail")?;
        }
    }
    Ok(())
}

/// What one state shows on its own.
pub(super) fn of_state(orders: &Orders, state: &Snapshot) -> Checked {
    for order in orders.both() {
        must(
            (state.status(order) == "PAID") == state.item(order, "MAIL").is_some(),
            "a mail is in the outbox exactly when its order is paid",
        )?;
    }
    match orders.pair {
        Pair::OneClaim => of_one_claim(orders, state)?,
        Pair::PackageAndCourse | Pair::PackageAndCounter => of_an_overlap(orders, state)?,
        Pair::CourseTwice | Pair::PackageTwice => return afterwards::of_state(orders, state),
        Pair::LastPlace => {
            places::of_state(orders, state)?;
            return afterwards::of_state(orders, state);
        }
    }
    for order in orders.online() {
        if state.status(order) == "PAID" {
            must(
                state.provider_paid(order),
                "no order is paid that the provider does not call paid",
            )?;
        } else {
            let due = state
                .item(order, "ORDER")
                .is_some_and(|order| order["due_at"].is_number());
            let over = state.now.unwrap() > state.expires(orders) + time::Duration::DAY;
            must(due || over, "an unpaid order is due until a day after its expiry")?;
        }
    }
    let marked = orders
        .counter()
        .is_some_and(|order| state.status(order) == "PAID");
    let below = |start: &str| {
        let is_below =
            |item: &&serde_json::Value| item["pk"].as_str().is_some_and(|pk| pk.starts_with(start));
        state.admin.iter().filter(is_below).count()
    };
    must(
        below("AUDIT#") == usize::from(marked),
        "a payment marked by hand is in the audit log, once",
    )?;
    must(
        below("TILL#") == usize::from(marked),
        "a payment marked by hand is in the till, once",
    )
}

/// The note of an order's flag as a duplicate.
pub(super) fn duplicate<'a>(state: &'a Snapshot, order: &str) -> Option<&'a str> {
    let flag = state.registrations.iter().find(|item| {
        item["kind"] == "ATTENTION" && item["flag"] == "DUPLICATE_PAYMENT" && item["order_id"] == order
    });
    flag.map(|flag| flag["note"].as_str().unwrap())
}

fn claims(state: &Snapshot) -> Vec<&serde_json::Value> {
    let items = state.registrations.iter();
    items.filter(|item| item["kind"] == "CLAIM").collect()
}

/// Two orders for the same.
fn of_one_claim(orders: &Orders, state: &Snapshot) -> Checked {
    let claims = claims(state);
    must(claims.len() == 1, "there is one claim")?;
    let claim = claims[0];
    for order in orders.both() {
        if state.status(order) == "PAID" {
            must(claim["state"] == "PAID", "a paid order's claim is held for ever")?;
            must(
                (claim["order_id"] == order) != duplicate(state, order).is_some(),
                "the paid order without the claim, and no other, is flagged",
            )?;
        }
    }
    Ok(())
}

/// A package, and a course that it covers.
fn of_an_overlap(orders: &Orders, state: &Snapshot) -> Checked {
    let [package, course] = orders.both();
    let holds = |place: &str, order: &str| {
        claims(state).iter().any(|claim| {
            claim["sk"].as_str().unwrap().starts_with(place)
                && claim["state"] == "PAID"
                && claim["order_id"] == order
        })
    };
    let paid = |order: &str| state.status(order) == "PAID";
    for (place, order) in [("PACKAGE#", package), ("ALL", package), ("COURSE#", course)] {
        must(
            paid(order) == holds(place, order),
            "a paid order holds what it paid for, and an unpaid one nothing",
        )?;
    }
    let flags = [(package, course), (course, package)]
        .map(|(order, other)| duplicate(state, order).map(|note| note.contains(other)));
    let expected = usize::from(paid(package) && paid(course));
    must(
        flags.iter().flatten().count() == expected,
        "of two paid orders that overlap one is flagged, and a single one never",
    )?;
    must(
        flags.iter().flatten().all(|named| *named),
        "a duplicate's note names the other order",
    )
}

/// How many runs of the reconciler are enough for all that is due.
pub(super) const RUNS: usize = 20;

/// All that was paid is PAID in the end, and its mail is out.
pub(super) fn of_end(orders: &Orders, from: &Snapshot, end: &Snapshot) -> Checked {
    for order in orders.online() {
        if end.provider_paid(order) {
            // A payment a day and more after the expiry is the webhook's and the return page's alone.
            let late = from.now.unwrap() > from.expires(orders) + time::Duration::DAY;
            must(
                late || end.status(order) == "PAID",
                "what was paid is PAID in the end",
            )?;
        }
    }
    if orders.pair == Pair::LastPlace {
        places::of_end(orders, end)?;
    }
    if orders.pair.is_twice() || orders.pair == Pair::LastPlace {
        return afterwards::of_end(orders, end);
    }
    for order in orders.both() {
        if end.status(order) == "PAID" {
            must(end.is_sent(order), "the mail of a paid order is out in the end")?;
        }
    }
    Ok(())
}
