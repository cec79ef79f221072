//! The sale window: before it opens and after it has closed nobody begins to register, by the server's clock.

use crate::{App, CREATE_ORDER, order_of, refusal};
use futures::future::join_all;
use provider_simulator::Call;
use serde_json::{Value, json};
use std::sync::atomic::{AtomicUsize, Ordering};
use store::tables::Table;
use test_support::{ALL, Request, SINGLE, registration};
use time::{Duration, OffsetDateTime, format_description::well_known::Rfc3339, macros::datetime};

const KEY: &str = "1f0e4c0a-7a3e-4d43-9c3f-2b8f2f6a9d10";
const SECOND: Duration = Duration::seconds(1);

impl App {
    pub(crate) async fn set_window(&self, opens: Option<OffsetDateTime>, closes: Option<OffsetDateTime>) {
        let text = |at: OffsetDateTime| at.format(&Rfc3339).unwrap();
        let settings = json!({
            "pk": "EVENT", "sk": "SETTINGS", "version": 1,
            "opens_at": opens.map(text), "closes_at": closes.map(text),
        });
        self.test_env.put(Table::Registrations, &settings).await;
    }

    /// A window from an hour from now on, for an hour.
    async fn in_an_hour(&self) -> (OffsetDateTime, OffsetDateTime) {
        let opens = self.test_env.clock.now() + Duration::hours(1);
        let closes = opens + Duration::hours(1);
        self.set_window(Some(opens), Some(closes)).await;
        (opens, closes)
    }
}

#[tokio::test]
async fn before_and_after_nobody_registers_and_the_first_instant_decides() {
    let app = App::start().await;
    let (opens, closes) = app.in_an_hour().await;
    let form = registration(SINGLE, "asha@example.com");
    for (now, refused) in [
        (opens - SECOND, Some("registration_not_open")),
        (opens, None),
        (closes - SECOND, None),
        (closes, Some("registration_closed")),
    ] {
        app.test_env.clock.set_to(now);
        match refused {
            Some(code) => {
                let answer = app.form_refused(&form).await;
                assert_eq!(refusal(&answer), (409, code, ""), "{now}");
                let keyed = Request::post(CREATE_ORDER, &form).header("Idempotency-Key", KEY);
                assert_eq!(app.refused(keyed).await.code(), code, "{now}");
            }
            None => drop(order_of(&app.create(&form).await)),
        }
    }
}

#[tokio::test]
async fn an_exam_that_has_ended_is_sold_until_the_organiser_ends_the_sale() {
    let app = App::start().await;
    app.test_env.clock.set_to(datetime!(2025-06-30 12:00 +5:30));
    order_of(&app.create(&registration(SINGLE, "asha@example.com")).await);
    app.set_window(None, Some(app.test_env.clock.now())).await;
    let form = registration(SINGLE, "binu@example.com");
    let closed = (409, "registration_closed", "");
    assert_eq!(refusal(&app.form_refused(&form).await), closed);
}

#[tokio::test]
async fn an_order_that_is_open_when_the_window_ends_can_be_paid_and_is_not_begun_anew() {
    let app = App::start().await;
    let (opens, closes) = app.in_an_hour().await;
    app.test_env.clock.set_to(opens);
    app.test_env.clock.set_to(closes - SECOND);
    let form = registration(ALL, "asha@example.com");
    let order = order_of(&app.create_with_key(KEY, &form).await);
    app.test_env.clock.set_to(closes + Duration::minutes(10));
    // The form again, after a reload or a declined card.
    assert_eq!(order_of(&app.create_with_key(KEY, &form).await), order);
    app.test_env
        .attempt(&order, provider_simulator::PaymentStatus::Success);
    assert_eq!(app.status(&order).await.json["status"], "PAID");
    // Another one's order that nobody paid.
    let other = registration(SINGLE, "binu@example.com");
    app.test_env.clock.set_to(closes - SECOND);
    let key = KEY.replace("1f0e", "2f0e");
    app.create_with_key(&key, &other).await;
    app.test_env.clock.set_to(closes + Duration::minutes(31));
    let answer = app.create_with_key(&key, &other).await;
    assert_eq!(refusal(&answer), (409, "registration_closed", ""));
    assert_eq!(app.count("ORDER").await, 2);
}

/// Those whose request was read in time have an order, all others none, and nobody half of one.
#[tokio::test]
async fn of_many_at_the_closing_instant_each_has_a_whole_order_or_a_refusal() {
    let app = App::start().await;
    let closes = app.test_env.clock.now() + Duration::minutes(1);
    app.set_window(None, Some(closes)).await;
    app.test_env.clock.set_to(closes - SECOND);
    let forms: Vec<Value> = (0..8)
        .map(|person| registration(SINGLE, &format!("student{person}@example.com")))
        .collect();
    // The instant comes with the third answer, while the others are somewhere on their way.
    let answered = AtomicUsize::new(0);
    let answers = join_all(forms.iter().map(async |form| {
        let answer = app.create(form).await;
        if answered.fetch_add(1, Ordering::SeqCst) == 2 {
            app.test_env.clock.set_to(closes);
        }
        answer
    }))
    .await;
    let opened = answers.iter().filter(|answer| answer.status == 200).count();
    assert!(opened >= 3, "the first ones were in time");
    for answer in answers.iter().filter(|answer| answer.status != 200) {
        assert_eq!(refusal(answer), (409, "registration_closed", ""));
    }
    let late = app.form_refused(&registration(SINGLE, "late@example.com")).await;
    assert_eq!(refusal(&late), (409, "registration_closed", ""));
    assert_eq!(
        (app.count("ORDER").await, app.count("CANDIDATE").await),
        (opened, opened)
    );
    assert_eq!(
        app.test_env.provider.calls(Call::CreateOrder),
        u64::try_from(opened).unwrap()
    );
}

#[tokio::test]
async fn the_end_of_the_event_is_stronger_than_an_open_window() {
    let app = App::start().await;
    let now = app.test_env.clock.now();
    app.set_window(Some(now - SECOND), Some(now + Duration::days(9)))
        .await;
    let ended =
        json!({ "pk": "EVENT", "sk": "REGISTRATION_CLOSED", "at": "2025-05-20T04:30:00Z", "by": "asha" });
    app.test_env.put(Table::Registrations, &ended).await;
    let answer = app.create(&registration(SINGLE, "asha@example.com")).await;
    assert_eq!(refusal(&answer), (409, "registration_closed", ""));
}

/// Registration does not stop for settings that cannot be read, and the end of the event is there all the same.
#[tokio::test]
async fn settings_that_cannot_be_read_are_none() {
    let app = App::start().await;
    let broken = json!({ "pk": "EVENT", "sk": "SETTINGS", "version": "one", "closes_at": "yesterday" });
    app.test_env.put(Table::Registrations, &broken).await;
    order_of(&app.create(&registration(SINGLE, "asha@example.com")).await);
    let ended = json!({ "pk": "EVENT", "sk": "REGISTRATION_CLOSED" });
    app.test_env.put(Table::Registrations, &ended).await;
    let answer = app.create(&registration(SINGLE, "binu@example.com")).await;
    assert_eq!(refusal(&answer), (409, "registration_closed", ""));
}
