//! Devices that were signed in from before, while others guess.

use crate::{App, PASSWORD, device, token};
use serde_json::json;
use test_support::Request;

const DAY: i64 = 24 * 60 * 60;

/// Asha's name has nothing free and is paused for a while.
async fn attack(app: &App, username: &str) {
    for number in 0..30 {
        app.login_from(&format!("198.18.0.{number}"), username, "wrong")
            .await;
        app.wait(1);
    }
    let refused = app.login_from("198.18.1.1", username, PASSWORD).await;
    assert_eq!(refused.status, 429);
}

#[tokio::test]
async fn a_known_device_gets_in_while_others_guess_and_a_new_one_waits() {
    let app = App::start().await;
    let known = device(&app.login("Asha", PASSWORD).await);
    attack(&app, "Asha").await;
    let answer = app.login_with(&known, "asha", PASSWORD).await;
    assert_eq!(app.portal(token(&answer)).await, 200);
    assert_eq!(app.login("Asha", PASSWORD).await.status, 429);
}

#[tokio::test]
async fn a_success_of_a_known_device_does_not_end_the_pause_of_the_name() {
    let app = App::start().await;
    let known = device(&app.login("Asha", PASSWORD).await);
    attack(&app, "Asha").await;
    assert_eq!(app.login_with(&known, "Asha", PASSWORD).await.status, 200);
    assert_eq!(app.login_from("198.18.1.1", "Asha", "wrong").await.status, 429);
}

#[tokio::test]
async fn people_who_share_an_address_with_a_guesser_get_in_by_their_devices() {
    let app = App::start().await;
    let mut clerks = Vec::new();
    for number in 0..5 {
        let name = format!("clerk{number}");
        app.accounts().create(&name, PASSWORD).await.unwrap();
        clerks.push((name.clone(), device(&app.login(&name, PASSWORD).await)));
    }
    app.flood(0).await;
    for (name, known) in &clerks {
        assert_eq!(app.login(name, PASSWORD).await.status, 429, "{name}");
        assert_eq!(app.login_with(known, name, PASSWORD).await.status, 200, "{name}");
    }
}

#[tokio::test]
async fn a_known_device_has_its_own_pauses_that_a_success_ends() {
    let app = App::start().await;
    let stolen = device(&app.login("Asha", PASSWORD).await);
    let other = device(&app.login("Asha", PASSWORD).await);
    for _ in 0..5 {
        assert_eq!(app.login_with(&stolen, "Asha", "wrong").await.status, 401);
    }
    let refused = app.login_with(&stolen, "Asha", PASSWORD).await;
    assert_eq!(refused.status, 429);
    assert_eq!(refused.headers["retry-after"], "1");
    // Neither another device nor a new one pays for it.
    assert_eq!(app.login_with(&other, "Asha", PASSWORD).await.status, 200);
    assert_eq!(app.login("Asha", PASSWORD).await.status, 200);

    app.wait(1);
    let renewed = device(&app.login_with(&stolen, "Asha", PASSWORD).await);
    for _ in 0..5 {
        assert_eq!(app.login_with(&renewed, "Asha", "wrong").await.status, 401);
    }
    // A renewed proof is of the same device.
    assert_eq!(app.login_with(&stolen, "Asha", PASSWORD).await.status, 429);
}

#[tokio::test]
async fn an_invalid_device_proof_is_ignored() {
    let app = App::start().await;
    app.accounts().create("Binu", PASSWORD).await.unwrap();
    let known = device(&app.login("Asha", PASSWORD).await);
    let of_another = device(&app.login("Binu", PASSWORD).await);
    let foreign = {
        let elsewhere = App::start().await;
        device(&elsewhere.login("Asha", PASSWORD).await)
    };
    let altered = |place: usize| {
        let mut proof = known.clone().into_bytes();
        proof[place] = if proof[place] == b'A' { b'B' } else { b'A' };
        String::from_utf8(proof).unwrap()
    };
    attack(&app, "Asha").await;
    // The id, the expiry, the seal.
    let mut nothing = vec![altered(0), altered(24), altered(40), of_another, foreign];
    nothing.extend([
        String::new(),
        "x".repeat(256),
        known[1..].to_owned(),
        format!("{known}AA"),
    ]);
    for proof in nothing {
        assert_eq!(
            app.login_with(&proof, "Asha", PASSWORD).await.status,
            429,
            "{proof}"
        );
    }
    assert_eq!(app.login_with(&known, "Asha", PASSWORD).await.status, 200);
    // And it does not block an administrator who is not paused.
    assert_eq!(app.login_with(&known, "Binu", PASSWORD).await.status, 200);
    let body = json!({ "username": "Binu", "password": PASSWORD, "device": null });
    assert_eq!(app.send_login("203.0.113.9", &body).await.status, 200);
    for wrong in [json!(7), json!("x".repeat(257))] {
        let body = json!({ "username": "Binu", "password": PASSWORD, "device": wrong });
        let answer = app.send_login("203.0.113.9", &body).await;
        assert_eq!((answer.status.as_u16(), answer.field()), (422, "device"));
    }
}

#[tokio::test]
async fn a_new_password_makes_every_device_unknown_again_even_if_it_is_the_same() {
    let app = App::start().await;
    let known = device(&app.login("Asha", PASSWORD).await);
    app.accounts().reset("Asha", PASSWORD).await.unwrap();
    attack(&app, "Asha").await;
    assert_eq!(app.login_with(&known, "Asha", PASSWORD).await.status, 429);
}

#[tokio::test]
async fn a_device_is_known_for_180_days_after_its_last_sign_in() {
    let app = App::start().await;
    let first = device(&app.login("Asha", PASSWORD).await);
    app.wait(180 * DAY - 60);
    attack(&app, "Asha").await;
    let renewed = device(&app.login_with(&first, "Asha", PASSWORD).await);
    app.wait(30);
    app.login("Asha", "wrong").await;
    attack(&app, "Asha").await;
    assert_eq!(app.login_with(&first, "Asha", PASSWORD).await.status, 429);
    assert_eq!(app.login_with(&renewed, "Asha", PASSWORD).await.status, 200);
}

#[tokio::test]
async fn signing_out_leaves_the_device_known() {
    let app = App::start().await;
    let answer = app.login("Asha", PASSWORD).await;
    let logout = Request::post("/api/admin/logout", &json!({})).bearer(token(&answer));
    assert!(app.call(logout).await.status.is_success());
    attack(&app, "Asha").await;
    assert_eq!(
        app.login_with(&device(&answer), "Asha", PASSWORD).await.status,
        200
    );
}
