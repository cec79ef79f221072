//! Two exams in one hall at one time, while both of them change: no seat is given twice, whatever comes between.

use crate::*;
use std::collections::BTreeSet;
use store::tables::Table;
use test_support::{ALL, Fault, OTHER_COURSE};

/// What happens to the first exam while the second is published.
#[derive(Clone, Copy)]
enum Beside {
    /// Somebody who paid later gets a seat.
    Late,
    /// Staff move somebody.
    Move,
    /// Its draft is published.
    Publication,
}

/// A hall of five seats in which the first exam has the first, or a draft with the first two; and a draft of the second
/// exam, which has the next two, or the first where the first exam has a draft alone.
async fn two_exams(beside: Beside) -> (App, String, Order) {
    let (app, hall, orders) = with_hall(1, 5, 1).await;
    put_into(&app, OTHER_COURSE, &[&hall]).await;
    for name in ["one@example.com", "two@example.com"] {
        let all = app.test_env.paid_order(ALL, name).await;
        app.test_env.choose(&all, &[OTHER_COURSE]).await;
    }
    count(&app).await;
    draft(&app, &plain()).await;
    match beside {
        Beside::Late | Beside::Move => {
            publish(&app).await;
        }
        Beside::Publication => {}
    }
    done(&app, &seating(OTHER_COURSE), &plain()).await;
    match beside {
        Beside::Late => {
            keep_up(&app).await;
            paid(&app, 1..2).await;
        }
        Beside::Move | Beside::Publication => {}
    }
    (app, hall, orders.into_iter().next().unwrap())
}

/// Publishes the second exam before each request in turn of what happens to the first; says how often a seat has two people then.
async fn twice(beside: Beside, fault: Fault) -> usize {
    let (app, hall, first) = two_exams(beside).await;
    let token = app.test_env.admin_token().await;
    let version = read(&app, COURSE).await["version"].clone();
    let to = json!({ "customer_id": first.customer_id, "hall": hall, "seat": "A2", "version": version });
    let at_first = app.test_env.dump(Table::Registrations).await;
    let publish_other = format!("{}/publish", seating(OTHER_COURSE));
    let bare = json!({});
    let mut found = 0;
    for number in 1.. {
        let one = async {
            let path = match beside {
                Beside::Late => {
                    keep_up(&app).await;
                    return;
                }
                Beside::Move => format!("{}/move", seating(COURSE)),
                Beside::Publication => format!("{}/publish", seating(COURSE)),
            };
            let answer = app.call(Request::post(&path, &to).bearer(&token)).await;
            assert!([200, 409].contains(&answer.status.as_u16()), "{}", answer.json);
        };
        let other = async {
            let request = Request::post(&publish_other, &bare).bearer(&token);
            let answer = app.call(request).await;
            assert!([200, 409].contains(&answer.status.as_u16()), "{}", answer.json);
        };
        app.test_env.database.set(fault);
        let met = app.test_env.database.meet(number, one, other).await;
        app.test_env.database.set(Fault::None);
        let now = app.test_env.dump(Table::Registrations).await;
        found += usize::from(has_one_twice(&now));
        if met.is_none() {
            break;
        }
        app.test_env.restore(Table::Registrations, &now, &at_first).await;
    }
    found
}

/// Whether a seat has two candidates in what is published.
fn has_one_twice(items: &[Value]) -> bool {
    let published = items
        .iter()
        .find(|item| item["pk"] == "SEATING#PUBLISHED")
        .unwrap();
    let is_current = |plan: &&Value| {
        let exam = format!("exam#{}", plan["course"].as_str().unwrap_or_default());
        plan["kind"] == "HALL_SEATS" && published[exam]["generation"] == plan["generation"]
    };
    let plans = items.iter().filter(is_current);
    let mut taken = BTreeSet::new();
    plans
        .flat_map(|plan| plan["seats"].as_object().unwrap().keys())
        .any(|seat| !taken.insert(seat))
}

#[tokio::test]
async fn who_pays_late_gets_no_seat_of_an_exam_that_is_published_meanwhile() {
    assert_eq!(twice(Beside::Late, Fault::None).await, 0);
}

#[tokio::test]
async fn a_move_takes_no_seat_of_an_exam_that_is_published_meanwhile() {
    assert_eq!(twice(Beside::Move, Fault::None).await, 0);
}

#[tokio::test]
async fn a_publication_takes_no_seat_of_an_exam_that_is_published_meanwhile() {
    assert_eq!(twice(Beside::Publication, Fault::None).await, 0);
}

/// The control: without conditions the clock of the hall refuses nothing.
#[tokio::test]
async fn without_conditions_two_exams_take_one_seat() {
    assert!(twice(Beside::Move, Fault::NoConditions).await > 0);
}

/// The seats of the second exam in a draft that is made now.
async fn seats_of_other(app: &App) -> Vec<String> {
    let made = done(app, &seating(OTHER_COURSE), &plain()).await;
    seated(&made).into_keys().collect()
}

#[tokio::test]
async fn an_exam_that_moved_has_its_seats_at_its_hours_of_now() {
    let (app, hall, _) = with_hall(1, 4, 1).await;
    draft(&app, &plain()).await;
    publish(&app).await;
    other_exam_in(&app, &hall).await;
    // Both at one time, as the fixture has it.
    assert_eq!(seats_of_other(&app).await, ["Hall A A2"]);
    // The first moves away, and its seats are free at the time that it had.
    move_to(&app, COURSE, "15:00", "17:00").await;
    assert_eq!(seats_of_other(&app).await, ["Hall A A1"]);
    // The second follows, with a draft that was made for other hours.
    move_to(&app, OTHER_COURSE, "16:00", "18:00").await;
    let publish_other = format!("{}/publish", seating(OTHER_COURSE));
    app.assert_changes_nothing(
        Request::post(&publish_other, &json!({})),
        (409, "seats_taken", ""),
    )
    .await;
    assert_eq!(seats_of_other(&app).await, ["Hall A A2"]);
    done(&app, &publish_other, &json!({})).await;
    // Who pays for the first later gets none of the second's.
    let late = paid(&app, 1..2).await;
    keep_up(&app).await;
    let now = seated(&read(&app, COURSE).await);
    assert_eq!(now["Hall A A3"], late[0].customer_id.to_string());
}
