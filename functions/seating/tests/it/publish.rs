//! Publishing: whole, once, and for those who sit the exam then.

use crate::*;
use test_support::{ALL, Fault, OTHER_COURSE};

fn path() -> String {
    format!("{}/publish", seating(COURSE))
}

#[tokio::test]
async fn what_the_draft_says_is_published_once_however_often_it_is_sent() {
    let (app, ..) = with_hall(3, 3, 5).await;
    let made = draft(&app, &plain()).await;
    let version = json!({ "version": made["version"] });
    let published = done(&app, &path(), &version).await;
    assert_eq!(
        (&published["state"], &published["version"]),
        (&json!("published"), &json!(2))
    );
    assert_eq!(seated(&published), seated(&made));
    assert_eq!(at_candidates(&app).await, seated(&made));
    let entries = app.audit_log().await.len();
    for again in [version, json!({}), json!({ "version": 2 })] {
        assert_eq!(done(&app, &path(), &again).await, published);
    }
    // Without a body, too.
    let bare = app.call_as_admin(Request::post_raw(path(), "")).await;
    assert_eq!((bare.status.as_u16(), &bare.json), (200, &published));
    assert_eq!(app.audit_log().await.len(), entries);
    app.assert_changes_nothing(
        Request::post(path(), &json!({ "version": 7 })),
        (409, "stale_version", ""),
    )
    .await;
}

#[tokio::test]
async fn a_draft_that_was_changed_since_it_was_looked_at_is_not_published() {
    let app = start().await;
    app.assert_changes_nothing(Request::post(path(), &json!({})), (409, "no_draft", ""))
        .await;
    let (app, ..) = with_hall(1, 2, 1).await;
    let made = draft(&app, &plain()).await;
    draft(&app, &plain()).await;
    let request = Request::post(path(), &json!({ "version": made["version"] }));
    app.assert_changes_nothing(request, (409, "stale_version", ""))
        .await;
    let request = Request::post(path(), &json!({ "version": "1" }));
    app.assert_changes_nothing(request, (422, "invalid_field", "version"))
        .await;
}

#[tokio::test]
async fn those_who_paid_since_the_draft_are_seated_and_those_withdrawn_since_are_not() {
    let (app, _, orders) = with_hall(1, 3, 2).await;
    draft(&app, &plain()).await;
    let late = paid(&app, 2..4).await;
    app.test_env.withdraw(&orders[0]).await;
    count(&app).await;
    let before = read(&app, COURSE).await;
    assert!(
        before["unseated"]
            .as_array()
            .unwrap()
            .iter()
            .all(|one| one["reason"] == "later"),
        "{before}"
    );
    let expected = BTreeMap::from([
        place("Hall A A1", &late[0]),
        place("Hall A A2", &orders[1]),
        place("Hall A A3", &late[1]),
    ]);
    assert_eq!(seated(&publish(&app).await), expected);
    assert_eq!(at_candidates(&app).await, expected);
}

/// A process that dies behind any write leaves nothing that anybody sees, or all of it; sent again, it is published.
#[tokio::test]
async fn a_crash_behind_any_write_leaves_the_old_seats_or_the_new_ones() {
    let mut writes = 0;
    loop {
        let (app, _, orders) = with_hall(2, 3, 5).await;
        draft(&app, &plain()).await;
        let old = seated(&publish(&app).await);
        let new = seated(&draft(&app, &json!({ "order": "shuffled", "spacing": "none" })).await);
        if old == new {
            // The draw may come to the same seats.
            continue;
        }
        app.test_env.database.set(Fault::CrashAfter(writes));
        let answer = post(&app, &path(), &json!({})).await;
        app.test_env.database.set(Fault::None);
        let seen = at_candidates(&app).await;
        assert!(seen == old || seen == new, "{writes}: {seen:?}");
        assert_eq!(seated(&publish(&app).await), new, "{writes}");
        assert_eq!(at_candidates(&app).await, new, "{writes}");
        assert_eq!(seen.len(), orders.len());
        if answer.status == 200 {
            break;
        }
        writes += 1;
    }
    // The plan with the seats, the naming, and what was before.
    assert!(writes >= 2, "{writes}");
}

/// The exam that is published second learns that the first has come into its seats.
#[tokio::test]
async fn of_two_drafts_for_the_same_seats_at_one_time_one_is_published() {
    let (app, hall, _) = with_hall(1, 4, 2).await;
    put_into(&app, OTHER_COURSE, &[&hall]).await;
    let all = app.test_env.paid_order(ALL, "all@example.com").await;
    app.test_env.choose(&all, &[OTHER_COURSE]).await;
    count(&app).await;
    draft(&app, &plain()).await;
    done(&app, &seating(OTHER_COURSE), &plain()).await;
    let publish_other = format!("{}/publish", seating(OTHER_COURSE));
    let (publish_one, bare) = (path(), json!({}));
    let (one, other) = futures::join!(post(&app, &publish_one, &bare), post(&app, &publish_other, &bare));
    let mut answers = [
        (one.status.as_u16(), one.code().to_owned()),
        (other.status.as_u16(), other.code().to_owned()),
    ];
    answers.sort();
    assert_eq!(answers[0].0, 200);
    assert_eq!(answers[1], (409, "seats_taken".to_owned()));
}
