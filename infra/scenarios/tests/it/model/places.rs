//! What must hold of the one place of an exam, whatever happens to the two who want it.

use super::{
    afterwards::entitles,
    invariants::{Checked, must},
    state::{Orders, Snapshot},
};

/// Who holds a place, by the places; and by the orders.
fn holders(orders: &Orders, state: &Snapshot) -> (Vec<String>, Vec<String>) {
    let places = state.registrations.iter().filter(|item| item["kind"] == "PLACE");
    let mut by_places: Vec<String> = places
        .map(|place| {
            let exam = place["pk"].as_str().unwrap().trim_start_matches("PLACE#");
            format!(
                "{} {exam} {}",
                place["order_id"].as_str().unwrap(),
                place["sk"].as_str().unwrap()
            )
        })
        .collect();
    let mut by_orders: Vec<String> = orders
        .both()
        .into_iter()
        .filter_map(|id| {
            let order = state.order(id);
            let exam = order["selection"]["course_id"].as_str()?;
            let held = order["place"]["held"].as_u64()?;
            Some(format!("{id} {exam} HELD#{held:0>6}"))
        })
        .collect();
    by_places.sort();
    by_orders.sort();
    (by_places, by_orders)
}

fn is_oversold(state: &Snapshot, order: &str) -> bool {
    let mut items = state.registrations.iter();
    items.any(|item| item["kind"] == "ATTENTION" && item["flag"] == "OVERSOLD" && item["order_id"] == order)
}

/// What one state shows on its own.
pub(super) fn of_state(orders: &Orders, state: &Snapshot) -> Checked {
    let (by_places, by_orders) = holders(orders, state);
    must(
        by_places == by_orders,
        "each place is known to the order that holds it, and no order knows another",
    )?;
    must(by_places.len() <= 1, "nobody holds a place that there is not")?;
    for order in orders.both() {
        let item = state.order(order);
        let is_without = item["place"] == "without";
        must(
            !(entitles(state, order) && is_without) || is_oversold(state, order),
            "who has paid and has no place is flagged",
        )?;
        must(
            !is_oversold(state, order) || state.status(order) == "PAID",
            "who has not paid is not oversold",
        )?;
        must(
            entitles(state, order) || state.status(order) != "PAID" || !item["place"]["held"].is_u64(),
            "who has the money back has given the place back",
        )?;
    }
    Ok(())
}

/// No place is lost: those who hold one are those who have paid for it.
pub(super) fn of_end(orders: &Orders, end: &Snapshot) -> Checked {
    for order in orders.both() {
        let holds = end.order(order)["place"]["held"].is_u64();
        must(
            !holds || entitles(end, order),
            "in the end nobody holds a place who has not paid for it",
        )?;
    }
    Ok(())
}
