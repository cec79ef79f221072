//! Many edits of one banner at the same moment.

use crate::{Banners, form, picture, place, shown, start, with};
use banners::app_with;
use domain::{Clock, Entropy};
use futures::future::join_all;
use serde_json::{Value, json};
use std::sync::atomic::{AtomicI64, Ordering};
use store::tables::Table;
use test_support::{App, Fault, Request};
use time::Duration;

/// Edits of everything that a banner has. Some have the same picture, as when people try the same again.
fn edits(count: u8) -> Vec<Value> {
    let edit = |number: u8| {
        json!({
            "bannerName": format!("Number {number}"),
            "deskImgLink": picture(shade(number)),
            "mobImgLink": picture(shade(number) + 20),
            "link": format!("/{number}"),
        })
    };
    (0..count).map(edit).collect()
}

fn shade(number: u8) -> u8 {
    number % 3 * 60 + 40
}

/// How many of these edits without a version, all sent at once, were made; every other was refused as one that others
/// came before.
async fn made(app: &App, id: &Value, edits: &[Value]) -> usize {
    let answers = join_all(edits.iter().map(|edit| app.update(id, edit))).await;
    let count = |status: u16| answers.iter().filter(|answer| answer.status == status).count();
    assert_eq!(count(200) + count(409), edits.len());
    assert!(
        answers
            .iter()
            .all(|answer| answer.status == 200 || answer.code() == "stale_version")
    );
    count(200)
}

/// The shade of a picture that is kept.
fn kept(app: &App, address: &Value) -> u8 {
    let pictures = app.test_env.pictures();
    let jpeg = pictures
        .get(address.as_str().unwrap())
        .expect("a picture that is shown is there");
    image::load_from_memory(jpeg)
        .unwrap()
        .into_rgb8()
        .get_pixel(30, 20)[0]
}

#[tokio::test]
async fn of_twenty_concurrent_edits_without_a_version_the_last_is_stored_whole() {
    let app = start().await;
    let id = app.added().await["_id"].clone();
    let done = made(&app, &id, &edits(20)).await;
    assert!(done >= 10, "{done} of twenty were made");

    let [last] = &app.listed().await[..] else {
        panic!("one banner")
    };
    let name = last["bannerName"].as_str().unwrap();
    let number: u8 = name.strip_prefix("Number ").unwrap().parse().unwrap();
    assert_eq!(last["link"], format!("/{number}"));
    assert!(kept(&app, &last["deskImgLink"]).abs_diff(shade(number)) <= 2);
    assert!(kept(&app, &last["mobImgLink"]).abs_diff(shade(number) + 20) <= 2);
    // Each was decided on the one before, and nothing is kept of those.
    assert_eq!(last["version"], 1 + done);
    assert_eq!(app.log().await.len(), 1 + done);
    assert_eq!(app.addresses(), shown(last));
}

/// The control: the same edits on a table that ignores versions.
#[tokio::test]
async fn without_conditions_edits_at_once_are_decided_on_the_same_version() {
    let app = start().await;
    let id = app.added().await["_id"].clone();
    app.test_env.database.set(Fault::NoConditions);
    let done = made(&app, &id, &edits(20)).await;
    app.test_env.database.set(Fault::None);
    assert_eq!(done, 20);
    assert_ne!(app.listed().await[0]["version"], 21);
}

#[tokio::test]
async fn a_change_in_constant_contention_is_refused_well_before_the_timeout() {
    let app = start().await;
    let banner = app.added().await;
    // Each look at the clock is two seconds later.
    let looks = AtomicI64::new(0);
    let began = app.test_env.clock.now();
    let clock = Clock::from_fn(move || began + Duration::seconds(2 * looks.fetch_add(1, Ordering::SeqCst)));
    let router = app_with(app.test_env.env(), clock, Entropy::system()).await;
    let app = App {
        test_env: app.test_env,
        router: router.unwrap(),
    };
    app.test_env.database.set(Fault::Conflict);
    let change = with(form(), "bannerName", "x");
    for request in [
        Request::put(place("updateLink", &banner["_id"]), &change),
        Request::delete(place("deleteBanner", &banner["_id"])),
    ] {
        app.test_env.database.set(Fault::Conflict);
        app.assert_refused(request, (409, "stale_version", "")).await;
        // The store asks three times for each try.
        let tries = app.test_env.database.writes() / 3;
        assert!((2..=4).contains(&tries), "{tries}");
    }
    assert_eq!(app.test_env.dump(Table::Content).await.len(), 1);
}
