//! Exams with a capacity.

use crate::TestEnv;
use domain::{
    Capacity, CourseId, Entropy,
    exam_choice::{ChosenExams, unlimited_place},
    payment::Order,
};
use serde_json::{Value, json};
use std::collections::BTreeMap;
use store::{AuditEntry, Write, registrations::choice::ChoiceChange, tables::Table};

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

    /// Puts an exam on the lists of these colleges, and takes it off every other one.
    pub async fn list_exam(&self, exam: &str, colleges: &[&str]) {
        let items = self.dump(Table::Catalogue).await.into_iter();
        for mut college in items.filter(|item| item["courses"].is_array()) {
            let courses = college["courses"].as_array_mut().unwrap();
            courses.retain(|course| course != exam);
            if colleges.iter().any(|id| college["id"] == **id) {
                college["courses"].as_array_mut().unwrap().push(json!(exam));
            }
            self.put(Table::Catalogue, &college).await;
        }
    }

    /// Lets somebody who has bought all exams choose these.
    pub async fn choose(&self, order: &Order, exams: &[&str]) {
        let registrations = self.registrations();
        let before = registrations
            .registered(&order.customer_id)
            .await
            .unwrap()
            .unwrap();
        let mut after = ChosenExams::new();
        for exam in exams {
            let exam = CourseId::parse(exam).unwrap();
            let place = match registrations.exam_places(&exam).await.unwrap() {
                Some(places) => places.choose(&Entropy::system()).unwrap(),
                None => unlimited_place(&Entropy::system()),
            };
            after.insert(exam, place);
        }
        let act = AuditEntry::new(
            self.clock.now(),
            &Entropy::system(),
            "",
            "exams.chosen",
            order.customer_id.as_str(),
            json!({ "exams": [] }),
            json!({ "exams": exams }),
        );
        let change = ChoiceChange {
            before: &before,
            order,
            after: &after,
            filled_in: None,
            tells_holder: None,
            act: &act,
            audit: None,
        };
        assert_eq!(registrations.write_choice(&change).await.unwrap(), Write::Done);
    }

    /// The places of an exam that are held, and by which orders, or candidates who have chosen it of all.
    pub async fn places_of(&self, exam: &str) -> BTreeMap<u64, String> {
        places_in(&self.dump(Table::Registrations).await, exam)
    }
}

/// The same in items of the table registrations. That each of them is known to the order or the candidate that holds it, and
/// none of these knows another one, is checked.
#[must_use]
pub fn places_in(items: &[Value], exam: &str) -> BTreeMap<u64, String> {
    let of_kind = |kind: &'static str| items.iter().filter(move |item| item["kind"] == kind);
    let places = of_kind("PLACE").filter(|item| item["pk"] == format!("PLACE#{exam}"));
    let number = |item: &Value| {
        let sk = item["sk"].as_str().unwrap();
        sk.strip_prefix("HELD#").unwrap().parse().unwrap()
    };
    let places: BTreeMap<u64, String> = places
        .map(|item| {
            let holder = item["order_id"].as_str().or(item["customer_id"].as_str());
            (number(item), holder.unwrap().to_owned())
        })
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
    known.extend(of_kind("CANDIDATE").filter_map(|candidate| {
        let place = candidate["chosen"][exam].as_u64()?;
        Some((place, candidate["customer_id"].as_str()?.to_owned()))
    }));
    known.sort();
    assert_eq!(
        places.clone().into_iter().collect::<Vec<_>>(),
        known,
        "places and their holders"
    );
    places
}
