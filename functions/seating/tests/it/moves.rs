//! Moves by hand, one at a time.

use crate::*;

fn to(order: &Order, hall: &str, seat: &str, version: &Value) -> Value {
    json!({ "customer_id": order.customer_id, "hall": hall, "seat": seat, "version": version })
}

fn path() -> String {
    format!("{}/move", seating(COURSE))
}

/// In a draft and in what is published; there the items of the candidates follow.
#[tokio::test]
async fn a_candidate_moves_to_a_free_seat_of_any_hall_or_changes_places_with_another() {
    for is_published in [false, true] {
        let app = start().await;
        let (one, two) = (hall(&app, "One", 1, 3).await, hall(&app, "Two", 2, 2).await);
        put_into(&app, COURSE, &[&one, &two]).await;
        let orders = paid(&app, 0..2).await;
        let mut now = draft(&app, &plain()).await;
        if is_published {
            now = publish(&app).await;
        }
        now = done(&app, &path(), &to(&orders[0], &two, "B2", &now["version"])).await;
        assert_eq!(
            seated(&now),
            BTreeMap::from([place("One A2", &orders[1]), place("Two B2", &orders[0])])
        );
        let swap = |order, hall: &str, seat| {
            let mut form = to(order, hall, seat, &now["version"]);
            form["swap"] = json!(true);
            form
        };
        let swapped = done(&app, &path(), &swap(&orders[1], &two, "B2")).await;
        assert_eq!(
            seated(&swapped),
            BTreeMap::from([place("One A2", &orders[0]), place("Two B2", &orders[1])])
        );
        // The answer was lost, and it is sent again.
        assert_eq!(done(&app, &path(), &swap(&orders[1], &two, "B2")).await, swapped);
        // Within a hall.
        now = done(&app, &path(), &to(&orders[0], &one, "a1", &swapped["version"])).await;
        assert_eq!(now["version"], json!(swapped["version"].as_u64().unwrap() + 1));
        if is_published {
            assert_eq!(at_candidates(&app).await, seated(&now));
        }
        let entries = app.audit_log().await;
        let count = |action: &str| entries.iter().filter(|entry| entry["action"] == action).count();
        assert_eq!((count("seating.moved"), count("seating.swapped")), (2, 1));
    }
}

/// The seat of one who left is given to a late payer, and no version says so.
#[tokio::test]
async fn places_are_changed_with_the_one_who_sat_there_and_nobody_else() {
    let (app, hall, orders) = with_hall(1, 3, 3).await;
    draft(&app, &plain()).await;
    let now = publish(&app).await;
    let mut form = to(&orders[0], &hall, "A2", &now["version"]);
    form["swap"] = json!(true);
    form["with"] = json!(orders[2].customer_id);
    app.assert_changes_nothing(Request::post(path(), &form), (409, "seat_taken", "seat"))
        .await;
    form["with"] = json!("nobody at all");
    app.assert_changes_nothing(Request::post(path(), &form), (422, "invalid_field", "with"))
        .await;
    form["with"] = json!(orders[1].customer_id);
    let swapped = seated(&done(&app, &path(), &form).await);
    assert_eq!(swapped["Hall A A1"], orders[1].customer_id.to_string());
}

/// Who sits on such a seat stays there, or leaves it to nobody.
#[tokio::test]
async fn nobody_is_put_by_an_exchange_on_a_seat_that_the_hall_lost_or_another_exam_has() {
    let (app, hall, orders) = with_hall(1, 4, 2).await;
    draft(&app, &plain()).await;
    let now = publish(&app).await;
    let exchange = |seat: &str| {
        let mut form = to(&orders[0], &hall, seat, &now["version"]);
        form["swap"] = json!(true);
        form
    };
    let plan = |blocked: &[&str]| json!({ "name": "Hall A", "rows": 1, "columns": 4, "blocked": blocked });
    let edit = async |blocked: &[&str]| {
        let request = Request::put(format!("{HALLS}/{hall}"), &plan(blocked));
        assert_eq!(app.call_as_admin(request).await.status, 200);
    };
    edit(&["A1"]).await;
    app.assert_changes_nothing(
        Request::post(path(), &exchange("A2")),
        (422, "invalid_field", "seat"),
    )
    .await;
    edit(&[]).await;
    // Another exam, which has the seat in the afternoon, is moved to the time of this one.
    other_exam_in(&app, &hall).await;
    move_to(&app, OTHER_COURSE, "15:00", "17:00").await;
    done(&app, &seating(OTHER_COURSE), &plain()).await;
    done(&app, &format!("{}/publish", seating(OTHER_COURSE)), &json!({})).await;
    move_to(&app, OTHER_COURSE, "10:00", "12:00").await;
    app.assert_changes_nothing(
        Request::post(path(), &exchange("A2")),
        (409, "seat_taken", "seat"),
    )
    .await;
    let alone = to(&orders[0], &hall, "A4", &now["version"]);
    let left = seated(&done(&app, &path(), &alone).await);
    assert_eq!(left["Hall A A4"], orders[0].customer_id.to_string());
}

#[tokio::test]
async fn who_has_no_seat_is_put_on_one_by_hand_and_no_longer_flagged() {
    let (app, first, orders) = with_hall(1, 1, 2).await;
    let second = hall(&app, "Hall B", 1, 1).await;
    draft(&app, &plain()).await;
    publish(&app).await;
    let [flag] = &app.test_env.flags().await[..] else {
        panic!("not flagged")
    };
    assert_eq!(
        (&flag.customer_id, &*flag.note),
        (&orders[1].customer_id, "Without a seat in BCA Entrance.")
    );
    // More halls are for the next draft.
    put_into(&app, COURSE, &[&first, &second]).await;
    let now = read(&app, COURSE).await;
    let request = Request::post(path(), &to(&orders[1], &second, "A1", &now["version"]));
    app.assert_changes_nothing(request, (422, "invalid_field", "hall"))
        .await;
    let swap = json!({
        "customer_id": orders[1].customer_id, "hall": first, "seat": "A1", "version": now["version"], "swap": true,
    });
    app.assert_changes_nothing(Request::post(path(), &swap), (409, "nothing_to_swap", ""))
        .await;
    let drafted = draft(&app, &plain()).await;
    assert_eq!(drafted["unseated"], json!([]));
    let published = publish(&app).await;
    assert_eq!(seated(&published).len(), 2);
    keep_up(&app).await;
    assert_eq!(app.test_env.flags().await, []);
}

#[tokio::test]
async fn each_wrong_move_is_refused_by_its_field_and_changes_nothing() {
    let (app, hall, orders) = with_hall(2, 2, 2).await;
    let other = app.test_env.open_order(SINGLE, "not-paid@example.com").await;
    let request = Request::post(path(), &to(&orders[0], &hall, "B1", &json!(0)));
    app.assert_changes_nothing(request, (409, "no_draft", "")).await;
    let now = draft(&app, &plain()).await;
    let good = to(&orders[0], &hall, "B1", &now["version"]);
    for (field, value, refused) in [
        ("customer_id", Value::Null, (422, "invalid_field", "customer_id")),
        (
            "customer_id",
            json!("C00000000000"),
            (422, "invalid_field", "customer_id"),
        ),
        (
            "customer_id",
            json!(other.customer_id),
            (422, "invalid_field", "customer_id"),
        ),
        ("hall", Value::Null, (422, "invalid_field", "hall")),
        ("hall", json!("hall-of-nobody"), (422, "invalid_field", "hall")),
        ("seat", Value::Null, (422, "invalid_field", "seat")),
        ("seat", json!("C1"), (422, "invalid_field", "seat")),
        ("seat", json!("1A"), (422, "invalid_field", "seat")),
        ("seat", json!("A2"), (409, "seat_taken", "seat")),
        ("version", Value::Null, (422, "invalid_field", "version")),
        ("version", json!(0), (409, "stale_version", "")),
        ("version", json!("1"), (422, "invalid_field", "version")),
        ("swap", json!("yes"), (422, "invalid_field", "swap")),
    ] {
        let mut form = good.clone();
        form[field] = value;
        app.assert_changes_nothing(Request::post(path(), &form), refused)
            .await;
    }
}

/// A draft is made for later, and today somebody is to be moved, and the door lists to be printed.
#[tokio::test]
async fn what_is_published_is_read_and_changed_beside_a_draft() {
    let (app, hall, orders) = with_hall(1, 4, 2).await;
    draft(&app, &plain()).await;
    publish(&app).await;
    let drafted = draft(&app, &json!({ "order": "paid", "spacing": "alternate" })).await;
    assert_eq!(
        (&drafted["state"], &drafted["has_draft"]),
        (&json!("draft"), &json!(true))
    );
    let of_published = format!("{}?of=published", seating(COURSE));
    let read_published = async || app.call_as_admin(Request::get(&of_published)).await.json;
    let published = read_published().await;
    assert_eq!(
        (
            &published["state"],
            &published["has_draft"],
            &published["is_published"]
        ),
        (&json!("published"), &json!(true), &json!(true))
    );
    assert_eq!(seated(&published)["Hall A A2"], orders[1].customer_id.to_string());
    let form = to(&orders[1], &hall, "A4", &published["version"]);
    let moved = done(&app, &format!("{}?of=published", path()), &form).await;
    assert_eq!(moved, read_published().await);
    assert_eq!(seated(&moved)["Hall A A4"], orders[1].customer_id.to_string());
    assert_eq!(at_candidates(&app).await, seated(&moved));
    let still = read(&app, COURSE).await;
    assert_eq!(
        (&still["state"], seated(&still)),
        (&json!("draft"), seated(&drafted))
    );
    for request in [
        Request::get(format!("{}?of=both", seating(COURSE))),
        Request::post(format!("{}?of=both", path()), &form),
    ] {
        app.assert_changes_nothing(request, (422, "invalid_field", "of"))
            .await;
    }
}
