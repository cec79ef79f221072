//! What is shown of a group.

use super::*;

#[tokio::test]
async fn a_group_has_everybody_in_the_order_of_the_list_with_what_is_on_their_passes_and_one_receipt() {
    let app = App::start().await;
    let id = app.take(&paid(SAMPLE)).await;
    assert!(app.people(&id).await.is_empty(), "nobody is registered yet");
    app.run_events().await;
    let list = app.list(&id).await;
    let receipt = list["receipt_no"].as_str().unwrap();
    assert_eq!((receipt.len(), &receipt[..2], &receipt[6..7]), (11, "G-", "-"));
    assert_eq!(
        (&list["price"], &list["created_by"], &list["reference"]),
        (&json!(1000), &json!("admin"), &json!("Cheque 77"))
    );
    let people = app.people(&id).await;
    assert_eq!(people.len(), 40);
    for (place, person) in people.iter().enumerate() {
        assert_eq!(
            person["email"],
            format!("student{:02}@stmarys.example.com", place + 1)
        );
        assert_eq!(person["status"], "PAID");
        let number = person["pass_no"].as_str().unwrap().replace(' ', "");
        assert_eq!(person["customer_id"], number);
        let qr = person["qr"].as_str().unwrap();
        assert!(qr.starts_with(&format!("EXPO1:{number}:")), "{qr}");
        // The order's identifier opens the pass, and is nobody else's business.
        assert_eq!(person.get("order_id"), None);
    }
}

/// The list says what everybody was registered for, and one of them sits something else by now.
#[tokio::test]
async fn each_of_a_group_has_what_their_own_order_has_bought() {
    let app = App::start().await;
    let id = app.take(&paid(&list_of(2))).await;
    app.run_events().await;
    let list = app.list(&id).await;
    let of_list = [&list["course"], &list["college"]].map(|name| name.as_str().unwrap());
    let mut order = app.of_kind("ORDER").await.remove(0);
    order["selection"]["exam_name"] = json!("BSc Entrance");
    app.test_env.put(Table::Registrations, &order).await;
    let people = app.people(&id).await;
    for person in &people {
        let is_corrected = person["customer_id"] == order["customer_id"];
        let exam = if is_corrected { "BSc Entrance" } else { of_list[0] };
        assert_eq!(person["bought"], format!("{exam}, {}", of_list[1]));
    }
    assert_eq!(people.len(), 2);
}

#[tokio::test]
async fn a_group_of_more_than_a_hundred_comes_in_parts() {
    let app = App::start().await;
    let id = app
        .take(&with(paid(&list_of(120)), "payment", json!("later")))
        .await;
    app.run_events().await;
    let first = app.ask(Request::get(format!("{IMPORTS}/{id}/people"))).await;
    assert_eq!(
        (
            first.json["people"].as_array().unwrap().len(),
            &first.json["next"]
        ),
        (100, &json!(100))
    );
    assert_eq!(app.people(&id).await.len(), 120);
    assert!(first.json["people"][0].get("qr").is_none(), "nothing is paid");
    let beyond = app
        .ask(Request::get(format!("{IMPORTS}/{id}/people?from=999")))
        .await;
    assert_eq!(
        (beyond.status.as_u16(), &beyond.json["people"]),
        (200, &json!([]))
    );
}

#[tokio::test]
async fn the_newest_lists_come_first_and_one_that_never_was_is_not_there() {
    let app = App::start().await;
    let first = app.take(&paid(&list_of(1))).await;
    app.test_env.clock.advance(time::Duration::seconds(1));
    let other = "name,email,phone\nAsha,asha@example.com,9846010000";
    let second = app.take(&with(paid(other), "group", json!(""))).await;
    let lists = app.ask(Request::get(IMPORTS)).await.json;
    let lists = lists["imports"].as_array().unwrap();
    let ids: Vec<&Value> = lists.iter().map(|list| &list["import_id"]).collect();
    assert_eq!(ids, [&json!(second), &json!(first)]);
    assert_eq!(
        lists[0]["group"], "Cheque 77",
        "the reference stands in for a name"
    );
    for id in ["x", "01747735200000-0123456789ABCDEF"] {
        for path in [format!("{IMPORTS}/{id}"), format!("{IMPORTS}/{id}/people")] {
            assert_eq!(app.ask(Request::get(path)).await.status, 404);
        }
    }
    let answer = app
        .ask(Request::get(format!("{IMPORTS}/{first}/people?from=x")))
        .await;
    assert_eq!(answer.status, 422);
}
