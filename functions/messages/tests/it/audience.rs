//! Who gets a message.

use super::*;
use std::collections::BTreeSet;
use test_support::{ALL, COURSE, OTHER_COURSE, SINGLE};

impl App {
    /// The addresses that a message to an audience went to.
    async fn reached(&self, audience: Value) -> BTreeSet<String> {
        self.test_env.mailbox.clear();
        let answer = self.ask(keyed(&to(audience.clone()), "2")).await;
        assert_eq!(answer.status, 202, "{}", answer.json);
        let id = answer.json["message_id"].as_str().unwrap().to_owned();
        self.finish(&id).await;
        // The key is used up.
        let forms = self.test_env.dump(Table::Access).await;
        for form in forms.iter().filter(|item| item["sk"] == "FORM") {
            self.test_env.delete(Table::Access, form).await;
        }
        self.mails().into_keys().collect()
    }
}

#[tokio::test]
async fn each_filter_admits_whom_it_says() {
    let app = App::with_candidates(80).await;
    let everybody = app.test_env.everybody().await;
    let those = |wanted: &dyn Fn(&test_support::Known) -> bool| -> BTreeSet<String> {
        let those = everybody.iter().filter(|one| wanted(one));
        those.map(|one| one.email.clone()).collect()
    };
    let one = everybody[3].clone();
    let ids = [one.customer_id.clone()];
    for (audience, expected) in [
        (json!({}), those(&|_| true)),
        (json!({ "status": "PAID" }), those(&|one| one.status == "PAID")),
        (json!({ "validity": "valid" }), those(&|one| one.status == "PAID")),
        (json!({ "validity": "withdrawn" }), BTreeSet::new()),
        (
            json!({ "package": one.package }),
            those(&|other| other.package == one.package),
        ),
        (json!({ "course": COURSE }), those(&|one| one.course == COURSE)),
        (
            json!({ "holds_exam": OTHER_COURSE }),
            those(&|one| one.course == OTHER_COURSE || one.course == "allColleges"),
        ),
        (json!({ "exam_preference": "Online" }), BTreeSet::new()),
        (json!({ "status": "WITHDRAWN" }), BTreeSet::new()),
        (
            json!({ "registered_from": one.day }),
            those(&|other| other.day >= one.day),
        ),
        (
            json!({ "registered_from": one.day, "registered_to": one.day }),
            those(&|other| other.day == one.day),
        ),
        (json!({ "checked_in": "day:2025-05-31" }), BTreeSet::new()),
        (
            json!({ "not_checked_in": "day:2025-05-31", "status": "PAID" }),
            those(&|one| one.status == "PAID"),
        ),
        (
            json!({ "customer_ids": ids }),
            BTreeSet::from([one.email.clone()]),
        ),
        (
            json!({ "customer_ids": ids, "status": if one.status == "PAID" { "FAILED" } else { "PAID" } }),
            BTreeSet::new(),
        ),
    ] {
        let reached = app.reached(audience.clone()).await;
        assert_eq!(reached, expected, "{audience}");
    }
}

#[tokio::test]
async fn those_with_all_exams_are_found_by_whether_they_have_chosen_and_by_who_chose_for_them() {
    let app = App::start().await;
    let env = &app.test_env;
    let address = |name: &str| format!("{name}@example.com");
    let decided = env.paid_order(ALL, &address("decided")).await;
    let filled = env.paid_order(ALL, &address("filled")).await;
    let of_another = env.paid_order(ALL, &address("another")).await;
    env.paid_order(ALL, &address("undecided")).await;
    env.open_order(ALL, &address("unpaid")).await;
    env.paid_order(SINGLE, &address("single")).await;
    for (order, run) in [
        (&decided, None),
        (&filled, Some("run-1-of-2")),
        (&of_another, Some("run-2-of-2")),
    ] {
        env.choose(order, &[COURSE]).await;
        let Some(run) = run else { continue };
        let items = env.dump(Table::Registrations).await;
        let is_theirs =
            |item: &&Value| item["kind"] == "CANDIDATE" && item["customer_id"] == json!(order.customer_id);
        let mut candidate = items.iter().find(is_theirs).unwrap().clone();
        candidate["filled_in"] = json!(run);
        env.put(Table::Registrations, &candidate).await;
    }
    // Passes would go first.
    for mail in env.dump(Table::Registrations).await {
        if mail["kind"] == "MAIL" {
            env.delete(Table::Registrations, &mail).await;
        }
    }
    app.ready().await;
    for (audience, expected) in [
        (json!({ "chosen": true }), vec!["decided", "filled", "another"]),
        (json!({ "chosen": false }), vec!["undecided"]),
        (json!({ "chosen": false, "course": COURSE }), vec![]),
        (json!({ "filled_in": "run-1-of-2" }), vec!["filled"]),
        (json!({ "filled_in": "run-3-of-2" }), vec![]),
    ] {
        let expected: BTreeSet<String> = expected.into_iter().map(address).collect();
        assert_eq!(app.reached(audience.clone()).await, expected, "{audience}");
    }
    // Whose every exam was taken out of its college is to choose again.
    env.list_exam(COURSE, &[]).await;
    let undecided = ["decided", "filled", "another", "undecided"];
    assert_eq!(
        app.reached(json!({ "chosen": false })).await,
        undecided.into_iter().map(address).collect()
    );
    let may_sit = undecided.into_iter().chain(["unpaid"]);
    assert_eq!(
        app.reached(json!({ "holds_exam": OTHER_COURSE })).await,
        may_sit.map(address).collect()
    );
}

#[tokio::test]
async fn an_address_with_several_candidates_gets_one_mail_that_names_all() {
    let app = App::start().await;
    for package in [test_support::ALL, test_support::SINGLE] {
        app.test_env.open_order(package, "family@example.com").await;
    }
    app.ready().await;
    let id = app.send(&to(json!({}))).await;
    app.finish(&id).await;
    let mails = app.test_env.mailbox.mails();
    let [mail] = &mails[..] else {
        panic!("{mails:?}");
    };
    assert_eq!(
        mail.text.matches("/payment/success?order_id=C").count(),
        2,
        "{}",
        mail.text
    );
    let [one] = &app.listed(&id, "sent").await[..] else {
        panic!("one recipient");
    };
    assert_eq!(one["customer_ids"].as_array().unwrap().len(), 2);
    // And the page of each names the message.
    let items = app.test_env.dump(Table::Registrations).await;
    let messaged = items
        .iter()
        .filter(|item| item["kind"] == "MESSAGED" && item["subject"] == "News" && item["outcome"] == "sent");
    assert_eq!(messaged.count(), 2);
}

#[tokio::test]
async fn addresses_that_mail_does_not_reach_are_left_out_and_listed() {
    let app = App::with_candidates(4).await;
    let bounced = app.test_env.everybody().await[0].email.clone();
    let unreachable = json!({
        "pk": "UNREACHABLE#0", "sk": bounced, "kind": "UNREACHABLE", "email": bounced, "cause": "bounced",
        "at": "2025-05-20T10:00:00Z",
    });
    app.test_env.put(Table::Registrations, &unreachable).await;
    let preview = app
        .ask(Request::post(format!("{MESSAGES}/preview"), &to(json!({}))))
        .await
        .json;
    assert_eq!(
        (
            &preview["recipients"],
            &preview["candidates"],
            &preview["skipped"]
        ),
        (
            &json!(3),
            &json!(4),
            &json!([{ "reason": "bounced", "count": 1 }])
        )
    );
    let id = app.send(&to(json!({}))).await;
    app.finish(&id).await;
    assert_eq!(app.mails().len(), 3);
    let state = app.state(&id).await;
    let counts =
        ["total", "sent", "failed", "bounced", "skipped", "left"].map(|name| state[name].as_u64().unwrap());
    assert_eq!(counts, [3, 3, 0, 0, 1, 0]);
    let [skipped] = &app.listed(&id, "skipped").await[..] else {
        panic!("one is skipped");
    };
    assert_eq!(
        (&skipped["email"], &skipped["reason"]),
        (&json!(bounced), &json!("bounced"))
    );
    // And the page of the candidate says so.
    let messaged = app.test_env.of_kind(Table::Registrations, "MESSAGED").await;
    let mut outcomes: Vec<_> = messaged
        .iter()
        .map(|item| item["outcome"].as_str().unwrap())
        .collect();
    outcomes.sort_unstable();
    assert_eq!(outcomes, ["sent", "sent", "sent", "skipped"]);
    let path = format!("{MESSAGES}/{id}/recipients?email={bounced}");
    assert_eq!(
        app.ask(Request::get(path)).await.json["recipients"][0]["outcome"],
        "skipped"
    );
}

impl App {
    async fn preview(&self, audience: Value) -> Value {
        let request = Request::post(format!("{MESSAGES}/preview"), &to(audience));
        let answer = self.ask(request).await;
        assert_eq!(answer.status, 200, "{}", answer.json);
        answer.json
    }
}

#[tokio::test]
async fn an_address_of_which_it_cannot_be_read_why_it_is_left_out_stops_no_other_mail() {
    let app = App::with_candidates(4).await;
    let bounced = app.test_env.everybody().await[0].email.clone();
    let unreachable = |sk: &str| {
        json!({
            "pk": "UNREACHABLE#0", "sk": sk, "kind": "UNREACHABLE", "email": sk, "cause": "another-word",
            "at": "2025-05-20T10:00:00Z",
        })
    };
    // The second is no address at all.
    for sk in [bounced.as_str(), "no address"] {
        app.test_env.put(Table::Registrations, &unreachable(sk)).await;
    }
    let preview = app.preview(json!({})).await;
    assert_eq!(
        (&preview["recipients"], &preview["skipped"]),
        (&json!(3), &json!([{ "reason": "bounced", "count": 1 }]))
    );
    let reached = app.reached(json!({})).await;
    assert_eq!((reached.len(), reached.contains(&bounced)), (3, false));
}

#[tokio::test]
async fn a_candidate_whose_row_cannot_be_read_keeps_no_mail_from_the_others() {
    let app = App::with_candidates(4).await;
    let everybody = app.test_env.everybody().await;
    let spoilt = everybody[0].clone();
    app.test_env
        .spoil("PROJECTION", &spoilt.customer_id, "/row/status")
        .await;
    let ids: Vec<&String> = everybody.iter().map(|one| &one.customer_id).collect();
    // Who was picked is read from what the list is made of.
    for (audience, reachable) in [(json!({}), 3), (json!({ "customer_ids": ids }), 4)] {
        let preview = app.preview(audience.clone()).await;
        assert_eq!(
            (&preview["recipients"], &preview["candidates"]),
            (&json!(reachable), &json!(reachable)),
            "{audience}"
        );
        let reached = app.reached(audience.clone()).await;
        assert_eq!(
            (reached.len(), reached.contains(&spoilt.email)),
            (reachable, reachable == 4),
            "{audience}"
        );
    }
}

#[tokio::test]
async fn who_is_picked_before_the_list_has_them_gets_the_message() {
    let app = App::with_candidates(1).await;
    let late = app.test_env.paid_order(SINGLE, "late@example.com").await;
    let unreadable = app.test_env.paid_order(SINGLE, "unreadable@example.com").await;
    app.test_env
        .spoil("ORDER", unreadable.customer_id.as_str(), "/status")
        .await;
    let picked = json!({ "customer_ids": [late.customer_id, unreadable.customer_id, "C0123456789A"] });
    assert_eq!(app.preview(picked.clone()).await["recipients"], 1);
    let reached = app.reached(picked).await;
    assert_eq!(reached.into_iter().collect::<Vec<_>>(), ["late@example.com"]);
}

/// Neither to those who are in nor to those who are not.
#[tokio::test]
async fn a_candidate_whose_admission_cannot_be_read_keeps_no_mail_from_the_others() {
    let app = App::with_candidates(4).await;
    let spoilt = app.test_env.everybody().await[0].clone();
    let admission = json!({ "pk": format!("PASS#{}", spoilt.customer_id), "sk": "LIST#day:2025-05-31" });
    app.test_env.put(Table::CheckIn, &admission).await;
    let reached = app.reached(json!({ "not_checked_in": "day:2025-05-31" })).await;
    assert_eq!((reached.len(), reached.contains(&spoilt.email)), (3, false));
    let reached = app.reached(json!({ "checked_in": "day:2025-05-31" })).await;
    assert!(reached.is_empty());
}

#[tokio::test]
async fn a_preview_whose_first_candidate_cannot_be_read_is_shown_all_the_same() {
    let app = App::with_candidates(4).await;
    for one in app.test_env.everybody().await {
        app.test_env.spoil("ORDER", &one.customer_id, "/status").await;
    }
    assert_eq!(app.preview(json!({})).await["recipients"], 4);
}
