//! What a correction or a note leaves on the page, and what is refused.

use super::{OTHER, claim, claims, corrected_mails, events, get, note, put, stored};
use crate::start;
use domain::{CourseId, payment::Status};
use serde_json::json;
use store::tables::Table;
use test_support::{ALL, COLLEGE, Request, SINGLE};
use time::Duration;

#[tokio::test]
async fn a_correction_is_in_the_candidate_and_in_each_order_and_counts_the_version() {
    let app = start().await;
    let order = app.test_env.paid_order(SINGLE, "asha@example.com").await;
    let id = order.customer_id.as_str();
    let before = get(&app, id).await;
    assert_eq!(
        (&before["version"], &before["validity"]),
        (&json!(0), &json!("valid"))
    );
    let correction = json!({
        "version": 0, "name": " Asha  Rao-Menon ", "phone": "+91 98765 43211", "phone2": "9876543212",
        "exam_preference": "Online",
    });
    let answer = put(&app, id, &correction).await;
    assert_eq!(answer.status, 200, "{}", answer.json);
    assert_eq!(answer.json, get(&app, id).await);
    assert_eq!(answer.json["version"], 1);
    let customer = &answer.json["customer"];
    assert_eq!(customer["phone"], "9876543211");
    assert_eq!(customer["phone2"], "9876543212");
    assert_eq!(customer["exam_preference"], "Online");
    assert_eq!(customer["email"], "asha@example.com");
    let after = stored(&app, &order).await;
    assert_eq!(after.person.name.as_str(), customer["name"]);
    assert_eq!((after.version, after.status), (order.version + 1, Status::Paid));
    assert_eq!(after.selection, order.selection);

    app.test_env.clock.advance(Duration::MINUTE);
    assert_eq!(corrected_mails(&app).await, 1, "who takes part online is told");
    // What is left out stays, and a blank second number takes it away.
    let answer = put(&app, id, &json!({ "version": 1, "phone2": "" })).await;
    assert_eq!(corrected_mails(&app).await, 1, "a number is not on the pass");
    assert_eq!(answer.json["customer"].get("phone2"), None, "{}", answer.json);
    assert_eq!(answer.json["customer"]["phone"], "9876543211");
    let told = events(&answer.json);
    assert_eq!(told[0], ("registered", "BCA Entrance at Backwater College"));
    assert_eq!(told[1], ("paid", "Rs\u{a0}1,000 online"));
    assert_eq!(told[2].0, "corrected");
    assert!(
        told[2].1.contains("Phone: 9876543210 → 9876543211"),
        "{}",
        told[2].1
    );
    assert_eq!(told[3], ("corrected", "Alternate phone: 9876543212 → none"));
    assert_eq!(answer.json["timeline"][3]["by"], "admin");
}

#[tokio::test]
async fn what_does_not_fit_is_refused_by_its_field_and_changes_nothing() {
    let app = start().await;
    let one = app.test_env.paid_order(SINGLE, "asha@example.com").await;
    let all = app.test_env.paid_order(ALL, "binu@example.com").await;
    let (one, all) = (one.customer_id.as_str(), all.customer_id.as_str());
    let before = app.test_env.dump(Table::Registrations).await;
    for (id, body, field) in [
        (one, json!({ "name": "Binu" }), "version"),
        (one, json!({ "version": 0, "name": "" }), "name"),
        (one, json!({ "version": 0, "email": "asha@" }), "email"),
        (one, json!({ "version": 0, "phone": "12345" }), "phone"),
        (one, json!({ "version": 0, "phone2": "12345" }), "phone2"),
        (
            one,
            json!({ "version": 0, "exam_preference": "Home" }),
            "exam_preference",
        ),
        (
            one,
            json!({ "version": 0, "collegeId": COLLEGE }),
            "course_category",
        ),
        (
            one,
            json!({ "version": 0, "course_category": OTHER }),
            "collegeId",
        ),
        (
            one,
            json!({ "version": 0, "collegeId": COLLEGE, "course_category": "gone" }),
            "course_category",
        ),
        (
            one,
            json!({ "version": 0, "collegeId": "gone", "course_category": OTHER }),
            "collegeId",
        ),
        (
            all,
            json!({ "version": 0, "collegeId": COLLEGE, "course_category": OTHER }),
            "course_category",
        ),
    ] {
        let answer = put(&app, id, &body).await;
        assert_eq!(
            (answer.status.as_u16(), &answer.json["field"]),
            (422, &json!(field)),
            "{body}"
        );
    }
    assert_eq!(
        put(&app, "C0000000000", &json!({ "version": 0 })).await.status,
        404
    );
    assert_eq!(app.test_env.dump(Table::Registrations).await, before);
}

#[tokio::test]
async fn a_note_is_on_the_candidates_page_with_who_wrote_it_once_for_each_key() {
    let app = start().await;
    let order = app.test_env.open_order(SINGLE, "asha@example.com").await;
    let id = order.customer_id.as_str();
    let key = "0b8f4ab2-34a1-4f0e-9d5c-1f1f6c1d2e3f";
    let with_key = |request: Request| request.header("idempotency-key", key);
    for _ in 0..2 {
        let answer = note(&app, id, with_key, " Comes back with the card \nat noon ").await;
        assert_eq!(answer.status, 201, "{}", answer.json);
        assert_eq!(answer.json["text"], "Comes back with the card \nat noon");
    }
    // Another text is not the note that the key was kept with, and what is kept stays.
    let other = note(&app, id, with_key, "Does not come").await;
    assert_eq!(
        (other.status.as_u16(), other.code()),
        (409, "idempotency_key_reused")
    );
    app.test_env.clock.advance(Duration::MINUTE);
    let again = note(&app, id, with_key, "Comes back with the card \nat noon").await;
    assert_eq!(again.json["at"], get(&app, id).await["notes"][0]["at"]);
    assert_eq!(note(&app, id, |request| request, "Came").await.status, 201);
    let file = get(&app, id).await;
    let notes = file["notes"].as_array().unwrap();
    assert_eq!(notes.len(), 2);
    assert_eq!(
        (&notes[0]["by"], &notes[1]["text"]),
        (&json!("admin"), &json!("Came"))
    );
    assert_eq!(events(&file)[2], ("noted", "Came"));

    for text in ["", "  ", &"a".repeat(2001)] {
        let answer = note(&app, id, |request| request, text).await;
        assert_eq!(
            (answer.status.as_u16(), &answer.json["field"]),
            (422, &json!("text"))
        );
    }
    assert_eq!(
        note(&app, "C0000000000", |request| request, "Came").await.status,
        404
    );
}

/// Nothing makes the names of exams unique.
#[tokio::test]
async fn an_exam_that_is_called_as_the_one_before_is_another_one_all_the_same() {
    let app = start().await;
    let order = app.test_env.paid_order(SINGLE, "asha@example.com").await;
    let other = CourseId::parse(OTHER).unwrap();
    let mut exam = app.test_env.catalogue().exam(&other).await.unwrap().unwrap();
    order.selection.exam_name().clone_into(&mut exam.exam_name);
    exam.version += 1;
    app.test_env.catalogue().put_exam(&exam).await.unwrap();

    let id = order.customer_id.as_str();
    let correction = json!({ "version": 0, "collegeId": COLLEGE, "course_category": OTHER });
    // The second time it is so already.
    for _ in 0..2 {
        let answer = put(&app, id, &correction).await;
        assert_eq!(answer.status, 200, "{}", answer.json);
        assert_eq!(answer.json["customer"]["course_category"], OTHER);
        assert_eq!(answer.json["version"], 1);
        let told = events(&answer.json);
        assert_eq!(told[2], ("corrected", "Exam: backwater-bca → backwater-bsc"));
    }
    let holder = order.order_id.as_str();
    let what = format!("COURSE#{COLLEGE}#{OTHER}");
    let claimed = claims(&app).await;
    assert!(
        claimed.contains(&claim("asha@example.com", &what, "PAID", holder)),
        "{claimed:?}"
    );
    assert_eq!(claimed.len(), 2, "{claimed:?}");
    assert_eq!(corrected_mails(&app).await, 1);
    let log = app.test_env.dump(Table::Admin).await;
    let corrected: Vec<_> = log
        .iter()
        .filter(|entry| entry["action"] == "candidate.corrected")
        .collect();
    assert_eq!(corrected.len(), 1);
    assert_eq!(
        (&corrected[0]["before"], &corrected[0]["after"]),
        (
            &json!({ "course_category": "backwater-bca" }),
            &json!({ "course_category": OTHER })
        )
    );
}

/// Nobody would give it back: the provider is asked about it no more.
#[tokio::test]
async fn an_order_that_is_no_longer_asked_about_takes_no_place_of_the_exam_it_is_corrected_to() {
    for (status, attempt) in [("UNKNOWN", "none"), ("EXPIRED", "pending")] {
        for (hours, held) in [(1, 1), (25, 0)] {
            let app = start().await;
            app.test_env.limit_places(OTHER, 1).await;
            let order = app.test_env.open_order(SINGLE, "asha@example.com").await;
            let items = app.test_env.dump(Table::Registrations).await;
            let sk = format!("ORDER#{}", order.order_id);
            let mut item = items.into_iter().find(|item| item["sk"] == sk).unwrap();
            item["status"] = json!(status);
            item["attempt"] = json!(attempt);
            app.test_env.put(Table::Registrations, &item).await;
            app.test_env.clock.advance(Duration::hours(hours));
            let correction = json!({ "version": 0, "collegeId": COLLEGE, "course_category": OTHER });
            let answer = put(&app, order.customer_id.as_str(), &correction).await;
            assert_eq!(answer.status, 200, "{}", answer.json);
            let places = app.test_env.places_of(OTHER).await;
            assert_eq!(places.len(), held, "{status} after {hours} h");
        }
    }
}
