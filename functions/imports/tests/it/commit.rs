//! Registering everybody on a list, once.

use super::*;
use std::collections::BTreeSet;
use time::macros::datetime;

#[tokio::test]
async fn the_forty_of_the_sample_are_registered_and_paid_each_with_a_pass_and_an_entry_in_the_till() {
    let app = App::start().await;
    let id = app.take(&with(paid(SAMPLE), "amount", json!(40_000))).await;
    assert_eq!(app.lines_left().await, 40);
    // As long as the list may go on.
    let until = (app.test_env.clock.now() + time::Duration::days(60)).unix_timestamp();
    assert!(app.lines().await.iter().all(|line| line["expires"] == until));
    app.run_events().await;
    let list = app.list(&id).await;
    assert_eq!(
        (&list["state"], &list["done"], &list["total"]),
        (&json!("done"), &json!(40), &json!(40))
    );
    assert_eq!(
        (&list["group"], &list["refused"]),
        (&json!("St. Mary's, Kochi"), &json!([]))
    );
    assert_eq!(
        app.lines_left().await,
        0,
        "what is registered is not kept a second time"
    );

    let orders = app.of_kind("ORDER").await;
    assert!(
        orders
            .iter()
            .all(|order| order["status"] == "PAID" && order["channel"] == "counter")
    );
    let candidates = app.of_kind("CANDIDATE").await;
    assert_eq!((orders.len(), candidates.len()), (40, 40));
    let group = json!({ "list": id, "name": "St. Mary's, Kochi" });
    assert!(candidates.iter().all(|candidate| candidate["group"] == group));
    assert_eq!(app.of_kind("MAIL").await.len(), 40);
    let till = app.till().await;
    assert!(
        till.iter()
            .all(|entry| entry["clerk"] == "admin" && entry["mode"] == "cash")
    );
    let paise: i64 = till.iter().map(|entry| entry["amount"].as_i64().unwrap()).sum();
    assert_eq!((till.len(), paise), (40, 4_000_000));

    let [started] = &app.audited("import.started").await[..] else {
        panic!("one entry of the list");
    };
    assert_eq!(
        (&started["after"]["people"], &started["after"]["order_amount"]),
        (&json!(40), &json!(40_000))
    );
    let created = app.audited("candidate.created").await;
    assert_eq!(created.len(), 40);
    assert!(
        created
            .iter()
            .all(|entry| entry["after"]["group"] == "St. Mary's, Kochi")
    );
}

#[tokio::test]
async fn money_that_is_taken_now_is_cash_where_nothing_else_is_said() {
    let app = App::start().await;
    let mut form = paid(&list_of(2));
    form.as_object_mut().unwrap().remove("mode");
    let id = app.take(&form).await;
    app.run_events().await;
    let list = app.list(&id).await;
    assert_eq!(
        (&list["state"], &list["payment"], &list["mode"]),
        (&json!("done"), &json!("paid"), &json!("cash"))
    );
    let till = app.till().await;
    assert!(till.len() == 2 && till.iter().all(|entry| entry["mode"] == "cash"));
}

#[tokio::test]
async fn who_pays_later_is_registered_with_an_open_payment() {
    let app = App::start().await;
    let mut form = with(paid(&list_of(3)), "payment", json!("later"));
    form.as_object_mut().unwrap().remove("mode");
    let id = app.take(&form).await;
    app.run_events().await;
    let list = app.list(&id).await;
    assert_eq!(
        (&list["state"], &list["payment"], &list["mode"]),
        (&json!("done"), &json!("later"), &json!("cash"))
    );
    assert_eq!(list.get("receipt_no"), None);
    let orders = app.of_kind("ORDER").await;
    assert!(orders.iter().all(|order| order["status"] == "CREATED"));
    assert_eq!(
        (
            orders.len(),
            app.of_kind("MAIL").await.len(),
            app.till().await.len()
        ),
        (3, 0, 0)
    );
}

#[tokio::test]
async fn a_list_with_mistakes_registers_nobody_and_says_them() {
    let app = App::start().await;
    let csv = format!("{}Asha,student1@example.com,9846000009\n", list_of(3));
    let answer = app.post(&committed(&paid(&csv))).await;
    assert_eq!(
        (answer.status.as_u16(), answer.code(), answer.field()),
        (422, "list_has_errors", "csv")
    );
    assert_eq!(answer.json["errors"][0]["line"], 5);
    assert_eq!(
        (
            &answer.json["rows"],
            &answer.json["ok"],
            &answer.json["duplicates"]
        ),
        (&json!(4), &json!(3), &json!(1))
    );
    assert!(app.events().is_empty());
    assert_eq!(app.lines_left().await, 0);
}

#[tokio::test]
async fn a_sum_that_has_changed_since_it_was_shown_is_refused() {
    let app = App::start().await;
    let form = committed(&with(paid(&list_of(3)), "amount", json!(2700)));
    let answer = app.post(&form).await;
    assert_eq!((answer.status.as_u16(), answer.code()), (409, "price_changed"));
    assert_eq!(answer.json["price"], 3000);
    assert_eq!(app.lines_left().await, 0);
}

#[tokio::test]
async fn a_list_that_is_sent_twice_with_its_key_is_one_list() {
    let app = App::start().await;
    let form = committed(&paid(&list_of(3)));
    let send = async || {
        app.ask(Request::post(IMPORTS, &form).header("Idempotency-Key", KEY))
            .await
    };
    let (one, other) = futures::join!(send(), send());
    let (one, other) = match (one.status.as_u16(), other.status.as_u16()) {
        // Who came second may find the first still being written.
        (202, 503) | (503, 202) => (send().await, send().await),
        _ => (one, other),
    };
    assert_eq!(
        (one.status.as_u16(), other.status.as_u16()),
        (202, 202),
        "{}{}",
        one.json,
        other.json
    );
    assert_eq!(one.json["import_id"], other.json["import_id"]);
    assert_eq!(app.audited("import.started").await.len(), 1);
    assert_eq!(app.lines_left().await, 3, "those of one list");
    app.run_events().await;
    let again = send().await;
    assert_eq!(
        (again.status.as_u16(), &again.json["import_id"]),
        (202, &one.json["import_id"])
    );
    assert_eq!(app.of_kind("ORDER").await.len(), 3);

    let another = committed(&paid(&list_of(4)));
    let reused = app
        .ask(Request::post(IMPORTS, &another).header("Idempotency-Key", KEY))
        .await;
    assert_eq!(
        (reused.status.as_u16(), reused.code()),
        (409, "idempotency_key_reused")
    );
}

#[tokio::test]
async fn two_lists_with_the_same_people_register_each_of_them_once_and_name_the_lines_that_came_too_late() {
    let app = App::start().await;
    let form = paid(&list_of(5));
    let ids = [app.take(&form).await, app.take(&form).await];
    app.run_events().await;
    let lists = [app.list(&ids[0]).await, app.list(&ids[1]).await];
    assert!(lists.iter().all(|list| list["state"] == "done"), "{lists:?}");
    let refused: Vec<usize> = lists
        .iter()
        .map(|list| list["refused"].as_array().unwrap().len())
        .collect();
    assert_eq!(refused, [0, 5]);
    assert_eq!(
        lists[1]["refused"][0],
        json!({
            "line": 2, "code": "already_registered",
            "message": "This address is registered for it already. Take the line out.",
        })
    );
    let orders = app.of_kind("ORDER").await;
    let addresses: BTreeSet<&str> = orders
        .iter()
        .map(|order| order["person"]["email"].as_str().unwrap())
        .collect();
    assert_eq!((orders.len(), addresses.len()), (5, 5));
    assert_eq!(
        (app.people(&ids[0]).await.len(), app.people(&ids[1]).await.len()),
        (5, 0)
    );
}

#[tokio::test]
async fn a_list_ends_with_words_where_the_counter_closes_or_the_price_changes_in_between() {
    let app = App::start().await;
    let id = app.take(&paid(&list_of(3))).await;
    let mut items = app.test_env.dump(Table::Catalogue).await;
    let package = items
        .iter_mut()
        .find(|item| item["sk"] == format!("PACKAGE#{SINGLE}"))
        .unwrap();
    package["price"] = json!(90_000);
    app.test_env.put(Table::Catalogue, package).await;
    app.run_events().await;
    let list = app.list(&id).await;
    assert_eq!(list["state"], "failed");
    assert_eq!(
        list["error"],
        "The price has changed. Nobody else on the list was registered. Upload the rest as a new list."
    );
    assert!(app.of_kind("ORDER").await.is_empty());
    assert_eq!(app.lines_left().await, 0, "nobody works on them any more");
}

/// In one hand at two minutes to midnight in India; registered on the next day.
#[tokio::test]
async fn the_money_of_a_list_is_in_the_till_of_the_day_on_which_it_was_taken() {
    let app = App::start().await;
    app.test_env.clock.set_to(datetime!(2025-05-20 18:28 UTC));
    let id = app.take(&paid(&list_of(3))).await;
    app.test_env.clock.advance(time::Duration::minutes(5));
    app.run_events().await;
    let till = app.till().await;
    let tills: Vec<&Value> = till.iter().map(|entry| &entry["pk"]).collect();
    assert_eq!(tills, ["TILL#2025-05-20#admin"; 3]);
    let list = app.list(&id).await;
    assert_eq!((&list["state"], &list["done"]), (&json!("done"), &json!(3)));
    for order in app.of_kind("ORDER").await {
        assert_eq!(
            (&order["paid_at"], &order["created_at"]),
            (&list["created_at"], &json!("2025-05-20T18:33:00Z"))
        );
    }
    // The mail is as old as the registration: it is not tried for shorter than others.
    for mail in app.of_kind("MAIL").await {
        assert_eq!(mail["created_at"], "2025-05-20T18:33:00Z");
    }
}

#[tokio::test]
async fn who_cannot_be_looked_at_any_more_is_left_out_and_the_others_are_registered() {
    let app = App::start().await;
    let id = app.take(&paid(&list_of(3))).await;
    app.spoil_claim("student1@example.com").await;
    app.run_events().await;
    let list = app.list(&id).await;
    assert_eq!((&list["state"], &list["done"]), (&json!("done"), &json!(3)));
    assert_eq!(
        list["refused"],
        json!([{
            "line": 3, "code": "unreadable",
            "message": "What is kept about this address cannot be read. Take the line out, and contact the person who maintains the system.",
        }])
    );
    assert_eq!(app.people(&id).await.len(), 2);
}

#[tokio::test]
async fn who_finds_no_place_left_is_named_with_the_reason() {
    let app = App::start().await;
    let id = app.take(&paid(&list_of(3))).await;
    app.test_env.limit_places(COURSE, 2).await;
    app.run_events().await;
    let list = app.list(&id).await;
    assert_eq!(list["state"], "done");
    assert_eq!(
        list["refused"],
        json!([{ "line": 4, "code": "sold_out", "message": "No place of this exam is left for this line." }])
    );
    assert_eq!(app.people(&id).await.len(), 2);
}
