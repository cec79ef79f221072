//! Who has bought all exams, at the door of one of them.

use crate::{orders::undo, roster::Device, *};
use test_support::{ALL, COLLEGE, COURSE, OTHER_COLLEGE, OTHER_COURSE, SINGLE};

const OTHER: &str = "exam:spice-coast-bba";

/// Writes what the lists and the roster say of these.
async fn project(app: &App, orders: &[&Order]) {
    let ids: Vec<_> = orders.iter().map(|order| order.customer_id.clone()).collect();
    let registrations = app.test_env.registrations();
    let now = app.test_env.clock.now();
    assert!(registrations.project(&ids, now).await.is_empty());
}

fn names(verdict: &Value) -> Vec<&str> {
    let exams = verdict["exams"].as_array().unwrap().iter();
    exams.map(|exam| exam["name"].as_str().unwrap()).collect()
}

#[tokio::test]
async fn who_has_chosen_other_exams_is_told_which_and_is_let_in_by_a_decision_alone() {
    let app = App::start().await;
    let order = app.test_env.paid_order(ALL, "asha@example.com").await;
    let undecided = app.test_env.paid_order(ALL, "binu@example.com").await;
    app.test_env.choose(&order, &[OTHER_COURSE]).await;

    let shown = at(EXAM, scan(&code(&order), "Gate 1", TEN));
    let refused = app.verdict(&shown).await;
    assert_eq!(
        (&refused["result"], &refused["reason"], names(&refused)),
        (&json!("refused"), &json!("not_chosen"), vec!["BBA Entrance"])
    );
    assert_eq!(refused["candidate"]["exam"], "All exams");
    assert_eq!(app.attendance(EXAM).await["admitted"], 0);

    let admitted = |verdict: &Value| {
        let results = (verdict["result"].clone(), verdict["reason"].clone());
        assert_eq!(results, (json!("admitted"), Value::Null));
        verdict["notices"].clone()
    };
    // Their own exam, any day, and who has not chosen.
    for (order, list) in [(&order, OTHER), (&order, DAY), (&undecided, EXAM)] {
        let verdict = app.verdict(&at(list, scan(&code(order), "Gate 1", TEN))).await;
        assert_eq!(admitted(&verdict), json!([]), "{list}");
    }
    let of_day = app.verdict(&scan(&code(&order), "Gate 2", TEN)).await;
    assert_eq!(names(&of_day), ["BBA Entrance"]);

    // Somebody at the door decides, and then they are in.
    let decided = at(EXAM, offline(scan(&code(&order), "Gate 1", TEN)));
    assert_eq!(admitted(&app.verdict(&decided).await), json!(["not_chosen"]));
    let again = app
        .verdict(&at(EXAM, scan(&code(&order), "Gate 2", minutes(1))))
        .await;
    assert_eq!(
        (&again["result"], &again["notices"]),
        (&json!("already"), &json!(["not_chosen"]))
    );
    let attendance = app.attendance(EXAM).await;
    assert_eq!(
        (&attendance["admitted"], &attendance["without_right_total"]),
        (&json!(2), &json!(0))
    );

    // A decision that is taken back counts no more.
    assert_eq!(app.post("undo", &undo(&decided)).await.status, 200);
    let refused = app
        .verdict(&at(EXAM, scan(&code(&order), "Gate 1", minutes(2))))
        .await;
    assert_eq!(refused["reason"], "not_chosen");
}

#[tokio::test]
async fn who_has_chosen_only_what_no_college_has_any_more_may_sit_any() {
    let app = App::start().await;
    let order = app.test_env.paid_order(ALL, "asha@example.com").await;
    app.test_env.choose(&order, &[OTHER_COURSE]).await;
    let verdict = async |device: &str| {
        let now = app.test_env.clock.now();
        app.verdict(&at(EXAM, scan(&code(&order), device, now))).await
    };
    assert_eq!(verdict("Gate 1").await["reason"], "not_chosen");
    app.test_env.list_exam(OTHER_COURSE, &[]).await;
    project(&app, &[&order]).await;
    // The catalogue is kept for ten seconds.
    app.test_env.clock.advance(Duration::seconds(11));
    let expected = app
        .get("/api/check-in/attendance/candidates?list=exam:backwater-bca")
        .await;
    let next = expected["next"].as_str().unwrap();
    let of_all = app
        .get(&format!(
            "/api/check-in/attendance/candidates?list=exam:backwater-bca&page={next}"
        ))
        .await;
    assert_eq!(of_all["candidates"][0]["customer_id"], json!(order.customer_id));
    let admitted = verdict("Gate 2").await;
    assert_eq!(admitted["candidate"]["exam"], "BCA Entrance, Backwater College");
    assert_eq!(
        (&admitted["result"], &admitted["notices"]),
        (&json!("admitted"), &json!([]))
    );
}

/// Of colleges in no order one would be another with each read of the catalogue.
#[tokio::test]
async fn an_exam_of_two_colleges_names_both_each_time() {
    let app = App::start().await;
    app.test_env.list_exam(COURSE, &[OTHER_COLLEGE, COLLEGE]).await;
    for _ in 0..10 {
        app.test_env.clock.advance(Duration::seconds(11));
        let list = app
            .get("/api/check-in/attendance/candidates?list=exam:backwater-bca")
            .await;
        assert_eq!(
            (&list["label"], &list["exam"]["college"]),
            (
                &json!("BCA Entrance, Backwater College, Spice Coast College"),
                &json!("Backwater College, Spice Coast College")
            )
        );
    }
}

/// An exam that was taken out of its college is held for those who have chosen it, as phones without a network say, too.
#[tokio::test]
async fn who_has_chosen_what_no_college_has_any_more_and_another_sits_both_and_no_third() {
    let app = App::start().await;
    let order = app.test_env.paid_order(ALL, "asha@example.com").await;
    app.test_env.choose(&order, &[COURSE, OTHER_COURSE]).await;
    app.test_env.list_exam(COURSE, &[]).await;
    let verdict = async |list: &str| {
        let verdict = app.verdict(&at(list, scan(&code(&order), "Gate 1", TEN))).await;
        (
            verdict["result"].clone(),
            verdict["reason"].clone(),
            verdict["notices"].clone(),
        )
    };
    for list in [EXAM, OTHER] {
        assert_eq!(
            verdict(list).await,
            (json!("admitted"), Value::Null, json!([])),
            "{list}"
        );
    }
    let (result, reason, _) = verdict("exam:backwater-bsc").await;
    assert_eq!((result, reason), (json!("refused"), json!("not_chosen")));
}

#[tokio::test]
async fn those_are_expected_at_an_exam_who_have_chosen_it_or_none_yet() {
    let app = App::start().await;
    let single = app.test_env.paid_order(SINGLE, "asha@example.com").await;
    let chosen = app.test_env.paid_order(ALL, "binu@example.com").await;
    let others = app.test_env.paid_order(ALL, "chandra@example.com").await;
    let undecided = app.test_env.paid_order(ALL, "deepa@example.com").await;
    let orders = [&single, &chosen, &others, &undecided];
    project(&app, &orders).await;
    let expected = async |list: &str| app.attendance(list).await["expected"].clone();
    assert_eq!(
        (expected(EXAM).await, expected(OTHER).await),
        (json!(4), json!(3))
    );

    app.test_env.choose(&chosen, &[COURSE, OTHER_COURSE]).await;
    app.test_env.choose(&others, &[OTHER_COURSE]).await;
    project(&app, &orders).await;
    assert_eq!(
        (expected(EXAM).await, expected(OTHER).await),
        (json!(3), json!(3))
    );
    assert_eq!(expected(DAY).await, json!(4));

    let listed = async || {
        let page = "/api/check-in/attendance/candidates?list=exam:backwater-bca";
        let (mut all, mut next) = (Vec::new(), String::new());
        loop {
            let answer = app.get(&format!("{page}&page={next}")).await;
            let candidates = answer["candidates"].as_array().unwrap().clone();
            all.extend(candidates.into_iter().map(|one| one["customer_id"].clone()));
            match answer["next"].as_str() {
                Some(page) => page.clone_into(&mut next),
                None => return all,
            }
        }
    };
    let is_listed = |all: &[Value], order: &Order| all.contains(&json!(order.customer_id));
    let before = listed().await;
    assert_eq!(before.len(), 3);
    assert!(!is_listed(&before, &others));
    // Who was let in all the same is in the list of those who are in.
    app.verdict(&at(EXAM, offline(scan(&code(&others), "Gate 1", TEN))))
        .await;
    let after = listed().await;
    assert_eq!((after.len(), is_listed(&after, &others)), (4, true));

    // Given up with the money, nothing stays counted.
    app.test_env.choose(&others, &[]).await;
    app.test_env.choose(&chosen, &[]).await;
    project(&app, &orders).await;
    assert_eq!(
        (expected(EXAM).await, expected(OTHER).await),
        (json!(4), json!(3))
    );
}

#[tokio::test]
async fn a_phone_knows_what_is_chosen_by_three_symbols_for_each_exam() {
    let app = App::start().await;
    let order = app.test_env.paid_order(ALL, "asha@example.com").await;
    project(&app, &[&order]).await;
    let mut device = Device::short();
    device.load(&app, DAY).await;
    let known = async |device: &mut Device| {
        device.load(&app, DAY).await;
        device.open(&code(&order))
    };
    let nothing = json!({ "n": "Asha Rao", "p": "Offline", "e": "*" });
    assert_eq!(known(&mut device).await, Some(nothing));
    app.test_env.choose(&order, &[COURSE, OTHER_COURSE]).await;
    app.test_env.clock.advance(Duration::seconds(5));
    project(&app, &[&order]).await;
    // Computed with Python: base64.urlsafe_b64encode(hashlib.sha256(b"backwater-bca").digest())[:3], and of the other.
    let both = json!({ "n": "Asha Rao", "p": "Offline", "e": "*", "c": "Qa9DSa" });
    assert_eq!(known(&mut device).await, Some(both));
}
