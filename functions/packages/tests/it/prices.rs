//! The page of prices, for browsers that run no scripts.

use crate::{Packages, form, start};
use domain::event;
use serde_json::json;
use test_support::{App, COURSE, Request};

const PRICES: &str = "/api/packages/prices";

async fn page(app: &App) -> String {
    let answer = app.call(Request::get(PRICES)).await;
    assert_eq!(answer.status, 200);
    assert_eq!(answer.headers["content-type"], "text/html; charset=utf-8");
    answer.text
}

#[tokio::test]
async fn the_page_names_what_can_be_bought_and_every_exam_by_its_day() {
    let app = start().await;
    let page = page(&app).await;
    for said in [
        event::NAME,
        "All-Inclusive Exam Access, Rs\u{a0}1,850",
        "Single Exam Access, Rs\u{a0}1,000",
        "<h3>Sat 31 May</h3>",
        "<strong>BCA Entrance</strong>, Backwater College<br>10 AM–12 PM<br>Hall A",
        event::HELPLINE,
    ] {
        assert!(page.contains(said), "{said} is missing in {page}");
    }
    assert_eq!(page.matches("<h3>").count(), 1, "all exams are on one day");
    assert!(!page.contains("<script") && !page.contains("style="), "{page}");
}

#[tokio::test]
async fn what_is_not_on_sale_is_left_out_and_an_exam_without_a_place_says_so() {
    let app = start().await;
    app.delete("single-exam").await;
    app.test_env.limit_places(COURSE, 2).await;
    assert!(page(&app).await.contains("2 places left"));
    app.test_env.limit_places(COURSE, 1).await;
    assert!(page(&app).await.contains("1 place left"));
    app.test_env.paid_place("asha@example.com").await;
    let page = page(&app).await;
    assert!(page.contains("Sold out") && !page.contains("left"), "{page}");
    assert!(!page.contains("Single Exam Access"), "{page}");
}

#[tokio::test]
async fn what_staff_have_typed_is_text_on_the_page() {
    let app = start().await;
    let mut package = form();
    package["name"] = json!("<img src=x> & more");
    assert_eq!(app.save(&package).await.status, 200);
    let page = page(&app).await;
    assert!(
        page.contains("&#60;img src=x&#62; &#38; more, Rs\u{a0}1,499.50"),
        "{page}"
    );
    assert!(!page.contains("<img"), "{page}");
}

#[tokio::test]
async fn the_page_is_known_by_its_tag_and_never_shared_with_staff() {
    let app = start().await;
    let first = app.call(Request::get(PRICES)).await;
    let tag = first.headers["etag"].to_str().unwrap();
    let again = app.call(Request::get(PRICES).header("if-none-match", tag)).await;
    assert_eq!(again.status, 304);
    let of_staff = app.call_as_admin(Request::get(PRICES)).await;
    assert_eq!(of_staff.headers["cache-control"], "private, no-store");
}
