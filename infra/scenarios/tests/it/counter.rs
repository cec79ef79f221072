//! A registration at the counter, written as the portal's function does.

use domain::{
    CustomerId, Email, Entropy, IndianPhone, OrderId, Paise, Person, PersonName,
    payment::{Channel, Order, Status},
    registration::{ExamPreference, PaymentMode, Selection},
};
use scenarios::Expo;
use serde_json::json;
use store::registrations::{
    Candidate,
    counter::{AtCounter, Registered},
};
use test_support::{COLLEGE, COURSE, SINGLE, paid_order_of};
use time::Duration;

/// Whose registrations they are.
pub(crate) const EMAIL: &str = "asha@example.com";

/// A registration at the counter for one exam.
pub(crate) async fn at_counter(expo: &Expo) -> String {
    let (order, registered) = register_at_counter(expo).await;
    assert_eq!(registered, Registered::Done);
    order
}

/// Tries to register at the counter for one exam.
pub(crate) async fn register_at_counter(expo: &Expo) -> (String, Registered) {
    let now = expo.test_env.clock.now();
    let entropy = Entropy::from_fn(|buffer| buffer.fill(7));
    let customer_id = CustomerId::generate(&entropy);
    let person = Person {
        name: PersonName::parse("Asha Rao").unwrap(),
        email: Email::parse(EMAIL).unwrap(),
        phone: IndianPhone::parse("9876543210").unwrap(),
        phone2: None,
    };
    let selection: Selection = serde_json::from_value(json!({
        "type": "specificCollege",
        "package_id": SINGLE,
        "package_name": "Single Exam Access",
        "college_id": COLLEGE,
        "college_name": "Backwater College",
        "course_id": COURSE,
        "exam_name": "BCA Entrance",
    }))
    .unwrap();
    let candidate = Candidate {
        customer_id: customer_id.clone(),
        person: person.clone(),
        selection: selection.clone(),
        exam_preference: ExamPreference::Offline.into(),
        payment_mode: PaymentMode::Cash.into(),
        amount: Paise::new(100_000),
        channel: Channel::Counter.into(),
        created_at: now,
        terms: None,
        group: None,
        chosen: std::collections::BTreeMap::new(),
        filled_in: None,
        version: 0,
    };
    let order = Order {
        order_id: OrderId::generate(&customer_id, &entropy),
        customer_id,
        amount: Paise::new(100_000),
        channel: Channel::Counter,
        status: Status::Created,
        person,
        selection,
        created_at: now,
        expires_at: now + Duration::days(30),
        ..paid_order_of("Asha Rao")
    };
    let registered = expo
        .test_env
        .registrations()
        .register_at_counter(&AtCounter {
            candidate: &candidate,
            order: &order,
            paid: None,
            refuse_similar: false,
            idempotency: None,
            audit: None,
        })
        .await
        .unwrap();
    (order.order_id.to_string(), registered)
}
