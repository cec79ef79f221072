//! The flag of who has no seat says in which exams.

use crate::*;

async fn name_of(app: &App, course: &str) -> String {
    let id = CourseId::parse(course).unwrap();
    let exam = app.test_env.catalogue().exam(&id).await.unwrap();
    exam.unwrap().exam_name
}

async fn notes(app: &App) -> Vec<String> {
    let flags = app.test_env.flags().await.into_iter();
    flags.map(|flag| flag.note).collect()
}

/// Staff who take the flag off take off what it says.
#[tokio::test]
async fn it_names_each_exam_that_is_lacking_as_seats_come_and_go() {
    let (app, _, orders) = with_hall(1, 1, 1).await;
    let (one, other) = (name_of(&app, COURSE).await, name_of(&app, OTHER_COURSE).await);
    draft(&app, &plain()).await;
    publish(&app).await;
    let first = app.test_env.paid_order(ALL, "first@example.com").await;
    app.test_env.choose(&first, &[OTHER_COURSE]).await;
    app.test_env.clock.advance(time::Duration::minutes(1));
    let second = app.test_env.paid_order(ALL, "second@example.com").await;
    app.test_env.choose(&second, &[COURSE]).await;
    count(&app).await;
    keep_up(&app).await;
    assert_eq!(notes(&app).await, [format!("Without a seat in {one}.")]);

    // The other exam has a seat for the first.
    app.test_env.choose(&second, &[COURSE, OTHER_COURSE]).await;
    count(&app).await;
    let hall = hall(&app, "Hall B", 1, 1).await;
    put_into(&app, OTHER_COURSE, &[&hall]).await;
    done(&app, &seating(OTHER_COURSE), &plain()).await;
    let published = done(&app, &format!("{}/publish", seating(OTHER_COURSE)), &json!({})).await;
    assert_eq!(seated(&published), BTreeMap::from([place("Hall B A1", &first)]));
    let both = format!("Without a seat in {one}, {other}.");
    assert_eq!(notes(&app).await, [both]);

    app.test_env.pay_back(&orders[0]).await;
    count(&app).await;
    app.test_env.clock.advance(time::Duration::minutes(1));
    let done = keep_up(&app).await;
    assert_eq!((done.freed, done.seated), (1, 1));
    assert_eq!(notes(&app).await, [format!("Without a seat in {other}.")]);
}
