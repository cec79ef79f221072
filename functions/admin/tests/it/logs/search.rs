//! Looking for entries by who, about what and when.

use crate::App;
use serde_json::json;
use test_support::Answer;
use time::{Duration, macros::datetime};

/// Who did what.
fn acts(answer: &Answer) -> Vec<(&str, &str)> {
    assert_eq!(answer.status, 200, "{}", answer.json);
    let entries = answer.json["entries"].as_array().unwrap();
    entries
        .iter()
        .map(|entry| {
            (
                entry["username"].as_str().unwrap(),
                entry["action"].as_str().unwrap(),
            )
        })
        .collect()
}

#[tokio::test]
async fn acts_are_found_by_who_did_them_what_they_are_about_and_the_day_in_india() {
    let app = App::start().await;
    app.test_env.clock.set_to(datetime!(2025-06-02 00:00 UTC));
    for (by, action, at) in [
        // A minute before midnight in India, and a minute after.
        ("Binu", "payment.refund", datetime!(2025-05-30 18:29 UTC)),
        ("Binu", "payment.mark_paid", datetime!(2025-05-30 18:31 UTC)),
        ("Chitra", "payment.refund", datetime!(2025-05-31 10:00 UTC)),
        (
            "Chitra",
            "exam_detail.updated",
            datetime!(2025-05-31 18:29:59.999 UTC),
        ),
        ("Chitra", "college.updated", datetime!(2025-05-31 18:30 UTC)),
    ] {
        app.keep_of(by, action, at, "none", json!(null), json!(null))
            .await;
    }
    let refunded = ("Chitra", "payment.refund");
    let edited = ("Chitra", "exam_detail.updated");
    let renamed = ("Chitra", "college.updated");
    let marked = ("Binu", "payment.mark_paid");
    let early = ("Binu", "payment.refund");
    for (query, expected) in [
        ("?by=chitra", vec![renamed, edited, refunded]),
        ("?by=BINU&kind=payments", vec![marked, early]),
        ("?kind=catalogue", vec![renamed, edited]),
        ("?from=2025-05-31&to=2025-05-31", vec![edited, refunded, marked]),
        ("?from=2025-06-01", vec![renamed]),
        ("?to=2025-05-30&kind=payments", vec![early]),
        ("?kind=payments&from=2025-05-31", vec![refunded, marked]),
        ("?by=Nobody", vec![]),
        ("?from=2027-01-01", vec![]),
        ("?by=Binu&limit=1", vec![marked]),
    ] {
        let answer = app.logs(query).await;
        assert_eq!(acts(&answer), expected, "{query}");
        assert_eq!(answer.json.get("searched_to"), None, "{query}");
    }
    let first = app.logs("?by=Binu&limit=1").await;
    let next = first.json["next"].as_str().unwrap();
    let second = app.logs(&format!("?by=Binu&limit=1&cursor={next}")).await;
    assert_eq!(acts(&second), [early]);
    assert_eq!(second.json.get("next"), None);
}

#[tokio::test]
async fn a_search_that_looks_through_much_ends_early_says_how_far_it_came_and_goes_on_from_there() {
    let app = App::start().await;
    app.test_env.clock.set_to(datetime!(2025-06-02 00:00 UTC));
    let begin = datetime!(2025-05-20 04:30 UTC);
    app.keep_of("Binu", "payment.refund", begin, "none", json!(null), json!(null))
        .await;
    for second in 1..=1_001 {
        app.keep(begin + Duration::seconds(second), "p").await;
    }
    let before = app.test_env.database.requests();
    let first = app.logs("?by=binu").await;
    let requests = app.test_env.database.requests() - before;
    assert_eq!(acts(&first), Vec::<(&str, &str)>::new());
    // The thousand entries before the last, of May; June had none.
    assert_eq!(first.json["searched_to"], "2025-05-20T04:30:02Z");
    assert!(requests < 30, "{requests}");
    let next = first.json["next"].as_str().unwrap();
    let second = app.logs(&format!("?by=binu&cursor={next}")).await;
    assert_eq!(acts(&second), [("Binu", "payment.refund")]);
    assert_eq!(second.json.get("next"), None);
}
