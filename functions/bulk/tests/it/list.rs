//! The list of bulk actions.

use super::*;

#[tokio::test]
async fn twenty_are_listed_and_the_stopped_ones_before_them() {
    let app = App::start().await;
    app.paid(1).await;
    let mut form = to_all("resend");
    form["expected"] = json!(1);
    let mut begun = Vec::new();
    for number in 0..22 {
        let key = format!("00000000-0000-4000-8000-{number:012}");
        let answer = app
            .ask(Request::post(BULK, &form).header("idempotency-key", key))
            .await;
        assert_eq!(answer.status, 202, "{}", answer.json);
        begun.push(answer.json["bulk_id"].as_str().unwrap().to_owned());
        app.test_env.clock.advance(Duration::MINUTE);
    }
    let stopped = begun.remove(0);
    let stop = Request::post(format!("{BULK}/{stopped}/stop"), &json!({}));
    assert_eq!(app.ask(stop).await.status, 204);
    let answer = app.ask(Request::get(BULK)).await;
    let listed = answer.json["bulk"].as_array().unwrap().clone();
    let ids: Vec<_> = listed
        .iter()
        .map(|one| one["bulk_id"].as_str().unwrap())
        .collect();
    let mut expected: Vec<_> = begun[1..].iter().rev().map(String::as_str).collect();
    expected.push(&stopped);
    assert_eq!(ids, expected);
}
