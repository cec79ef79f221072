//! Exams with a capacity.

use crate::TestEnv;
use domain::{Capacity, CourseId};
use serde_json::{Value, json};
use std::collections::BTreeMap;
use store::tables::Table;

impl TestEnv {
    /// Gives an exam a capacity, as its editor does.
    pub async fn limit_places(&self, exam: &str, places: u32) {
        let id = CourseId::parse(exam).unwrap();
        let mut edited = self.catalogue().exam(&id).await.unwrap().unwrap();
        edited.capacity = Some(Capacity::try_from(places).unwrap());
        edited.version += 1;
        self.catalogue().put_exam(&edited).await.unwrap();
        let capacity = json!({
            "pk": format!("PLACE#{exam}"), "sk": "CAPACITY", "kind": "CAPACITY", "places": places,
        });
        self.put(Table::Registrations, &capacity).await;
    }

    /// The places of an exam that are held, and by which orders.
    pub async fn places_of(&self, exam: &str) -> BTreeMap<u64, String> {
        places_in(&self.dump(Table::Registrations).await, exam)
    }
}

/// The same in items of the table registrations. That each of them is known to the order that holds it, and no order knows
/// another one, is checked.
#[must_use]
pub fn places_in(items: &[Value], exam: &str) -> BTreeMap<u64, String> {
    let of_kind = |kind: &'static str| items.iter().filter(move |item| item["kind"] == kind);
    let places = of_kind("PLACE").filter(|item| item["pk"] == format!("PLACE#{exam}"));
    let number = |item: &Value| {
        let sk = item["sk"].as_str().unwrap();
        sk.strip_prefix("HELD#").unwrap().parse().unwrap()
    };
    let places: BTreeMap<u64, String> = places
        .map(|item| (number(item), item["order_id"].as_str().unwrap().to_owned()))
        .collect();
    let mut known: Vec<(u64, String)> = of_kind("ORDER")
        .filter(|order| order["selection"]["course_id"] == exam)
        .filter_map(|order| {
            Some((
                order["place"]["held"].as_u64()?,
                order["order_id"].as_str()?.to_owned(),
            ))
        })
        .collect();
    known.sort();
    assert_eq!(
        places.clone().into_iter().collect::<Vec<_>>(),
        known,
        "places and their holders"
    );
    places
}
