//! What must hold where an address has paid twice for the same, whatever happens to its payments afterwards.

use super::{
    invariants::{Checked, duplicate, must},
    state::{Orders, Snapshot, refunds},
};
use serde_json::Value;
use std::collections::{BTreeMap, BTreeSet};

/// A place under an address, and the orders that hold or wait for it.
type Places = BTreeMap<(String, String), BTreeSet<String>>;

/// PAID never changes back, a refund that has arrived stays, and no mail is sent twice.
pub(super) fn of_step(orders: &Orders, from: &Snapshot, to: &Snapshot) -> Checked {
    for order in orders.both() {
        let [was, is] = [from, to].map(|state| state.order(order));
        if was["status"] == "PAID" {
            must(is["status"] == "PAID", "a paid order changed back")?;
        }
        let arrived = refunds(was).filter(|refund| refund["state"] == "SUCCESS");
        for refund in arrived {
            must(
                refunds(is).any(|now| now == refund),
                "a refund that has arrived changed",
            )?;
        }
        let subjects: BTreeSet<_> = to.mails[order].iter().collect();
        must(
            subjects.len() == to.mails_about(order),
            "no two mails say the same",
        )?;
        let mails = to.mails_about(order);
        let is_corrected = was["person"] != is["person"];
        if from.is_sent(order) && !is_corrected {
            let (was, is) = (sent_mail(from, order), sent_mail(to, order));
            must(was.0 == is.0, "a sent mail changed")?;
            must(
                is.1.starts_with(&was.1),
                "the history of an order's mails changed other than by growing",
            )?;
            must(
                mails <= from.news_about(order),
                "a mail that is marked as sent is not sent again",
            )?;
        } else if to.is_sent(order) && !from.is_sent(order) {
            // Then what waits to be told of the order. A correction beside it goes out, too: nobody knows whether it had it.
            must(
                (1..=1 + from.news_about(order)).contains(&mails),
                "a mail is marked as sent when it was, once",
            )?;
        } else {
            must(mails <= 1, "one at a time sends a mail")?;
        }
    }
    Ok(())
}

/// The mail of an order, and apart from it the history: mails about later changes are added to it, and leave a newer entry
/// for the calendar.
fn sent_mail(state: &Snapshot, order: &str) -> (Value, Vec<Value>) {
    let mut mail = state.item(order, "MAIL").unwrap().clone();
    let fields = mail.as_object_mut().unwrap();
    fields.remove("calendar");
    let history = fields.remove("history");
    let history = history.unwrap_or_default();
    (mail, history.as_array().cloned().unwrap_or_default())
}

/// What one state shows on its own.
pub(super) fn of_state(orders: &Orders, state: &Snapshot) -> Checked {
    of_claims(orders, state)?;
    for order in orders.both() {
        if let Some(note) = duplicate(state, order) {
            must(state.status(order) == "PAID", "what is not paid is no duplicate")?;
            must(
                orders
                    .both()
                    .iter()
                    .any(|other| *other != order && note.contains(other)),
                "a duplicate's note names the other order",
            )?;
        }
        let item = state.order(order);
        let sum = |refunds: &mut dyn Iterator<Item = &Value>| -> u64 {
            refunds.filter_map(|refund| refund["amount"].as_u64()).sum()
        };
        let at_provider = state.provider["orders"][order]["refunds"].as_array().unwrap();
        let at_provider = sum(&mut at_provider.iter());
        let arrived = sum(&mut refunds(item).filter(|refund| refund["state"] == "SUCCESS"));
        must(
            arrived <= at_provider && at_provider <= item["amount"].as_u64().unwrap(),
            "no more goes back than was paid, and nothing is said to be back that is not",
        )?;
    }
    let acts = |items: &[Value], is_act: fn(&Value) -> bool| items.iter().filter(|item| is_act(item)).count();
    must(
        acts(&state.registrations, |item| item["kind"] == "ACT")
            == acts(&state.admin, |item| {
                item["pk"].as_str().unwrap().starts_with("AUDIT#")
            }),
        "an administrator's act is in the audit log and beside the candidate, or in neither",
    )
}

/// Each payment of which the money or the pass is left holds what it paid for or waits for it, and no other does.
fn of_claims(orders: &Orders, state: &Snapshot) -> Checked {
    let (mut expected, mut courses) = (Places::new(), Places::new());
    for order in orders.both() {
        let item = state.order(order);
        if !entitles(state, order) {
            continue;
        }
        let selection = &item["selection"];
        let text = |name: &str| selection[name].as_str().unwrap();
        let own = match selection["type"].as_str().unwrap() {
            "specificCollege" => format!("COURSE#{}#{}", text("college_id"), text("course_id")),
            _ => format!("PACKAGE#{}", text("package_id")),
        };
        let address = format!("CLAIM#{}", item["person"]["email"].as_str().unwrap());
        let put = |places: &mut Places, place: &str| {
            let holders = places.entry((address.clone(), place.to_owned())).or_default();
            holders.insert(order.to_owned());
        };
        if own.starts_with("PACKAGE#") {
            put(&mut expected, "ALL");
        } else {
            put(&mut courses, "COURSES");
        }
        put(&mut expected, &own);
    }
    for holders in expected.values().filter(|holders| holders.len() > 1) {
        must(
            holders.iter().any(|order| duplicate(state, order).is_some()),
            "of two that have paid for the same one is flagged",
        )?;
    }
    let named = |kind: &str| -> Places {
        let items = state.registrations.iter().filter(|item| item["kind"] == kind);
        let places = items.map(|item| {
            let place = |name: &str| item[name].as_str().unwrap().to_owned();
            let orders = item["orders"].as_array().into_iter().flatten();
            let orders = orders.map(|order| order.as_str().unwrap().to_owned()).collect();
            ((place("pk"), place("sk")), orders)
        });
        places.collect()
    };
    must(
        named("CLAIM") == expected,
        "each payment holds what it paid for or waits for it, and no other does",
    )?;
    let mut marked = named("COURSES");
    marked.retain(|_, orders| !orders.is_empty());
    must(
        marked == courses,
        "the mark of paid courses names each of them, and no other",
    )?;
    for claim in state.registrations.iter().filter(|item| item["kind"] == "CLAIM") {
        let holder = claim["order_id"].as_str().unwrap();
        must(
            claim["state"] == "PAID"
                && claim["orders"][0] == holder
                && holder.starts_with(&format!("{}-", claim["customer_id"].as_str().unwrap())),
            "who paid first holds a claim",
        )?;
    }
    Ok(())
}

/// Whether the money or the pass of an order is left.
pub(super) fn entitles(state: &Snapshot, order: &str) -> bool {
    let item = state.order(order);
    let is_back = refunds(item).any(|refund| refund["state"] == "SUCCESS") || state.is_lost(order);
    item["status"] == "PAID" && (!is_back || item["withdrawn"].is_null())
}

/// The mail of a valid pass is out in the end, and each refund has ended.
pub(super) fn of_end(orders: &Orders, end: &Snapshot) -> Checked {
    for order in orders.both() {
        let item = end.order(order);
        if item["status"] == "PAID" && item["withdrawn"].is_null() {
            must(end.is_sent(order), "the mail of a valid pass is out in the end")?;
        }
        must(
            refunds(item).all(|refund| refund["state"] == "SUCCESS"),
            "each refund arrives in the end",
        )?;
    }
    Ok(())
}
