//! What administrators do to the catalogue, as visitors and those who have registered meet it.

use domain::payment::Status;
use provider_simulator::PaymentStatus;
use scenarios::Expo;
use serde_json::{Value, json};
use test_support::{COLLEGE, COURSE, Request, SINGLE, STREAM, call, registration};

async fn list(expo: &Expo) -> Value {
    call(&expo.packages, Request::get("/api/packages/list"))
        .await
        .json
}

/// The ids of the colleges and of the courses that a package offers.
async fn offered(expo: &Expo, package: &str) -> (Vec<String>, Vec<String>) {
    let list = list(expo).await;
    let id = |thing: &Value| thing["_id"].as_str().unwrap().to_owned();
    let packages = list.as_array().unwrap();
    let package = packages.iter().find(|listed| listed["_id"] == package).unwrap();
    let colleges = package["collegeList"].as_array().unwrap();
    let courses = colleges
        .iter()
        .flat_map(|college| college["courseList"].as_array().unwrap());
    (colleges.iter().map(id).collect(), courses.map(id).collect())
}

/// Makes an exam, a college that has it, and a package of that college; their ids, the package's last.
async fn make(expo: &Expo, price: Value) -> [String; 3] {
    let id = |answer: &Value, member: &str| answer[member]["_id"].as_str().unwrap().to_owned();
    let exam = json!({
        "examId": STREAM, "date": "2025-06-01", "timeStart": "09:00", "timeEnd": "10:00", "examFee": 0,
        "examName": "Monsoon Entrance",
    });
    let exam = expo
        .administer(&expo.exam_details, Request::post("/api/exam-details", &exam))
        .await;
    let exam = id(&exam, "examDetail");
    let college = json!({ "name": "Monsoon College", "courseList": [exam] });
    let college = expo
        .administer(&expo.colleges, Request::post("/api/colleges", &college))
        .await;
    let college = id(&college, "college");
    let package = json!({
        "name": "Monsoon", "description": "For late ones.", "price": price, "AllowAllCollege": false,
        "collegeList": [college],
    });
    let package = expo
        .administer(&expo.packages, Request::post("/api/packages", &package))
        .await;
    [exam, college, id(&package, "package")]
}

fn form(ids: &[String; 3], amount: Value) -> Value {
    let mut form = registration(SINGLE, "asha@example.com");
    form["course_category"] = json!(ids[0]);
    form["collegeId"] = json!(ids[1]);
    form["packageId"] = json!(ids[2]);
    form["order_amount"] = amount;
    form
}

#[tokio::test]
async fn a_new_package_of_a_new_college_with_a_new_exam_can_be_bought_at_once() {
    let expo = Expo::open().await;
    let ids = make(&expo, json!(499.5)).await;
    assert_eq!(
        offered(&expo, &ids[2]).await,
        (vec![ids[1].clone()], vec![ids[0].clone()])
    );
    let answer = expo.create_order(&form(&ids, json!(499.5))).await;
    assert_eq!(answer.status, 200, "{}", answer.json);
    let order = answer.json["order_id"].as_str().unwrap();
    expo.pay(order, PaymentStatus::Success);
    expo.deliver_webhooks().await;
    let stored = expo.stored(order).await;
    assert_eq!(stored.status, Status::Paid);
    assert_eq!(stored.selection.exam_name(), "Monsoon Entrance");
}

#[tokio::test]
async fn a_package_under_a_rupee_is_a_draft_and_cannot_be_bought() {
    let expo = Expo::open().await;
    let ids = make(&expo, json!(0.5)).await;
    let answer = expo.create_order(&form(&ids, json!(0.5))).await;
    assert_eq!((answer.status.as_u16(), answer.field()), (422, "packageId"));
    assert!(!list(&expo).await.to_string().contains(&ids[2]));
}

#[tokio::test]
async fn what_is_deleted_is_neither_offered_nor_sold() {
    let expo = Expo::open().await;
    let ids = make(&expo, json!(500)).await;
    let [exam, college, package] = &ids;
    for (function, path, field) in [
        (
            &expo.exam_details,
            format!("/api/exam-details/{exam}"),
            "course_category",
        ),
        (&expo.colleges, format!("/api/colleges/{college}"), "collegeId"),
        (&expo.packages, format!("/api/packages/{package}"), "packageId"),
    ] {
        expo.administer(function, Request::delete(path)).await;
        let answer = expo.create_order(&form(&ids, json!(500))).await;
        let refused = (answer.status.as_u16(), answer.field());
        assert_eq!(refused, (422, field), "{}", answer.json);
        let list = list(&expo).await.to_string();
        let gone = match field {
            "course_category" => exam,
            "collegeId" => college,
            _ => package,
        };
        assert!(!list.contains(gone.as_str()), "{list}");
    }
    // The others are as they were.
    assert_eq!(offered(&expo, SINGLE).await.1.len(), 3);
}

#[tokio::test]
async fn a_candidate_keeps_their_purchase_when_all_of_it_is_deleted() {
    let expo = Expo::open().await;
    let order = expo.register(SINGLE, "asha@example.com").await;
    for (function, path) in [
        (&expo.exam_details, format!("/api/exam-details/{COURSE}")),
        (&expo.colleges, format!("/api/colleges/{COLLEGE}")),
        (&expo.packages, format!("/api/packages/{SINGLE}")),
    ] {
        expo.administer(function, Request::delete(path)).await;
    }
    expo.pay(&order, PaymentStatus::Success);
    expo.deliver_webhooks().await;
    assert_eq!(expo.pass(&order).await.status, 200);
    expo.run_stream().await;
    assert_eq!(expo.mails_about(&order), 1);
    let selection = expo.stored(&order).await.selection;
    assert_eq!(selection.package_name(), "Single Exam Access");
    assert_eq!(selection.college_name(), Some("Backwater College"));
    assert_eq!(selection.exam_name(), "BCA Entrance");
}
