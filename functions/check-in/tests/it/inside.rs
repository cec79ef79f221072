//! Going out and coming in again, at a list that counts it.

mod orders;
mod races;

use crate::{
    App, DAY, EXAM, TEN, at, code, minutes, offline,
    orders::{out, undo},
    scan,
};
use domain::{Role, payment::Order};
use serde_json::{Value, json};
use test_support::{Answer, Request, SINGLE};
use time::{Duration, OffsetDateTime, format_description::well_known::Rfc3339};

impl App {
    async fn set(&self, role: Role, list: &str, check_out: bool) -> Answer {
        let token = self.test_env.token_of(role).await;
        let options = json!({ "list": list, "check_out": check_out });
        let request = Request::put("/api/check-in/lists", &options);
        self.call(request.bearer(&token)).await
    }

    /// From now on the list counts who goes out.
    async fn count_exits(&self) {
        let set = self.set(Role::Admin, DAY, true).await;
        assert_eq!(set.json, json!({ "list": DAY, "check_out": true }));
    }

    async fn result(&self, scan: &Value) -> String {
        self.verdict(scan).await["result"].as_str().unwrap().to_owned()
    }

    /// How many were let in, and how many of them are inside.
    async fn counted(&self) -> (Value, Value) {
        let attendance = self.attendance(DAY).await;
        let lists = self.get("/api/check-in/lists").await;
        let list = lists.as_array().unwrap().iter().find(|list| list["list"] == DAY);
        assert_eq!(list.unwrap()["inside"], attendance["inside"]);
        (attendance["admitted"].clone(), attendance["inside"].clone())
    }

    async fn pass(&self, email: &str) -> Order {
        let order = self.test_env.paid_order(SINGLE, email).await;
        let ids = [order.customer_id.clone()];
        let left = self
            .test_env
            .registrations()
            .project(&ids, self.test_env.clock.now())
            .await;
        assert!(left.is_empty());
        order
    }
}

/// A scan of a pass at so many minutes past ten, which is now.
fn now(app: &App, order: &Order, gate: &str, minute: i64) -> Value {
    app.test_env.clock.set_to(minutes(minute));
    scan(&code(order), gate, minutes(minute))
}

#[tokio::test]
async fn who_goes_out_is_admitted_and_not_inside_until_they_come_back() {
    let app = App::start().await;
    app.count_exits().await;
    let asha = app.pass("asha@example.com").await;
    let first = now(&app, &asha, "Gate 1", 0);
    assert_eq!(app.result(&first).await, "admitted");
    assert_eq!(app.counted().await, (json!(1), json!(1)));
    let lunch = out(now(&app, &asha, "Gate 2", 120));
    for _ in 0..2 {
        let verdict = app.verdict(&lunch).await;
        assert_eq!(
            (&verdict["result"], &verdict["device"]),
            (&json!("out"), &json!("Gate 1"))
        );
        assert_eq!(verdict["candidate"]["name"], "Asha Rao");
    }
    assert_eq!(app.counted().await, (json!(1), json!(0)));
    let again = app.verdict(&out(now(&app, &asha, "Gate 1", 125))).await;
    assert_eq!(
        (&again["result"], &again["went_out"]["device"]),
        (&json!("not_in"), &json!("Gate 2"))
    );
    let back = app.verdict(&now(&app, &asha, "Gate 3", 150)).await;
    assert_eq!(
        (&back["result"], &back["went_out"]["device"]),
        (&json!("back"), &json!("Gate 1"))
    );
    assert_eq!(app.counted().await, (json!(1), json!(1)));
    let twice = app.verdict(&now(&app, &asha, "Gate 1", 160)).await;
    assert_eq!(
        (&twice["result"], twice.get("went_out")),
        (&json!("already"), None)
    );
    let attendance = app.attendance(DAY).await;
    assert_eq!(
        (&attendance["admitted"], &attendance["doubles_total"]),
        (&json!(1), &json!(0))
    );
    assert_eq!(
        attendance["by_hour"],
        json!([{ "hour": "2025-05-31T10:00:00+05:30", "admitted": 1 }])
    );
}

#[tokio::test]
async fn a_list_that_does_not_count_it_takes_no_exit_and_keeps_nothing_more() {
    let app = App::start().await;
    let asha = app.pass("asha@example.com").await;
    let first = now(&app, &asha, "Gate 1", 0);
    assert_eq!(app.result(&first).await, "admitted");
    assert_eq!(app.result(&now(&app, &asha, "Gate 1", 1)).await, "already");
    let refused = Request::post("/api/check-in/redeem", &out(now(&app, &asha, "Gate 1", 2)));
    app.assert_changes_nothing(refused, (422, "invalid_field", "direction"))
        .await;
    assert_eq!(app.counted().await, (json!(1), Value::Null));
    let items = app.test_env.dump(store::tables::Table::CheckIn).await;
    let has = |part: &str| {
        items
            .iter()
            .any(|item| item["sk"].as_str().unwrap().starts_with(part))
    };
    assert!(has("LIST#") && !has("CROSSINGS#"));
    let counts = items
        .iter()
        .filter(|item| item["pk"].as_str().unwrap().starts_with("COUNTS#"));
    assert_eq!(counts.filter(|count| count.get("outside").is_some()).count(), 0);
    // Another list does, and says nothing of this one.
    app.count_exits().await;
    assert_eq!(
        app.result(&out(at(DAY, now(&app, &asha, "Gate 1", 3)))).await,
        "out"
    );
    let elsewhere = Request::post(
        "/api/check-in/redeem",
        &out(at(EXAM, now(&app, &asha, "Gate 1", 4))),
    );
    app.assert_changes_nothing(elsewhere, (422, "invalid_field", "direction"))
        .await;
    let wrong = {
        let mut wrong = now(&app, &asha, "Gate 1", 5);
        wrong["direction"] = json!("sideways");
        Request::post("/api/check-in/redeem", &wrong)
    };
    app.assert_changes_nothing(wrong, (422, "invalid_field", "direction"))
        .await;
}

#[tokio::test]
async fn an_administrator_sets_it_with_an_audit_entry_and_nobody_else() {
    let app = App::start().await;
    for role in [Role::Counter, Role::Door, Role::Accountant] {
        assert_eq!(app.set(role, DAY, true).await.status, 403, "{role:?}");
    }
    for _ in 0..2 {
        app.count_exits().await;
    }
    assert_eq!(app.set(Role::Admin, DAY, false).await.status, 200);
    let mut log = app.audit_log().await;
    log.retain(|entry| entry["action"] == "check_in.options");
    assert_eq!(log.len(), 2);
    let changes = |entry: &Value| (entry["subject"].clone(), entry["after"]["check_out"].clone());
    let mut changed: Vec<_> = log
        .iter()
        .map(changes)
        .map(|(list, to)| format!("{list} {to}"))
        .collect();
    changed.sort();
    assert_eq!(changed, [format!("\"{DAY}\" false"), format!("\"{DAY}\" true")]);
    for (options, field) in [
        (json!({ "list": "day:2025-05-30", "check_out": true }), "list"),
        (json!({ "list": DAY }), "check_out"),
    ] {
        let request = Request::put("/api/check-in/lists", &options);
        app.assert_changes_nothing(request, (422, "invalid_field", field))
            .await;
    }
}

#[tokio::test]
async fn what_a_phone_sends_after_it_was_switched_off_is_not_lost() {
    let app = App::start().await;
    app.count_exits().await;
    let asha = app.pass("asha@example.com").await;
    app.verdict(&now(&app, &asha, "Gate 1", 0)).await;
    let late = offline(out(now(&app, &asha, "Gate 1", 120)));
    assert_eq!(app.set(Role::Admin, DAY, false).await.status, 200);
    assert_eq!(app.counted().await, (json!(1), Value::Null));
    assert_eq!(app.result(&late).await, "out");
    assert_eq!(app.result(&now(&app, &asha, "Gate 1", 150)).await, "back");
    app.count_exits().await;
    assert_eq!(app.counted().await, (json!(1), json!(1)));
}

#[tokio::test]
async fn who_came_in_again_before_it_was_switched_off_is_inside_whichever_phone_sends_first() {
    for is_exit_first in [true, false] {
        let app = App::start().await;
        app.count_exits().await;
        let asha = app.pass("asha@example.com").await;
        app.verdict(&now(&app, &asha, "Gate 1", 0)).await;
        // The second phone knew nothing of the exit, and said that they are in already.
        let late = offline(out(now(&app, &asha, "Gate 2", 120)));
        let mut repeat = now(&app, &asha, "Gate 3", 150);
        repeat["offline"] = json!(false);
        app.test_env.clock.set_to(minutes(180));
        assert_eq!(app.set(Role::Admin, DAY, false).await.status, 200);
        let sent = match is_exit_first {
            true => [late, repeat],
            false => [repeat, late],
        };
        for scan in sent {
            app.verdict(&scan).await;
        }
        app.count_exits().await;
        assert_eq!(app.counted().await, (json!(1), json!(1)), "{is_exit_first}");
    }
}

#[tokio::test]
async fn nobody_is_in_once_the_scan_that_let_them_in_is_taken_back() {
    let app = App::start().await;
    app.count_exits().await;
    let asha = app.pass("asha@example.com").await;
    let first = now(&app, &asha, "Gate 1", 0);
    assert_eq!(app.result(&first).await, "admitted");
    assert_eq!(app.result(&now(&app, &asha, "Gate 2", 1)).await, "already");
    let undone = app.post("undo", &undo(&first)).await;
    assert_eq!(
        (&undone.json["result"], &undone.json["still_in"]),
        (&json!("undone"), &Value::Null)
    );
    assert_eq!(app.counted().await, (json!(0), json!(0)));
    assert_eq!(app.result(&now(&app, &asha, "Gate 1", 2)).await, "admitted");
}

#[tokio::test]
async fn nobody_is_kept_from_going_out_and_who_came_in_by_a_silent_phone_is_out() {
    let app = App::start().await;
    app.count_exits().await;
    let asha = app.pass("asha@example.com").await;
    let morning = offline(now(&app, &asha, "Gate 1", 0));
    let lunch = app.verdict(&out(now(&app, &asha, "Gate 2", 120))).await;
    assert_eq!(
        (&lunch["result"], &lunch["candidate"]["name"], &lunch["at"]),
        (&json!("not_in"), &json!("Asha Rao"), &Value::Null)
    );
    assert_eq!(app.counted().await, (json!(0), json!(0)));
    assert_eq!(app.result(&morning).await, "admitted");
    assert_eq!(app.counted().await, (json!(1), json!(0)));
    let unknown = out(scan("CZZZ ZZZZ ZZZZ", "Gate 2", minutes(120)));
    assert_eq!(app.verdict(&unknown).await["reason"], "unknown");
    let unpaid = app.test_env.open_order(SINGLE, "binu@example.com").await;
    assert_eq!(
        app.result(&out(now(&app, &unpaid, "Gate 2", 121))).await,
        "not_in"
    );
    assert_eq!(app.attendance(DAY).await["without_right_total"], 0);
}

#[tokio::test]
async fn an_exit_is_taken_back_within_the_hour_and_audited() {
    let app = App::start().await;
    app.count_exits().await;
    let asha = app.pass("asha@example.com").await;
    app.verdict(&now(&app, &asha, "Gate 1", 0)).await;
    let lunch = out(now(&app, &asha, "Gate 1", 120));
    app.verdict(&lunch).await;
    app.test_env.clock.set_to(minutes(181));
    let late = app.post("undo", &undo(&lunch)).await;
    assert_eq!(
        (late.status.as_u16(), &late.json["code"]),
        (409, &json!("too_late"))
    );
    let mut soon = undo(&lunch);
    soon["undone_at"] = json!(minutes(121).format(&Rfc3339).unwrap());
    for _ in 0..2 {
        let undone = app.post("undo", &soon).await;
        assert_eq!(
            (&undone.json["result"], &undone.json["still_in"]["device"]),
            (&json!("undone"), &json!("Gate 1")),
            "{}",
            undone.json
        );
    }
    assert_eq!(app.counted().await, (json!(1), json!(1)));
    assert_eq!(app.verdict(&offline(lunch)).await["reason"], "undone");
    let log = app.audit_log().await;
    let undone: Vec<_> = log
        .iter()
        .filter(|entry| entry["action"] == "check_in.undone")
        .collect();
    assert_eq!(
        (undone.len(), &undone[0]["before"]["direction"]),
        (1, &json!("out"))
    );
}

#[tokio::test]
async fn who_comes_in_again_by_a_phone_without_a_network_is_no_double() {
    let app = App::start().await;
    app.count_exits().await;
    let asha = app.pass("asha@example.com").await;
    app.verdict(&now(&app, &asha, "Gate 1", 0)).await;
    let lunch = out(now(&app, &asha, "Gate 2", 120));
    let back = offline(now(&app, &asha, "Gate 3", 150));
    app.verdict(&back).await;
    assert_eq!(app.attendance(DAY).await["doubles_total"], 1);
    // The exit explains it.
    assert_eq!(app.result(&lunch).await, "out");
    let attendance = app.attendance(DAY).await;
    assert_eq!(
        (
            &attendance["doubles_total"],
            &attendance["admitted"],
            &attendance["inside"]
        ),
        (&json!(0), &json!(1), &json!(1))
    );
}

#[tokio::test]
async fn the_people_of_a_list_are_those_inside_and_those_who_went_out() {
    let app = App::start().await;
    app.count_exits().await;
    let asha = app.pass("asha@example.com").await;
    let binu = app.pass("binu@example.com").await;
    app.pass("chandra@example.com").await;
    for order in [&asha, &binu] {
        app.verdict(&now(&app, order, "Gate 1", 0)).await;
    }
    app.verdict(&out(now(&app, &asha, "Gate 2", 120))).await;
    let people = async |query: &str| -> Vec<(Value, Value)> {
        let path = format!("/api/check-in/attendance/candidates?list={DAY}{query}");
        let page = app.get(&path).await;
        let of = |one: &Value| (one["customer_id"].clone(), one["out"]["device"].clone());
        page["candidates"].as_array().unwrap().iter().map(of).collect()
    };
    let id = |order: &Order| json!(order.customer_id.as_str());
    assert_eq!(people("&inside=no").await, [(id(&asha), json!("Gate 2"))]);
    assert_eq!(people("&inside=yes").await, [(id(&binu), Value::Null)]);
    assert_eq!(people("&admitted=yes").await.len(), 2);
    assert_eq!(people("").await.len(), 3);
    let request = Request::get(format!(
        "/api/check-in/attendance/candidates?list={DAY}&inside=perhaps"
    ));
    app.assert_changes_nothing(request, (422, "invalid_field", "inside"))
        .await;
}

#[tokio::test]
async fn phones_hear_of_it_in_few_bytes() {
    let app = App::start().await;
    app.count_exits().await;
    let asha = app.pass("asha@example.com").await;
    app.verdict(&now(&app, &asha, "Gate 1", 0)).await;
    app.verdict(&out(now(&app, &asha, "Gate 2", 120))).await;
    app.verdict(&now(&app, &asha, "Gate 3", 150)).await;
    app.verdict(&now(&app, &asha, "Gate 1", 155)).await;
    let roster = app.get(&format!("/api/check-in/roster?list={DAY}")).await;
    let events = roster["events"].as_array().unwrap();
    let lookup = &events[0][1];
    let moment = |minute| minutes(minute).unix_timestamp();
    assert_eq!(
        events[1..],
        [
            json!(["left", lookup, moment(120)]),
            json!(["back", lookup, moment(150)])
        ]
    );
    let roster = app
        .get(&format!("/api/check-in/roster?list={DAY}&short=yes"))
        .await;
    // With it 20,000 people who came in, went out and came back are less than a million bytes.
    assert_eq!(roster["short"]["moves"].as_str().unwrap().len(), 24 + 14 + 14);
}

#[tokio::test]
async fn phones_hear_of_each_later_exit_and_of_what_is_taken_back() {
    let app = App::start().await;
    app.count_exits().await;
    let asha = app.pass("asha@example.com").await;
    app.verdict(&now(&app, &asha, "Gate 1", 0)).await;
    app.test_env.clock.set_to(minutes(200));
    let lunch = out(offline(scan(&code(&asha), "Gate 2", minutes(120))));
    let home = out(offline(scan(&code(&asha), "Gate 3", minutes(180))));
    for scan in [
        &lunch,
        &home,
        &offline(scan(&code(&asha), "Gate 1", minutes(150))),
    ] {
        app.verdict(scan).await;
        app.test_env.clock.advance(Duration::SECOND);
    }
    for scan in [&home, &lunch] {
        let mut undo = undo(scan);
        undo["undone_at"] = scan["scanned_at"].clone();
        assert_eq!(app.post("undo", &undo).await.status, 200);
        app.test_env.clock.advance(Duration::SECOND);
    }
    let roster = app.get(&format!("/api/check-in/roster?list={DAY}")).await;
    let events = roster["events"].as_array().unwrap();
    let told: Vec<Value> = events[1..]
        .iter()
        .map(|event| json!([event[0], event[2], event[4]]))
        .collect();
    let moment = |minute| minutes(minute).unix_timestamp();
    // The return is behind the later exit: they are out all the same.
    assert_eq!(
        json!(told),
        json!([
            ["left", moment(120), null],
            ["left", moment(180), null],
            ["back", moment(150), home["nonce"]],
            ["back", moment(150), lunch["nonce"]],
        ])
    );
}

#[tokio::test]
async fn what_was_practised_says_nothing_of_the_day_and_is_cleared() {
    let app = App::start().await;
    let evening: OffsetDateTime = TEN - Duration::hours(15);
    let later = evening + Duration::MINUTE;
    app.test_env.clock.set_to(later);
    app.count_exits().await;
    let asha = app.pass("asha@example.com").await;
    let binu = app.pass("binu@example.com").await;
    for order in [&asha, &binu] {
        app.verdict(&scan(&code(order), "Gate 1", evening)).await;
        app.verdict(&out(scan(&code(order), "Gate 2", later))).await;
    }
    assert_eq!(app.counted().await, (json!(2), json!(0)));
    app.verdict(&now(&app, &asha, "Gate 1", 0)).await;
    assert_eq!(app.counted().await, (json!(1), json!(1)));
    app.test_env.clock.set_to(later);
    assert_eq!(app.counted().await, (json!(2), json!(1)));
    let clear = Request::post("/api/check-in/clear", &json!({ "list": DAY }));
    assert_eq!(app.call_as_admin(clear).await.status, 200);
    assert_eq!(app.counted().await, (json!(0), json!(0)));
    let items = app.test_env.dump(store::tables::Table::CheckIn).await;
    assert!(
        !items
            .iter()
            .any(|item| item["sk"].as_str().unwrap().starts_with("CROSSINGS#"))
    );
}
