//! A line that goes on sooner than it was held: who was told the later moment has it still.

use super::{Place, mail::remind, place, start};
use crate::{App, order_of, refusal};
use provider_simulator::{Call, Fault as ProviderFault};
use time::{Duration, OffsetDateTime};

const HELD: Duration = Duration::minutes(30);

/// The function with a line that two wait in, and is held for three hours: what they were told.
async fn held() -> (App, [Place; 2]) {
    let app = start(200).await;
    app.open_all_at_once().await;
    let before = app.queue(20).await;
    let until = app.test_env.clock.now() + Duration::hours(3);
    assert_eq!(app.hold(until).await.status, 200);
    let told = [place(&app.come_back(20, &before).await), app.queue(21).await];
    assert!(told.iter().all(|place| place.opens_at >= until), "{told:?}");
    app.test_env.clock.advance(Duration::minutes(10));
    (app, told)
}

impl App {
    /// Ends registration, so that who has no place is told so.
    async fn end_registration(&self) {
        self.set_window(None, Some(self.test_env.clock.now())).await;
    }

    async fn moments_of(&self, places: &[Place]) -> Vec<OffsetDateTime> {
        let mut moments = Vec::new();
        for (number, waited) in places.iter().enumerate() {
            moments.push(place(&self.come_back(20 + number, waited).await).opens_at);
        }
        moments
    }
}

#[tokio::test]
async fn who_was_told_a_later_moment_has_the_place_until_half_an_hour_after_it() {
    for sooner in [None, Some(Duration::minutes(20))] {
        for late in [Duration::ZERO, HELD - Duration::minutes(1)] {
            let (app, told) = held().await;
            match sooner {
                None => app.go_on().await,
                Some(sooner) => app.hold(app.test_env.clock.now() + sooner).await,
            };
            app.end_registration().await;
            app.test_env.clock.set_to(told[1].opens_at + late);
            for (number, told) in told.iter().enumerate() {
                order_of(&app.come_back(20 + number, told).await);
            }
        }
    }
}

#[tokio::test]
async fn half_an_hour_after_what_was_told_the_place_is_over() {
    let (app, told) = held().await;
    app.go_on().await;
    app.end_registration().await;
    app.test_env
        .clock
        .set_to(told[0].opens_at + HELD + Duration::seconds(1));
    let over = app.come_back(20, &told[0]).await;
    assert_eq!(refusal(&over), (409, "registration_closed", ""));
}

#[tokio::test]
async fn a_place_that_is_given_long_after_it_went_on_is_held_for_half_an_hour() {
    let (app, _) = held().await;
    app.go_on().await;
    app.test_env.clock.advance(Duration::minutes(90));
    for person in 2_000..2_021 {
        order_of(&app.ask(person).await);
    }
    let waits = app.queue(30).await;
    app.end_registration().await;
    app.test_env
        .clock
        .set_to(waits.opens_at + HELD + Duration::seconds(1));
    let over = app.come_back(30, &waits).await;
    assert_eq!(refusal(&over), (409, "registration_closed", ""));
}

#[tokio::test]
async fn a_hold_within_a_pause_of_the_provider_moves_nobody_when_it_is_moved_or_ends() {
    let app = start(200).await;
    app.open_all_at_once().await;
    let mut places = Vec::new();
    for person in 20..60 {
        places.push(app.queue(person).await);
    }
    app.test_env.clock.set_to(places[0].opens_at);
    let busy = ProviderFault::RateLimited { retry_after: 300 };
    app.test_env.provider.fail_next(Some(Call::CreateOrder), busy);
    place(&app.come_back(20, &places[0]).await);
    let moments = app.moments_of(&places).await;
    assert!(
        moments.is_sorted_by(|one, next| one < next),
        "one after another: {moments:?}"
    );
    let now = app.test_env.clock.now();
    for minutes in [2, 1] {
        app.hold(now + Duration::minutes(minutes)).await;
        assert_eq!(
            app.moments_of(&places).await,
            moments,
            "held for {minutes} minutes"
        );
    }
    app.go_on().await;
    assert_eq!(app.moments_of(&places).await, moments);
}

#[tokio::test]
async fn while_the_line_is_held_a_reminder_is_looked_at_every_five_minutes() {
    let (app, told) = held().await;
    let asked = app.call(remind(&told[0].ticket, "asha@example.com")).await;
    assert_eq!(asked.status, 202, "{}", asked.json);
    // That is told for when it is as it stands.
    let sends = super::mail::sends_at(&asked);
    assert!((told[0].opens_at - sends - Duration::minutes(2)).abs() < Duration::SECOND);
    let looked_at = app.test_env.clock.now() + Duration::minutes(5);
    assert_eq!(app.reminders().await[0]["due_at"], looked_at.unix_timestamp());
}
