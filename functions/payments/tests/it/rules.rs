//! The rules of the form: which field, in which words, in which order.

use crate::{App, refusal, with, without};
use serde_json::{Value, json};
use store::tables::Table;
use test_support::{ALL, SINGLE, registration};

const REQUIRED: &str = "Please fill all required fields";
const COLLEGE_AND_COURSE: &str = "College and course category are required for specific college selection";
const EMAIL: &str = "Please enter a valid email address";
const PHONE: &str = "Please enter a valid 10-digit Indian phone number";
const SECOND_PHONE: &str = "Please enter a valid 10-digit Indian secondary phone number";

async fn assert_refused(app: &App, form: &Value, field: &str, message: &str) {
    let answer = app.form_refused(form).await;
    assert_eq!(refusal(&answer), (422, "invalid_field", field), "{form}");
    assert_eq!(answer.message(), message, "{form}");
}

#[tokio::test]
async fn every_required_field_is_asked_for_whether_it_is_missing_null_or_blank() {
    let app = App::start().await;
    let form = registration(ALL, "asha@example.com");
    for field in [
        "customer_name",
        "customer_email",
        "customer_phone",
        "exam_preference",
        "packageId",
        "type",
    ] {
        assert_refused(&app, &without(&form, field), field, REQUIRED).await;
        for nothing in [Value::Null, json!(""), json!("   ")] {
            assert_refused(&app, &with(&form, field, nothing), field, REQUIRED).await;
        }
    }
    assert_refused(&app, &without(&form, "order_amount"), "order_amount", REQUIRED).await;
    let null = with(&form, "order_amount", Value::Null);
    assert_refused(&app, &null, "order_amount", REQUIRED).await;
}

#[tokio::test]
async fn the_version_of_the_terms_that_was_shown_is_kept_with_the_registration() {
    let app = App::start().await;
    for (shown, email) in [
        (json!("2025-05-01"), "asha@example.com"),
        (Value::Null, "binu@example.com"),
    ] {
        let form = with(&registration(ALL, email), "terms_version", shown.clone());
        assert_eq!(app.create(&form).await.status, 200);
        let rows = app.test_env.dump(Table::Registrations).await;
        let is_theirs = |row: &&Value| row["kind"] == "CANDIDATE" && row["person"]["email"] == email;
        assert_eq!(rows.iter().find(is_theirs).unwrap()["terms"], shown);
    }
    let form = with(
        &registration(ALL, "chandra@example.com"),
        "terms_version",
        "<latest>",
    );
    assert_refused(
        &app,
        &form,
        "terms_version",
        "The version of the terms is not valid",
    )
    .await;
}

#[tokio::test]
async fn a_college_and_a_course_are_asked_for_when_one_exam_is_chosen() {
    let app = App::start().await;
    let form = registration(SINGLE, "asha@example.com");
    for field in ["collegeId", "course_category"] {
        assert_refused(&app, &without(&form, field), field, COLLEGE_AND_COURSE).await;
        for nothing in [Value::Null, json!(""), json!("  ")] {
            assert_refused(&app, &with(&form, field, nothing), field, COLLEGE_AND_COURSE).await;
        }
    }
}

#[tokio::test]
async fn of_many_mistakes_the_first_in_the_specifications_order_is_reported() {
    let app = App::start().await;
    let mut form = json!({ "secondary_phone": "12", "order_currency": "USD" });
    for (field, message, mistaken) in [
        ("customer_email", REQUIRED, json!("asha")),
        ("customer_phone", REQUIRED, json!("123")),
        ("order_amount", REQUIRED, json!(1)),
        ("exam_preference", REQUIRED, json!("Somewhere")),
        ("customer_name", REQUIRED, json!("Asha\nRao")),
        ("packageId", REQUIRED, json!(SINGLE)),
        ("type", REQUIRED, json!("specificCollege")),
        ("collegeId", COLLEGE_AND_COURSE, json!(test_support::COLLEGE)),
        ("course_category", COLLEGE_AND_COURSE, json!(test_support::COURSE)),
    ] {
        assert_refused(&app, &form, field, message).await;
        form[field] = mistaken;
    }
    for (field, message, right) in [
        ("customer_email", EMAIL, json!("asha@example.com")),
        ("customer_phone", PHONE, json!("9876543210")),
        ("secondary_phone", SECOND_PHONE, json!("9876543211")),
        ("order_currency", "The currency must be INR", json!("INR")),
    ] {
        assert_refused(&app, &form, field, message).await;
        form[field] = right;
    }
}

#[tokio::test]
async fn a_malformed_field_is_refused_in_the_words_for_it() {
    let app = App::start().await;
    let form = registration(SINGLE, "asha@example.com");
    let too_long = format!("{}@example.com", "a".repeat(90));
    for (field, values, message) in [
        (
            "customer_email",
            vec![
                "asha",
                "asha@",
                "@example.com",
                "asha@example",
                "a b@example.com",
                &too_long,
            ],
            EMAIL,
        ),
        (
            "customer_phone",
            vec![
                "5876543210",
                "987654321",
                "98765432101",
                "98765abcde",
                "+19876543210",
                "9876543210/9876543211",
            ],
            PHONE,
        ),
        (
            "secondary_phone",
            vec!["1876543210", "12", "98765432101", "phone"],
            SECOND_PHONE,
        ),
        (
            "exam_preference",
            vec!["online", "offline", "Both"],
            "Please choose Online or Offline",
        ),
        (
            "payment_mode",
            vec!["cash", "SPOT PAYMENT", "Online"],
            "The payment mode must be online, card or upi",
        ),
        (
            "type",
            vec!["everything", "allcolleges", "SpecificCollege"],
            "The type must be allColleges or specificCollege",
        ),
        (
            "order_currency",
            vec!["USD", "inr", ""],
            "The currency must be INR",
        ),
        (
            "customer_name",
            vec![&"a".repeat(101)],
            "Please enter a name of at most 100 characters",
        ),
        (
            "customer_name",
            vec!["Asha\nRao", "Asha\u{0}", "Asha\u{e000}", "As\u{2028}ha"],
            "Please enter a name without line breaks or invisible characters",
        ),
        (
            "customer_name",
            vec!["007", "🙂"],
            "Please enter a name with at least one letter",
        ),
        (
            "customer_name",
            vec!["https://x", "www.x"],
            "Please enter a name without a web address",
        ),
    ] {
        for value in values {
            assert_refused(&app, &with(&form, field, value), field, message).await;
        }
    }
}

#[tokio::test]
async fn ids_of_a_wrong_length_or_alphabet_are_refused_by_field() {
    let app = App::start().await;
    let form = registration(SINGLE, "asha@example.com");
    for (field, message) in [
        ("packageId", "The package is not valid"),
        ("collegeId", "The college is not valid"),
        ("course_category", "The course is not valid"),
    ] {
        for id in [
            "ab",
            &"a".repeat(46),
            "a b c",
            "../../x",
            "PACKAGE#x",
            "<b>x</b>",
            "കോളേജ്",
        ] {
            assert_refused(&app, &with(&form, field, id), field, message).await;
        }
    }
}

#[tokio::test]
async fn what_a_person_types_is_normalised_before_it_is_stored() {
    let app = App::start().await;
    let form = registration(ALL, " Asha.Rao@Example.COM ");
    let form = with(&form, "customer_name", "  Asha Rao  ");
    let form = with(&form, "customer_phone", "+91 98765 43210");
    let form = with(&form, "secondary_phone", "09876543211");
    let person = app.stored(&app.register(&form).await).await.person;
    assert_eq!(person.name.as_str(), "Asha Rao");
    assert_eq!(person.email.as_str(), "asha.rao@example.com");
    assert_eq!(person.phone.as_str(), "9876543210");
    assert_eq!(person.phone2.unwrap().as_str(), "9876543211");
}

#[tokio::test]
async fn optional_fields_may_be_missing_null_or_blank() {
    let app = App::start().await;
    let form = registration(ALL, "asha@example.com");
    for field in ["secondary_phone", "payment_mode"] {
        for nothing in [Value::Null, json!(""), json!(" ")] {
            app.register(&with(&form, field, nothing)).await;
        }
        app.register(&without(&form, field)).await;
    }
    let order = app.register(&without(&form, "order_currency")).await;
    assert!(app.stored(&order).await.person.phone2.is_none());
}

#[tokio::test]
async fn the_preference_and_the_mode_are_kept_with_the_candidate() {
    let app = App::start().await;
    for (mode, kept) in [
        ("online", "online"),
        ("card", "card"),
        ("upi", "upi"),
        ("", "online"),
    ] {
        let form = with(&registration(ALL, "asha@example.com"), "payment_mode", mode);
        let form = with(&form, "exam_preference", "Online");
        let order = app.stored(&app.register(&form).await).await;
        let file = app.test_env.registrations().candidate(&order.customer_id).await;
        let candidate = file.unwrap().unwrap().candidate;
        assert_eq!(candidate.payment_mode.as_str(), kept);
        assert_eq!(
            candidate.exam_preference,
            domain::registration::ExamPreference::Online
        );
    }
}
