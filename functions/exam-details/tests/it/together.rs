//! Many edits of one exam at the same moment.

use crate::{DETAILS, created, form, id, listed, picture, start, update, with};
use futures::future::join_all;
use serde_json::Value;
use store::tables::Table;
use test_support::Request;

#[tokio::test]
async fn a_form_that_is_sent_again_with_its_key_adds_one_exam() {
    let app = start().await;
    let form = with(with(form(), "image", picture(10)), "venue", "");
    let other = Request::post(DETAILS, &with(form.clone(), "image", picture(11)));
    app.assert_adds_once(Table::Catalogue, &Request::post(DETAILS, &form), &other)
        .await;
}

#[tokio::test]
async fn what_was_agreed_to_is_no_part_of_what_a_form_says() {
    let app = start().await;
    created(&app, &form()).await;
    let key = "00000000-0000-4000-8000-000000000001";
    let second = with(form(), "examName", "M.Com Entrance");
    let send = async |form: &Value| {
        let request = Request::post(DETAILS, form).header("Idempotency-Key", key);
        app.call_as_admin(request).await
    };
    let asked = send(&second).await;
    assert_eq!(asked.code(), "hall_is_occupied");
    let agreed = with(second.clone(), "confirm", asked.json["confirm"].clone());
    let made = send(&agreed).await;
    assert_eq!(made.status, 200, "{}", made.json);
    // Pressed again, the form knows nothing of what was agreed to.
    assert_eq!(send(&second).await.json["examDetail"], made.json["examDetail"]);
}

#[tokio::test]
async fn of_twenty_concurrent_edits_without_a_version_one_is_stored_whole_with_its_picture() {
    let app = start().await;
    let exam = created(&app, &with(form(), "image", picture(10))).await;
    let edit = |number: u8| {
        let edit = with(form(), "venue", format!("Hall {number}"));
        // Some have the same picture, as when people try the same again.
        let edit = with(edit, "image", picture(number % 3 * 60 + 40));
        with(edit, "details", number.to_string())
    };
    let edits: Vec<Value> = (0..20).map(edit).collect();
    let answers = join_all(edits.iter().map(|edit| update(&app, id(&exam), edit))).await;
    let done: Vec<&Value> = answers
        .iter()
        .filter(|answer| answer.status == 200)
        .map(|answer| &answer.json["examDetail"])
        .collect();
    assert!(done.len() >= 10, "{} of twenty were made", done.len());
    let refused = answers.iter().filter(|answer| answer.status != 200);
    assert!(refused.clone().all(|answer| answer.code() == "stale_version"));

    let last = listed(&app, id(&exam)).await;
    assert_eq!(last["version"], 1 + done.len());
    let answered = done
        .iter()
        .find(|exam| exam["version"] == last["version"])
        .unwrap();
    for field in ["venue", "details", "image"] {
        assert_eq!(last[field], answered[field]);
    }
    assert_eq!(
        last["venue"],
        format!("Hall {}", last["details"].as_str().unwrap())
    );
    let kept: Vec<String> = app.test_env.pictures().into_keys().collect();
    assert_eq!(kept, [last["image"].as_str().unwrap()]);
}
