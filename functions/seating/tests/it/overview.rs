//! The state of the seats of each exam.

use crate::*;

const OVERVIEW: &str = "/api/seating";

async fn overview(app: &App) -> Value {
    let answer = app.call_as_admin(Request::get(OVERVIEW)).await;
    assert_eq!(answer.status, 200, "{}", answer.json);
    answer.json
}

/// That of the exam which is assigned.
async fn of_course(app: &App) -> Value {
    let exams = overview(app).await;
    let mut exams = exams.as_array().unwrap().iter();
    exams.find(|exam| exam["course"] == COURSE).unwrap().clone()
}

fn is(state: &str, is_published: bool, seated: usize) -> Value {
    json!({ "course": COURSE, "state": state, "is_published": is_published, "seated": seated })
}

#[tokio::test]
async fn every_exam_is_listed_with_the_state_of_its_seats_and_how_many_have_one() {
    let (app, hall, _) = with_hall(1, 2, 3).await;
    assert_eq!(of_course(&app).await, is("none", false, 0));
    draft(&app, &plain()).await;
    assert_eq!(of_course(&app).await, is("draft", false, 2));
    publish(&app).await;
    assert_eq!(of_course(&app).await, is("published", true, 2));

    let second = crate::hall(&app, "Hall B", 1, 5).await;
    put_into(&app, COURSE, &[&hall, &second]).await;
    draft(&app, &plain()).await;
    assert_eq!(of_course(&app).await, is("draft", true, 3));

    let nothing = json!({ "course": OTHER_COURSE, "state": "none", "is_published": false, "seated": 0 });
    assert!(overview(&app).await.as_array().unwrap().contains(&nothing));
}

#[tokio::test]
async fn it_takes_as_many_requests_for_two_exams_in_two_halls_as_for_one() {
    let (app, hall, _) = with_hall(1, 2, 2).await;
    draft(&app, &plain()).await;
    let requests = async || {
        app.test_env.database.set(test_support::Fault::None);
        overview(&app).await;
        app.test_env.database.requests()
    };
    let of_one = requests().await;
    let second = crate::hall(&app, "Hall B", 1, 5).await;
    other_exam_in(&app, &second).await;
    put_into(&app, COURSE, &[&hall, &second]).await;
    draft(&app, &plain()).await;
    done(&app, &seating(OTHER_COURSE), &plain()).await;
    assert_eq!(requests().await, of_one);
}
