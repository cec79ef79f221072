//! The form of a registration that an administrator has corrected since, sent again.

use crate::{App, order_of, refusal};
use domain::{Email, Entropy};
use serde_json::Value;
use store::{AuditEntry, AuditLog, registrations::amend::Amended};
use test_support::{SINGLE, registration};
use time::Duration;

const KEY: &str = "1f0e4c0a-7a3e-4d43-9c3f-2b8f2f6a9d10";
const BEFORE: &str = "asha@example.com";
const CORRECTED: &str = "asha.rao@example.com";

impl App {
    /// Corrects the address of who has registered by this order.
    async fn correct_address(&self, order: &str) {
        let registrations = self.test_env.registrations();
        let customer = self.stored(order).await.customer_id;
        let before = registrations.to_amend(&customer).await.unwrap().unwrap();
        let mut after = before.candidate().clone();
        after.person.email = Email::parse(CORRECTED).unwrap();
        after.version += 1;
        let now = self.test_env.clock.now();
        let log = AuditLog::from_env(&self.test_env.env()).unwrap();
        let entry = AuditEntry::new(
            now,
            &Entropy::system(),
            "meera",
            "candidate.corrected",
            customer.as_str(),
            Value::Null,
            Value::Null,
        );
        let amended = registrations
            .amend(&before, &after, now, log.table().audit(&entry))
            .await;
        assert_eq!(amended.unwrap(), Amended::Done);
    }
}

#[tokio::test]
async fn what_another_person_has_paid_for_at_the_address_before_holds_nobody_back() {
    for wait in [0, 31] {
        let app = App::start().await;
        let form = registration(SINGLE, BEFORE);
        let first = order_of(&app.create_with_key(KEY, &form).await);
        app.correct_address(&first).await;
        app.test_env.paid_order(SINGLE, BEFORE).await;
        app.test_env.clock.advance(Duration::minutes(wait));
        let order = order_of(&app.create_with_key(KEY, &form).await);
        assert_eq!(order == first, wait == 0);
        assert_eq!(app.stored(&order).await.person.email.as_str(), CORRECTED);
    }
}

#[tokio::test]
async fn what_the_corrected_address_has_paid_for_is_not_paid_once_more() {
    for wait in [0, 31] {
        let app = App::start().await;
        let form = registration(SINGLE, BEFORE);
        let first = order_of(&app.create_with_key(KEY, &form).await);
        app.correct_address(&first).await;
        app.test_env.paid_order(SINGLE, CORRECTED).await;
        app.test_env.clock.advance(Duration::minutes(wait));
        let answer = app.create_with_key(KEY, &form).await;
        assert_eq!(refusal(&answer), (409, "already_paid", ""), "{wait}");
        assert_eq!(app.count("ORDER").await, 2);
    }
}
