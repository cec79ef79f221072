//! The halls in which an exam's candidates sit.

use crate::*;
use domain::{
    HallId,
    seating::{Hall, HallPlan},
};

pub(crate) async fn put_halls(app: &App) {
    for (id, name) in [("hall-a", "Hall A"), ("hall-b", "Hall B")] {
        let hall = Hall {
            id: HallId::parse(id).unwrap(),
            name: name.to_owned(),
            plan: HallPlan::new(2, 3, &[]).unwrap(),
            version: 1,
        };
        app.test_env.catalogue().put_hall(&hall).await.unwrap();
    }
}

#[tokio::test]
async fn they_and_the_reporting_time_stay_where_a_form_leaves_them_out() {
    let app = start().await;
    put_halls(&app).await;
    let exam = created(&app, &with(form(), "halls", json!(["hall-b", "hall-a"]))).await;
    let mut without = form();
    for field in ["halls", "reportingTime"] {
        without.as_object_mut().unwrap().remove(field);
    }
    let kept = updated(&app, id(&exam), &without).await;
    assert_eq!(
        (&kept["halls"], &kept["reportingTime"]),
        (&json!(["hall-b", "hall-a"]), &json!("08:00"))
    );
    let none = with(with(without, "halls", json!([])), "reportingTime", " ");
    let cleared = updated(&app, id(&exam), &none).await;
    assert_eq!(
        (&cleared["halls"], &cleared["reportingTime"]),
        (&json!([]), &json!(""))
    );
}

/// Whatever is written of the venue: the candidates of two exams would sit in one hall at one time.
#[tokio::test]
async fn two_exams_in_one_hall_at_one_time_are_confirmed_first() {
    let app = start().await;
    put_halls(&app).await;
    let here = with(with(form(), "venue", ""), "halls", json!(["hall-a"]));
    let first = created(&app, &here).await;
    let there = with(
        with(here.clone(), "halls", json!(["hall-b"])),
        "examName",
        "M.Com Entrance",
    );
    let second = created(&app, &there).await;
    let both = with(there.clone(), "halls", json!(["hall-b", "hall-a"]));
    let request = Request::put(place(id(&second)), &both);
    let refused = app
        .assert_changes_nothing(request, (409, "hall_is_occupied", ""))
        .await;
    assert_eq!(refused.message(), "Hall A has another exam at that time.");
    let clash = &refused.json["clashes"][0];
    assert_eq!(
        (&clash["_id"], &clash["halls"]),
        (&first["_id"], &json!(["Hall A"]))
    );
    let agreed = with(both.clone(), "confirm", refused.json["confirm"].clone());
    updated(&app, id(&second), &agreed).await;
    // It is in both by now.
    updated(&app, id(&second), &with(both, "details", "Bring a ruler.")).await;
    let later = with(with(here, "timeStart", "11:00"), "timeEnd", "12:00");
    let answer = app.call_as_admin(Request::post(DETAILS, &later)).await;
    assert_eq!(answer.status, 200, "{}", answer.json);
}
