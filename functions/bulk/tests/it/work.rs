//! What is done to each of them is what the single action does, and each has a result.

use super::*;
use domain::payment::{PassValidity, Status};

#[tokio::test]
async fn passes_are_withdrawn_and_given_back_with_reason_act_and_audit_entry() {
    let app = App::start().await;
    let orders = app.paid(3).await;
    app.unpaid(1).await;
    let state = app.run(&to_all("withdraw")).await;
    assert_eq!(counts(&state), [4, 3, 1, 0, 0], "{state}");
    let id = state["bulk_id"].as_str().unwrap();
    assert_eq!(app.results(id, "done").await.len(), 3);
    let skipped = app.results(id, "skipped").await;
    assert_eq!(skipped.values().flatten().collect::<Vec<_>>(), ["not_paid"]);
    for order in &orders {
        let stored = app.stored(order).await;
        assert_eq!(stored.validity(), Some(PassValidity::Withdrawn));
        let withdrawn = stored.withdrawn.unwrap();
        assert_eq!(withdrawn.reason, "The hall is closed");
        assert_eq!(withdrawn.by.as_deref(), Some("admin"));
    }
    assert_eq!(app.audited("bulk.started").await.len(), 1);
    assert_eq!(app.audited("pass.withdrawn").await.len(), 3);
    // Who was changed gets a mail, for which no other mail waits, and the timeline names it.
    assert_eq!((app.count("NEWS").await, app.count("ACT").await), (3, 3));
    let news = app.test_env.of_kind(Table::Registrations, "NEWS").await;
    assert!(
        news.iter().all(|mail| mail["due_shard"] == "DUE#NEWS#CROWD"),
        "{news:?}"
    );
    assert_eq!(app.count("BULK_LEFT").await, 0);
    app.test_env.clock.advance(Duration::minutes(1));
    app.listed().await;
    let mut form = to_all("restore");
    form["expected"] = json!(3);
    let answer = app.ask(keyed(&form, "2")).await;
    assert_eq!(answer.status, 202, "{}", answer.json);
    let restored = app.finish(answer.json["bulk_id"].as_str().unwrap()).await;
    assert_eq!(counts(&restored), [4, 3, 1, 0, 0]);
    for order in &orders {
        assert_eq!(app.stored(order).await.validity(), Some(PassValidity::Valid));
    }
    let all = app.ask(Request::get(BULK)).await.json;
    let newest: Vec<_> = all["bulk"]
        .as_array()
        .unwrap()
        .iter()
        .map(|one| &one["action"])
        .collect();
    assert_eq!(newest, ["restore", "withdraw"]);
}

#[tokio::test]
async fn money_of_the_counter_is_taken_into_the_till_of_who_began_it() {
    let app = App::start().await;
    let orders = app.unpaid(3).await;
    app.paid(1).await;
    let state = app.run(&to_all("mark_paid")).await;
    assert_eq!(counts(&state), [4, 3, 1, 0, 0], "{state}");
    for order in &orders {
        assert_eq!(app.stored(order).await.status, Status::Paid);
    }
    let entries = app.audited("payment.mark_paid").await;
    assert_eq!(entries.len(), 3);
    assert!(entries.iter().all(|entry| entry["username"] == "admin"));
    assert_eq!(app.till_entries().await, 3);
    // The passes of three are to be mailed, that of the fourth was.
    assert_eq!(app.count("MAIL").await, 4);
}

#[tokio::test]
async fn who_registers_after_it_began_is_not_meant_and_who_is_changed_meanwhile_is_passed_over() {
    let app = App::start().await;
    let orders = app.unpaid(3).await;
    let id = app.begin(&to_all("mark_paid")).await;
    app.test_env.clock.advance(Duration::minutes(1));
    let late = app.test_env.counter_order(SINGLE, "late@example.com").await;
    app.listed().await;
    app.test_env.record_paid(&orders[0]).await;
    let state = app.finish(&id).await;
    assert_eq!(counts(&state), [3, 2, 1, 0, 0], "{state}");
    let skipped = app.results(&id, "skipped").await;
    let first = orders[0].customer_id.to_string();
    assert_eq!(skipped.get(&first), Some(&Some("already_paid".to_owned())));
    assert_eq!(app.stored(&late).await.status, Status::Created);
    assert_eq!(app.till_entries().await, 2);
}

#[tokio::test]
async fn a_candidate_whose_order_cannot_be_read_keeps_nobody_else_waiting() {
    for action in ["withdraw", "resend"] {
        let app = App::start().await;
        let spoilt = app.paid(3).await.remove(1);
        let mut form = to_all(action);
        form["expected"] = app.preview(&form).await["changes"].clone();
        let begun = app.ask(keyed(&form, "1")).await;
        assert_eq!(begun.status, 202, "{}", begun.json);
        app.test_env
            .spoil("ORDER", spoilt.customer_id.as_str(), "/amount")
            .await;
        let id = begun.json["bulk_id"].as_str().unwrap();
        let [total, _, _, failed, left] = counts(&app.finish(id).await);
        assert_eq!((total, failed, left), (3, 1, 0), "{action}");
        let failed = app.results(id, "failed").await;
        assert_eq!(
            failed.get(&spoilt.customer_id.to_string()),
            Some(&Some("unreadable".to_owned())),
            "{action}"
        );
    }
}

#[tokio::test]
async fn a_candidate_whose_row_cannot_be_read_is_left_out_and_keeps_nobody_else_waiting() {
    let app = App::start().await;
    let spoilt = app.paid(3).await.remove(1);
    app.test_env
        .spoil("PROJECTION", spoilt.customer_id.as_str(), "/row/status")
        .await;
    let form = to_all("withdraw");
    assert_eq!(
        app.preview(&form).await["skipped"],
        json!([{ "reason": "unreadable", "count": 1 }])
    );
    let state = app.run(&form).await;
    assert_eq!(counts(&state), [2, 2, 0, 0, 0], "{state}");
    assert_eq!(app.stored(&spoilt).await.validity(), Some(PassValidity::Valid));
}

#[tokio::test]
async fn who_pays_after_it_began_keeps_the_pass() {
    let app = App::start().await;
    let counted = app.paid(1).await.remove(0);
    let late = app.unpaid(1).await.remove(0);
    let id = app.begin(&to_all("withdraw")).await;
    app.test_env.clock.advance(Duration::minutes(1));
    app.test_env.record_paid(&late).await;
    let state = app.finish(&id).await;
    assert_eq!(counts(&state), [2, 1, 1, 0, 0], "{state}");
    let skipped = app.results(&id, "skipped").await;
    assert_eq!(skipped.values().flatten().collect::<Vec<_>>(), ["not_paid"]);
    assert_eq!(
        app.stored(&counted).await.validity(),
        Some(PassValidity::Withdrawn)
    );
    assert_eq!(app.stored(&late).await.validity(), Some(PassValidity::Valid));
}

#[tokio::test]
async fn a_pass_that_is_withdrawn_after_it_began_is_not_given_back() {
    let app = App::start().await;
    let orders = app.paid(2).await;
    let counted = app.test_env.withdraw(&orders[0]).await;
    app.listed().await;
    let id = app.begin(&to_all("restore")).await;
    app.test_env.clock.advance(Duration::minutes(1));
    let late = app.test_env.withdraw(&orders[1]).await;
    let state = app.finish(&id).await;
    assert_eq!(counts(&state), [2, 1, 1, 0, 0], "{state}");
    let skipped = app.results(&id, "skipped").await;
    assert_eq!(skipped.values().flatten().collect::<Vec<_>>(), ["unchanged"]);
    assert_eq!(app.stored(&counted).await.validity(), Some(PassValidity::Valid));
    assert_eq!(app.stored(&late).await.validity(), Some(PassValidity::Withdrawn));
}

#[tokio::test]
async fn no_pass_is_given_back_to_who_has_the_money_back() {
    let app = App::start().await;
    let orders = app.paid(2).await;
    let withdrawn = app.run(&to_all("withdraw")).await;
    assert_eq!(counts(&withdrawn), [2, 2, 0, 0, 0]);
    app.test_env.pay_back(&orders[0]).await;
    app.listed().await;
    let preview = app.preview(&to_all("restore")).await;
    assert_eq!(
        (&preview["changes"], &preview["skipped"]),
        (&json!(1), &json!([{ "reason": "refunded", "count": 1 }]))
    );
    let mut form = to_all("restore");
    form["expected"] = json!(1);
    let begun = app.ask(keyed(&form, "2")).await;
    let id = begun.json["bulk_id"].as_str().unwrap();
    assert_eq!(counts(&app.finish(id).await), [2, 1, 1, 0, 0]);
    let skipped = app.results(id, "skipped").await;
    assert_eq!(skipped.values().flatten().collect::<Vec<_>>(), ["refunded"]);
    let validities = [app.stored(&orders[0]).await, app.stored(&orders[1]).await];
    assert_eq!(
        validities.map(|order| order.validity()),
        [Some(PassValidity::Withdrawn), Some(PassValidity::Valid)]
    );
}

/// A clerk answers for their own till alone.
#[tokio::test]
async fn nobody_resumes_what_takes_money_into_the_till_of_another() {
    let app = App::start().await;
    app.unpaid(1).await;
    app.paid(1).await;
    for (action, key, status) in [("mark_paid", "1", 409), ("resend", "2", 204)] {
        let mut form = to_all(action);
        form["expected"] = json!(1);
        let begun = app.ask(keyed(&form, key)).await;
        let id = begun.json["bulk_id"].as_str().unwrap();
        let other = app.test_env.token_by_name("another", Role::Counter).await;
        let act = async |what: &str| {
            let request = Request::post(format!("{BULK}/{id}/{what}"), &json!({}));
            call(&app.router, request.bearer(&other)).await
        };
        assert_eq!(act("stop").await.status, 204);
        let resumed = act("resume").await;
        assert_eq!(resumed.status, status, "{action}: {}", resumed.json);
        if status == 409 {
            assert_eq!(resumed.code(), "another_till");
            assert_eq!(app.state(id).await["state"], "stopped");
        }
    }
    assert_eq!(app.till_entries().await, 0);
}

#[tokio::test]
async fn one_that_is_stopped_waits_for_another_day_and_goes_on_where_it_was() {
    let app = App::start().await;
    app.unpaid(30).await;
    let id = app.begin(&to_all("mark_paid")).await;
    let event = app.events().remove(0);
    let act = async |what: &str| {
        let request = Request::post(format!("{BULK}/{id}/{what}"), &json!({}));
        app.ask(request).await.status
    };
    assert_eq!(act("stop").await, 204);
    assert_eq!(act("stop").await, 204);
    let _ = app.worker.handle(event).await;
    let stopped = app.state(&id).await;
    assert_eq!(
        (&stopped["state"], app.till_entries().await),
        (&json!("stopped"), 0)
    );
    app.test_env.clock.advance(Duration::DAY);
    assert_eq!(app.wake().await, 0);
    assert_eq!(act("resume").await, 204);
    assert_eq!(counts(&app.finish(&id).await), [30, 30, 0, 0, 0]);
    assert_eq!(app.till_entries().await, 30);
    for what in ["stop", "resume"] {
        assert_eq!(act(what).await, 409);
    }
    assert_eq!(app.audited("bulk.stopped").await.len(), 1);
    assert_eq!(app.audited("bulk.resumed").await.len(), 1);
}

/// More than one step, page and transaction has.
#[tokio::test]
async fn each_of_many_has_one_result() {
    let app = App::start().await;
    app.test_env.seed_candidates(7, 230).await;
    app.test_env.clock.advance(Duration::days(4));
    app.listed().await;
    let id = app.begin(&to_all("withdraw")).await;
    let state = app.finish(&id).await;
    let [total, done, skipped, failed, left] = counts(&state);
    assert_eq!((total, failed, left), (230, 0, 0), "{state}");
    assert_eq!(app.results(&id, "done").await.len() as u64, done);
    assert_eq!(app.results(&id, "skipped").await.len() as u64, skipped);
    assert_eq!(app.audited("pass.withdrawn").await.len() as u64, done);
    assert!(done > 20 && skipped > 20, "{state}");
}

/// The first registration's claim went to an online payment, and with the refund of that it was free for another one.
#[tokio::test]
async fn money_is_not_taken_where_another_registration_at_the_counter_holds_the_claim() {
    let app = App::start().await;
    let first = app.test_env.counter_order(SINGLE, "asha@example.com").await;
    let online = app.test_env.paid_order(SINGLE, "asha@example.com").await;
    app.test_env.pay_back(&online).await;
    let second = app.test_env.counter_order(SINGLE, "asha@example.com").await;
    app.listed().await;
    let state = app
        .run(&json!({ "action": "mark_paid", "audience": { "customer_ids": [first.customer_id] } }))
        .await;
    assert_eq!(counts(&state), [1, 0, 1, 0, 0], "{state}");
    let skipped = app.results(state["bulk_id"].as_str().unwrap(), "skipped").await;
    assert_eq!(
        skipped.values().flatten().collect::<Vec<_>>(),
        ["already_registered"]
    );
    assert_eq!(app.stored(&second).await.status, Status::Created);
    assert_eq!(app.till_entries().await, 0);
}
