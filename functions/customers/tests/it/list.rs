//! The list, page by page, against what the candidates and orders alone say.

use crate::{CUSTOMERS, parameters, project_everybody, start};
use domain::{payment::Status, registration::PaymentMode};
use serde_json::{Value, json};
use store::read_model::{Course, RowFilter};
use test_support::{App, Known, Request};

pub(crate) async fn ask(app: &App, query: &str) -> Value {
    let answer = app
        .call_as_admin(Request::get(format!("{CUSTOMERS}?{query}")))
        .await;
    assert_eq!(answer.status, 200, "{query}: {}", answer.json);
    answer.json
}

pub(crate) fn ids(page: &Value) -> Vec<String> {
    let rows = page["data"].as_array().unwrap().iter();
    rows.map(|row| row["customer_id"].as_str().unwrap().to_owned())
        .collect()
}

/// The statuses that anybody has, with how many.
pub(crate) fn counts(page: &Value) -> Value {
    let lines = page["statuses"].as_array().unwrap().iter();
    assert_eq!(lines.len(), 8);
    lines
        .filter(|line| line["count"] != 0)
        .map(|line| (line["status"].as_str().unwrap().to_owned(), line["count"].clone()))
        .collect()
}

/// Walks a list forward by its cursors, back by its cursors, and through its pages by number in any order.
pub(crate) async fn walk(app: &App, filter: &str, limit: usize, total: usize, expected: &[&Known]) {
    let expected: Vec<&str> = expected.iter().map(|known| known.customer_id.as_str()).collect();
    let pages = expected.len().div_ceil(limit);
    let query = format!("limit={limit}{filter}");
    let check = |answer: &Value, page: usize| {
        let shown = expected.iter().skip((page - 1) * limit).take(limit).copied();
        assert_eq!(ids(answer), shown.collect::<Vec<_>>(), "{query} page {page}");
        let pagination = &answer["pagination"];
        let numbers = ["page", "limit", "total", "pages", "filtered"]
            .map(|name| pagination[name].as_u64().unwrap() as usize);
        assert_eq!(
            numbers,
            [page, limit, total, pages, expected.len()],
            "{query} page {page}"
        );
        assert_eq!(
            pagination["next"].is_string(),
            page < pages,
            "{query} page {page}"
        );
        assert_eq!(
            pagination["previous"].is_string(),
            page > 1 && page <= pages,
            "{query} page {page}"
        );
    };
    let mut answer = ask(app, &query).await;
    check(&answer, 1);
    for page in 2..=pages {
        let next = answer["pagination"]["next"].as_str().unwrap().to_owned();
        answer = ask(app, &format!("{query}&cursor={next}")).await;
        check(&answer, page);
    }
    for page in (1..pages).rev() {
        let previous = answer["pagination"]["previous"].as_str().unwrap().to_owned();
        answer = ask(app, &format!("{query}&cursor={previous}")).await;
        check(&answer, page);
    }
    for page in (1..=pages + 1).rev() {
        check(&ask(app, &format!("{query}&page={page}")).await, page);
    }
}

#[tokio::test]
async fn every_mix_of_filters_can_be_walked_forward_back_and_by_number() {
    let app = start().await;
    app.test_env.seed_candidates(31, 40).await;
    project_everybody(&app).await;
    let everybody = app.test_env.everybody().await;
    let statuses = [None, Some(Status::Paid), Some(Status::Created)];
    let modes = [None, Some(PaymentMode::Online)];
    let courses = [None, Course::parse("backwater-bca")];
    for (status, payment_mode) in statuses
        .into_iter()
        .flat_map(|status| modes.map(|mode| (status, mode)))
    {
        for course in &courses {
            let filter = RowFilter {
                status,
                payment_mode,
                course: course.clone(),
                ..RowFilter::default()
            };
            for (email, typed) in [
                ("", ""),
                ("ash", "&email=ASH"),
                ("a1", "&email=a1"),
                ("zzz", "&email=zzz"),
            ] {
                let admits = |known: &&Known| {
                    filter.status.is_none_or(|status| status.as_str() == known.status)
                        && filter.payment_mode.is_none_or(|mode| mode.as_str() == known.mode)
                        && filter
                            .course
                            .as_ref()
                            .is_none_or(|course| course.as_str() == known.course)
                        && known.email.starts_with(email)
                };
                let expected: Vec<&Known> = everybody.iter().filter(admits).collect();
                walk(
                    &app,
                    &format!("{}{typed}", parameters(&filter)),
                    7,
                    everybody.len(),
                    &expected,
                )
                .await;
            }
        }
    }
}

#[tokio::test]
async fn without_parameters_the_ten_newest_come() {
    let app = start().await;
    app.test_env.seed_candidates(37, 12).await;
    project_everybody(&app).await;
    for query in [
        "",
        "page=&limit=&cursor=&email=%20&payment_mode=&course_category=&status=",
    ] {
        let page = ask(&app, query).await;
        assert_eq!(ids(&page).len(), 10);
        assert_eq!(page["pagination"]["pages"], 2);
    }
    let everything = ask(&app, "limit=100").await;
    assert_eq!(ids(&everything).len(), 12);
}

#[tokio::test]
async fn each_status_has_its_count_under_the_other_filters_and_none_for_the_beginning_of_an_address() {
    let app = start().await;
    app.test_env
        .paid_order(test_support::SINGLE, "asha@example.com")
        .await;
    app.test_env
        .paid_order(test_support::ALL, "binu@example.com")
        .await;
    app.test_env
        .open_order(test_support::SINGLE, "devi@example.com")
        .await;
    project_everybody(&app).await;
    for (query, expected) in [
        ("", json!({ "ACTIVE": 1, "PAID": 2 })),
        ("status=FAILED", json!({ "ACTIVE": 1, "PAID": 2 })),
        ("course_category=allColleges", json!({ "PAID": 1 })),
        ("payment_mode=cash", json!({})),
    ] {
        assert_eq!(counts(&ask(&app, query).await), expected, "{query}");
    }
    assert_eq!(ask(&app, "email=asha").await.get("statuses"), None);
}

#[tokio::test]
async fn a_row_has_the_candidate_the_choice_and_the_status() {
    let app = start().await;
    let order = app
        .test_env
        .paid_order(test_support::SINGLE, "asha@example.com")
        .await;
    project_everybody(&app).await;
    let page = ask(&app, "status=PAID").await;
    assert_eq!(
        page["data"],
        json!([{
            "customer_id": order.customer_id.as_str(),
            "name": "Asha Rao",
            "email": "asha@example.com",
            "phone": "9876543210",
            "course_category": "backwater-bca",
            "examName": "BCA Entrance",
            "packageName": "Single Exam Access",
            "collegeName": "Backwater College",
            "payment_mode": "online",
            "order_amount": 1000,
            "status": "PAID",
            "validity": "valid",
            "type": "specificCollege",
            "created_at": "2025-05-20T04:30:00Z",
        }])
    );
}

#[tokio::test]
async fn a_cursor_decides_which_page_comes_whatever_page_is_named_beside_it() {
    let app = start().await;
    app.test_env.seed_candidates(43, 30).await;
    project_everybody(&app).await;
    let first = ask(&app, "limit=10").await;
    let next = first["pagination"]["next"].as_str().unwrap();
    let second = ask(&app, "limit=10&page=2").await;
    for page in ["", "&page=", "&page=1", "&page=2", "&page=3"] {
        assert_eq!(
            ask(&app, &format!("limit=10&cursor={next}{page}")).await,
            second,
            "{page}"
        );
    }
    let previous = second["pagination"]["previous"].as_str().unwrap();
    assert_eq!(
        ask(&app, &format!("limit=10&cursor={previous}&page=3")).await,
        first
    );
}

#[tokio::test]
async fn a_page_that_empties_leads_back_to_the_first() {
    let app = start().await;
    app.test_env.seed_candidates(41, 30).await;
    project_everybody(&app).await;
    let second = ask(&app, "limit=10&page=2").await;
    let previous = second["pagination"]["previous"].as_str().unwrap();
    // All but the rows of the second page are gone from the list of this status by now.
    let narrow = ask(&app, &format!("limit=10&page=2&status=PAID&cursor={previous}")).await;
    assert_eq!(narrow["pagination"]["page"], 1);
    assert_eq!(ids(&narrow), ids(&ask(&app, "limit=10&status=PAID").await));
}

#[tokio::test]
async fn an_invalid_parameter_is_named() {
    let app = start().await;
    for (query, field) in [
        ("page=0", "page"),
        ("page=-1", "page"),
        ("page=x", "page"),
        ("page=1000001", "page"),
        ("page=4294967296", "page"),
        ("limit=0", "limit"),
        ("limit=101", "limit"),
        ("limit=1.5", "limit"),
        ("page=2&cursor=x", "cursor"),
        ("cursor=n2.01747713600000.", "cursor"),
        ("cursor=n01747713600000.C123", "cursor"),
        ("cursor=n0.01747713600000.C123", "cursor"),
        ("cursor=n1000001.01747713600000.C123", "cursor"),
        ("page=2&cursor=q2.01747713600000.C123", "cursor"),
        ("page=2&cursor=n2.01747713600000.C%23123", "cursor"),
        ("status=paid", "status"),
        ("status=PENDING", "status"),
        ("payment_mode=cheque", "payment_mode"),
        ("payment_mode=ONLINE", "payment_mode"),
        ("cursor=n2.01747713600000.C123.5", "cursor"),
        ("cursor=n2.01747713600000.C123.5-x", "cursor"),
        ("cursor=n2.01747713600000.C123.5-9d", "cursor"),
        ("cursor=n2.01747713600000.C123.5-1234567890", "cursor"),
        ("status=WITHDREW", "status"),
        ("package=*", "package"),
        ("exam_preference=online", "exam_preference"),
        ("from=2025-5-1", "from"),
        ("to=2024-12-31", "to"),
        ("from=2025-05-02&to=2025-05-01", "to"),
        ("course_category=*", "course_category"),
        ("course_category=a%23b", "course_category"),
        ("page=1&page=2", "page"),
    ] {
        let answer = app
            .call_as_admin(Request::get(format!("{CUSTOMERS}?{query}")))
            .await;
        assert_eq!((answer.status.as_u16(), answer.field()), (422, field), "{query}");
        assert_eq!(answer.json["error"], answer.json["message"], "{query}");
    }
    let long = "a".repeat(101);
    let answer = app
        .call_as_admin(Request::get(format!("{CUSTOMERS}?email={long}")))
        .await;
    assert_eq!((answer.status.as_u16(), answer.field()), (422, "email"));
}

#[tokio::test]
async fn nobody_sees_the_list_without_signing_in() {
    let app = start().await;
    let answer = app.call(Request::get(CUSTOMERS)).await;
    assert_eq!((answer.status.as_u16(), answer.code()), (401, "unauthorized"));
    assert_eq!(answer.json["error"], answer.json["message"]);
}

#[tokio::test]
async fn a_table_that_does_not_answer_is_an_error_without_details() {
    let app = start().await;
    let request = Request::get(CUSTOMERS).bearer(&app.test_env.admin_token().await);
    // The process dies at a write, and every request after it fails.
    let writing =
        Request::post(CUSTOMERS, &crate::form("asha@example.com")).bearer(&app.test_env.admin_token().await);
    app.test_env.database.set(test_support::Fault::CrashBefore(0));
    assert_eq!(app.call(writing).await.status, 500);
    let answer = app.call(request).await;
    assert_eq!((answer.status.as_u16(), answer.code()), (500, "internal_error"));
    assert_eq!(answer.json["error"], "Something went wrong. Please try again.");
}
