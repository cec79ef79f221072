//! Drafts: who sits where, before anybody sees it.

use crate::*;
use store::tables::Table;
use test_support::{ALL, OTHER_COURSE};

#[tokio::test]
async fn those_who_have_paid_are_seated_in_order_and_the_rest_are_listed_with_the_reason() {
    let (app, _, orders) = with_hall(1, 2, 3).await;
    app.test_env.open_order(SINGLE, "not-paid@example.com").await;
    count(&app).await;
    assert_eq!(read(&app, COURSE).await["state"], "none");
    let made = draft(&app, &plain()).await;
    assert_eq!(
        (&made["state"], &made["version"], &made["is_published"]),
        (&json!("draft"), &json!(1), &json!(false))
    );
    assert_eq!(
        seated(&made),
        BTreeMap::from([place("Hall A A1", &orders[0]), place("Hall A A2", &orders[1])])
    );
    let first = &made["halls"][0]["seats"][0];
    assert_eq!(first["name"], "Asha Rao");
    let pass_no = first["pass_no"].as_str().unwrap().replace(' ', "");
    assert_eq!(pass_no, orders[0].customer_id.as_str());
    assert_eq!(
        made["unseated"],
        json!([{
            "customer_id": orders[2].customer_id, "name": "Asha Rao", "reason": "full",
            "pass_no": domain::pass::PassNo::of(&orders[2].customer_id).to_string(),
        }])
    );
    assert_eq!(read(&app, COURSE).await, made);
}

#[tokio::test]
async fn the_same_is_made_twice() {
    let (app, ..) = with_hall(3, 4, 9).await;
    for order in ["paid", "name", "shuffled"] {
        let options = json!({ "order": order, "spacing": "alternate", "siblings_apart": false });
        let (first, second) = (draft(&app, &options).await, draft(&app, &options).await);
        assert_eq!(
            (&first["halls"], &first["unseated"]),
            (&second["halls"], &second["unseated"])
        );
        assert_eq!(seated(&first).len(), 6);
    }
}

/// In the fixture everybody has the same number.
#[tokio::test]
async fn siblings_do_not_sit_beside_one_another_where_that_is_asked() {
    let (app, _, orders) = with_hall(1, 3, 3).await;
    let made = draft(
        &app,
        &json!({ "order": "paid", "spacing": "none", "siblings_apart": true }),
    )
    .await;
    assert_eq!(
        seated(&made),
        BTreeMap::from([place("Hall A A1", &orders[0]), place("Hall A A3", &orders[1])])
    );
    assert_eq!(made["unseated"][0]["reason"], "sibling");
}

#[tokio::test]
async fn who_has_chosen_this_of_all_exams_sits_it_and_whose_pass_is_withdrawn_does_not() {
    let (app, _, orders) = with_hall(1, 5, 2).await;
    app.test_env.clock.advance(time::Duration::minutes(1));
    let all = app.test_env.paid_order(ALL, "all@example.com").await;
    app.test_env.choose(&all, &[COURSE]).await;
    let other = app.test_env.paid_order(ALL, "other@example.com").await;
    app.test_env.choose(&other, &[OTHER_COURSE]).await;
    let undecided = app.test_env.paid_order(ALL, "undecided@example.com").await;
    // Who takes the exams on the web needs no seat.
    app.test_env.paid_on_the_web_for(ALL, "web@example.com").await;
    app.test_env.withdraw(&orders[0]).await;
    count(&app).await;
    let made = draft(&app, &plain()).await;
    let people: Vec<String> = seated(&made).into_values().collect();
    assert_eq!(
        people,
        [orders[1].customer_id.to_string(), all.customer_id.to_string()]
    );
    let unseated = made["unseated"].as_array().unwrap();
    assert_eq!(unseated.len(), 1, "{unseated:?}");
    assert_eq!(
        (&unseated[0]["customer_id"], &unseated[0]["reason"]),
        (&json!(undecided.customer_id), &json!("not_chosen"))
    );
}

#[tokio::test]
async fn an_exam_without_halls_seats_nobody() {
    let app = start().await;
    paid(&app, 0..1).await;
    let made = draft(&app, &plain()).await;
    assert_eq!(made["unseated"][0]["reason"], "no_hall");
    let path = format!("{}/publish", seating(COURSE));
    app.assert_changes_nothing(Request::post(path, &json!({})), (409, "no_halls", ""))
        .await;
}

#[tokio::test]
async fn two_exams_in_a_hall_at_one_time_share_its_seats() {
    let (app, hall, orders) = with_hall(1, 4, 2).await;
    draft(&app, &plain()).await;
    publish(&app).await;
    // At the same hours, as the fixture has it.
    let all = other_exam_in(&app, &hall).await;
    let made = done(&app, &seating(OTHER_COURSE), &plain()).await;
    assert_eq!(seated(&made), BTreeMap::from([place("Hall A A3", &all)]));
    let others: Vec<bool> = made["halls"][0]["seats"]
        .as_array()
        .unwrap()
        .iter()
        .map(|seat| seat["other_exam"] == true)
        .collect();
    assert_eq!(others, [true, true, false, false]);
    let taken =
        json!({ "customer_id": all.customer_id, "hall": hall, "seat": "A1", "version": made["version"] });
    let path = format!("{}/move", seating(OTHER_COURSE));
    app.assert_changes_nothing(Request::post(path, &taken), (409, "seat_taken", "seat"))
        .await;
    assert_eq!(seated(&read(&app, COURSE).await).len(), orders.len());
}

#[tokio::test]
async fn what_is_missing_or_unknown_is_refused_by_its_field() {
    let app = start().await;
    for (field, value, refused) in [
        ("order", Value::Null, "order"),
        ("order", json!("first"), "order"),
        ("spacing", Value::Null, "spacing"),
        ("spacing", json!("wide"), "spacing"),
        ("siblings_apart", json!("yes"), "siblings_apart"),
    ] {
        let mut form = plain();
        form[field] = value;
        let request = Request::post(seating(COURSE), &form);
        app.assert_changes_nothing(request, (422, "invalid_field", refused))
            .await;
    }
    for course in ["no-such-exam", "x"] {
        let path = seating(course);
        let requests = [
            Request::get(&path),
            Request::post(&path, &plain()),
            Request::delete(&path),
            Request::post(format!("{path}/publish"), &json!({})),
        ];
        for request in requests {
            app.assert_changes_nothing(request, (404, "not_found", "")).await;
        }
    }
}

#[tokio::test]
async fn a_draft_that_is_thrown_away_leaves_what_is_published() {
    let (app, ..) = with_hall(1, 3, 2).await;
    draft(&app, &plain()).await;
    let published = publish(&app).await;
    let second = draft(&app, &json!({ "order": "name", "spacing": "alternate" })).await;
    assert_eq!(
        (&second["state"], &second["is_published"]),
        (&json!("draft"), &json!(true))
    );
    assert_eq!(at_candidates(&app).await, seated(&published));
    for _ in 0..2 {
        let left = app.call_as_admin(Request::delete(seating(COURSE))).await;
        assert_eq!(
            (&left.json["state"], &left.json["halls"]),
            (&json!("published"), &published["halls"])
        );
    }
}

#[tokio::test]
async fn a_draft_that_a_colleague_has_made_meanwhile_is_neither_thrown_away_nor_replaced() {
    let (app, _, orders) = with_hall(1, 3, 2).await;
    let seen = draft(&app, &plain()).await["version"].as_u64().unwrap();
    let made = draft(&app, &json!({ "order": "name", "spacing": "alternate" })).await;
    let mut again = plain();
    again["version"] = seen.into();
    let discarded = format!("{}?version={seen}", seating(COURSE));
    for refused in [
        post(&app, &seating(COURSE), &again).await,
        app.call_as_admin(Request::delete(discarded)).await,
    ] {
        assert_eq!(refused.status, 409, "{}", refused.json);
        assert_eq!(refused.json["code"], "stale_version");
        assert_eq!(read(&app, COURSE).await, made);
    }
    // Nor does a refused one leave its seats behind.
    let items = app.test_env.dump(Table::Registrations).await;
    assert_eq!(
        items.iter().filter(|item| item["kind"] == "HALL_SEATS").count(),
        1
    );
    again["version"] = made["version"].clone();
    let replaced = draft(&app, &again).await;
    assert_eq!(seated(&replaced).len(), orders.len());
    let discarded = format!("{}?version={}", seating(COURSE), replaced["version"]);
    // Sent again because the answer was lost, it has happened already.
    for _ in 0..2 {
        let left = app.call_as_admin(Request::delete(&discarded)).await;
        assert_eq!(left.json["state"], "none", "{}", left.json);
    }
}

/// A hall was too small: who has a seat keeps it, also one given by hand, and the others sit in the hall that was added.
#[tokio::test]
async fn who_has_a_published_seat_keeps_it_where_that_is_asked() {
    let (app, first, orders) = with_hall(1, 3, 5).await;
    draft(&app, &plain()).await;
    publish(&app).await;
    let version = read(&app, COURSE).await["version"].clone();
    let by_hand = json!({
        "customer_id": orders[0].customer_id, "hall": first, "seat": "A3", "version": version, "swap": true,
    });
    done(&app, &format!("{}/move", seating(COURSE)), &by_hand).await;
    let before = seated(&read(&app, COURSE).await);
    let second = hall(&app, "Hall B", 1, 3).await;
    put_into(&app, COURSE, &[&second, &first]).await;

    let mut form = plain();
    form["order"] = json!("name");
    let replaced = draft(&app, &form).await;
    assert_ne!(replaced["changes"], 0);
    form["keep"] = json!(true);
    let kept = draft(&app, &form).await;
    assert_eq!((&kept["changes"], &kept["unseated"]), (&json!(0), &json!([])));
    let after = seated(&kept);
    assert_eq!(after.len(), 5);
    for (place, id) in &before {
        assert_eq!(&after[place], id, "{place}");
    }

    // Not where the hall no longer takes the seat, and not whose pass does not count any more.
    app.test_env.pay_back(&orders[0]).await;
    count(&app).await;
    let shorter = json!({ "name": "Hall A", "rows": 1, "columns": 3, "blocked": ["A2"] });
    let path = format!("{HALLS}/{first}");
    assert_eq!(app.call_as_admin(Request::put(path, &shorter)).await.status, 200);
    let kept = draft(&app, &form).await;
    assert_eq!(kept["changes"], 2);
    let after = seated(&kept);
    assert_eq!(after["Hall A A1"], before["Hall A A1"]);
    assert!(!after.contains_key("Hall A A2"));
    assert!(!after.values().any(|id| *id == orders[0].customer_id.to_string()));
    assert_eq!(after.len(), 4);
}

#[tokio::test]
async fn without_what_is_published_there_is_nothing_to_keep() {
    let (app, ..) = with_hall(1, 3, 2).await;
    let made = draft(&app, &plain()).await;
    let mut form = plain();
    form["keep"] = json!(true);
    let kept = draft(&app, &form).await;
    assert_eq!(seated(&kept), seated(&made));
    assert_eq!(kept["changes"], Value::Null);
}
