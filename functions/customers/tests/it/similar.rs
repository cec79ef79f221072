//! A second registration of the same name and phone number.

use crate::{CUSTOMERS, form, start};
use futures::future::join_all;
use serde_json::{Value, json};
use test_support::{Answer, App, Request};

async fn post(app: &App, form: &Value) -> Answer {
    app.call_as_admin(Request::post(CUSTOMERS, form)).await
}

/// A form that asks about similar registrations.
fn asking(email: &str, name: &str, phone: &str) -> Value {
    let mut form = form(email);
    form["name"] = json!(name);
    form["phone"] = json!(phone);
    form["even_if_similar"] = json!(false);
    form
}

#[tokio::test]
async fn the_same_name_and_phone_are_pointed_out_and_nothing_is_written() {
    let app = start().await;
    let first = post(&app, &asking("asha@example.com", "Asha Rao", "9876543210")).await;
    assert_eq!(first.status, 200, "{}", first.json);
    let mut again = asking("asha@example.org", " asha  RAO ", "+91 98765 43210");
    for paid in [false, true] {
        again["paid"] = json!(paid);
        let request = Request::post(CUSTOMERS, &again);
        let refused = app
            .assert_changes_nothing(request, (409, "similar_registration", "name"))
            .await;
        assert_eq!(refused.json["customer_id"], first.json["customer_id"]);
    }
    again["even_if_similar"] = json!(true);
    let second = post(&app, &again).await;
    assert_eq!(second.status, 200, "{}", second.json);

    // The newest is the one that is pointed out.
    let third = post(&app, &asking("third@example.com", "Asha Rao", "9876543210")).await;
    assert_eq!(third.json["customer_id"], second.json["customer_id"]);
}

#[tokio::test]
async fn another_name_or_another_phone_is_not_similar_and_a_form_that_does_not_ask_is_not_refused() {
    let app = start().await;
    let mut unasked = asking("fourth@example.com", "Asha Rao", "9876543210");
    unasked["even_if_similar"] = Value::Null;
    for form in [
        asking("first@example.com", "Asha Rao", "9876543210"),
        asking("second@example.com", "Asha Rao", "9876543211"),
        asking("third@example.com", "Asha Raj", "9876543210"),
        unasked,
    ] {
        assert_eq!(post(&app, &form).await.status, 200, "{form}");
    }
}

#[tokio::test]
async fn an_address_that_is_registered_is_said_before_a_similar_person() {
    let app = start().await;
    let form = asking("asha@example.com", "Asha Rao", "9876543210");
    assert_eq!(post(&app, &form).await.status, 200);
    assert_eq!(post(&app, &form).await.code(), "already_registered");
}

#[tokio::test(flavor = "multi_thread")]
async fn concurrent_registrations_of_one_person_by_different_addresses_make_one() {
    let app = start().await;
    let token = app.test_env.admin_token().await;
    let sent = (0..6).map(|number| {
        let mut form = asking(&format!("asha{number}@example.com"), "Asha Rao", "9876543210");
        form["paid"] = json!(true);
        app.call(Request::post(CUSTOMERS, &form).bearer(&token))
    });
    let answers = join_all(sent).await;
    let registered = answers.iter().filter(|answer| answer.status == 200).count();
    assert_eq!(registered, 1, "{answers:?}");
    assert_eq!(app.test_env.everybody().await.len(), 1);
}
