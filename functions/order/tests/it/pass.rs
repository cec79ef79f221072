//! Who gets a pass, and what it shows.

use domain::{
    AttentionKind, IndianPhone, Paise,
    pass::{PassNo, qr_text},
    payment::{AttemptState, Change, Order, RefundEvent, RefundId, Status, Withdrawal, WithdrawalCause},
};
use serde_json::{Value, json};
use std::ops::Deref;
use store::{
    registrations::{
        Write,
        attention::Flag,
        paid::{ClaimPolicy, Payment, Recorded},
        places::PlaceAction,
        settle::UnpaidChange,
    },
    tables::Table,
};
use test_support::{ALL, Answer, COURSE, Fault, OTHER_COURSE, Request, SINGLE};

pub(super) struct App(test_support::App);

impl Deref for App {
    type Target = test_support::App;

    fn deref(&self) -> &Self::Target {
        &self.0
    }
}

impl App {
    pub(super) async fn start() -> Self {
        Self(test_support::App::start(order::app_with).await)
    }

    async fn exam(&self, id: &str) -> Value {
        let rows = self.test_env.dump(Table::Catalogue).await;
        rows.into_iter().find(|row| row["id"] == id).unwrap()
    }

    /// Moves an exam to these hours and this hall.
    pub(super) async fn hold(&self, id: &str, date: &str, start: &str, end: &str, venue: &str) {
        let mut row = self.exam(id).await;
        row["date"] = json!(date);
        row["time_start"] = json!(start);
        row["time_end"] = json!(end);
        row["venue"] = json!(venue);
        self.test_env.put(Table::Catalogue, &row).await;
    }

    async fn pass(&self, order: &str) -> Answer {
        self.call(Request::get(format!("/api/order/{order}"))).await
    }

    /// An order of this status that is not PAID.
    async fn order_that_is(&self, status: Status) -> Order {
        let order = self.test_env.written_order(SINGLE, "asha@example.com").await;
        let change = UnpaidChange {
            status,
            attempt: AttemptState::None,
            session: None,
            closed_at: None,
            place: PlaceAction::Keep,
            due: None,
        };
        let written = self.test_env.registrations().record_unpaid(&order, &change).await;
        assert_eq!(written.unwrap(), Write::Done);
        order
    }
}

fn sitting(exam: &str, college: &str, (date, start, end, venue): (&str, &str, &str, &str)) -> Value {
    json!({
        "examName": exam,
        "collegeName": college,
        "date": date,
        "timeStart": start,
        "timeEnd": end,
        "venue": venue,
    })
}

fn assert_no_pass(answer: &Answer) {
    assert_eq!((answer.status.as_u16(), answer.code()), (404, "not_found"));
    assert_eq!(answer.message(), "There is no pass for this order.");
}

#[tokio::test]
async fn both_passes_of_what_was_paid_twice_say_so_and_neither_gives_the_other_away() {
    let app = App::start().await;
    let email = "asha@example.com";
    let course = app.test_env.paid_order(SINGLE, email).await;
    assert!(
        app.pass(course.order_id.as_str())
            .await
            .json
            .get("paid_twice")
            .is_none()
    );
    let package = app.test_env.written_order(ALL, email).await;
    let registrations = app.test_env.registrations();
    let payment = Payment {
        order: &package,
        method: None,
        at: app.test_env.clock.now(),
        claim: &ClaimPolicy::Take(registrations.holdings(&package.claim_key()).await.unwrap().mark),
        place: PlaceAction::Keep,
        counter: None,
    };
    assert_eq!(registrations.record_paid(&payment).await.unwrap(), Recorded::Done);
    for (this, other, amount) in [(&course, &package, 1850), (&package, &course, 1000)] {
        let answer = app.pass(this.order_id.as_str()).await;
        let told = &answer.json["paid_twice"];
        let expected = json!([{
            "pass_no": PassNo::of(&other.customer_id).to_string(),
            "paid_for": other.selection.described(),
            "amount": amount,
            "paid_at": "2025-05-20T04:30:00Z",
        }]);
        assert_eq!(*told, expected);
        assert!(
            !answer.json.to_string().contains(other.order_id.as_str()),
            "{}",
            answer.json
        );
    }
    // Paid back, it is paid once.
    app.test_env
        .change_paid(
            &app.test_env.stored(course.order_id.as_str()).await,
            Change::Withdrawn(Withdrawal {
                cause: WithdrawalCause::Refund.into(),
                reason: String::new(),
                by: None,
                at: app.test_env.clock.now(),
            }),
        )
        .await;
    assert!(
        app.pass(package.order_id.as_str())
            .await
            .json
            .get("paid_twice")
            .is_none()
    );
}

#[tokio::test]
async fn two_tabs_that_pay_for_one_exam_get_passes_that_know_of_one_another() {
    let app = App::start().await;
    let first = app.test_env.paid_order(SINGLE, "asha@example.com").await;
    let second = app.test_env.written_order(SINGLE, "asha@example.com").await;
    let payment = Payment {
        order: &second,
        method: None,
        at: app.test_env.clock.now(),
        claim: &ClaimPolicy::Leave {
            holder: first.order_id.clone(),
        },
        place: PlaceAction::Keep,
        counter: None,
    };
    let recorded = app.test_env.registrations().record_paid(&payment).await;
    assert_eq!(recorded.unwrap(), Recorded::Done);
    for (this, other) in [(&first, &second), (&second, &first)] {
        let answer = app.pass(this.order_id.as_str()).await;
        let told = answer.json["paid_twice"].as_array().unwrap();
        assert_eq!(told.len(), 1);
        assert_eq!(told[0]["pass_no"], PassNo::of(&other.customer_id).to_string());
        assert!(told[0].get("name").is_none(), "it is that of this pass");
    }
    // Siblings by one address: each pass names the other person, and no more of the name than who knows them needs.
    let rows = app.test_env.dump(Table::Registrations).await;
    let is_second = |row: &&Value| row["kind"] == "ORDER" && row["order_id"] == second.order_id.as_str();
    let mut row = rows.iter().find(is_second).unwrap().clone();
    row["person"]["name"] = json!("Anand Krishnan Rao");
    app.test_env.put(Table::Registrations, &row).await;
    for (this, name) in [(&first, "Anand K. R."), (&second, "Asha R.")] {
        let answer = app.pass(this.order_id.as_str()).await;
        assert_eq!(answer.json["paid_twice"][0]["name"], name);
    }
}

#[tokio::test]
async fn a_paid_order_has_a_pass_with_its_person_and_its_exams_and_nothing_else() {
    let app = App::start().await;
    app.hold(COURSE, "2025-06-01", "14:00", "15:30", "Hall 2").await;
    let one = json!([sitting(
        "BCA Entrance",
        "Backwater College",
        ("2025-06-01", "14:00", "15:30", "Hall 2")
    )]);
    let all = json!([
        sitting(
            "B.Sc Entrance",
            "Backwater College",
            ("2025-05-31", "10:00", "12:00", "Hall A")
        ),
        sitting(
            "BBA Entrance",
            "Spice Coast College",
            ("2025-05-31", "10:00", "12:00", "Hall A")
        ),
        sitting(
            "BCA Entrance",
            "Backwater College",
            ("2025-06-01", "14:00", "15:30", "Hall 2")
        ),
    ]);
    for (package, email, name, exams) in [
        (SINGLE, "asha@example.com", "Single Exam Access", one),
        (ALL, "asha.rao@example.com", "All-Inclusive Exam Access", all),
    ] {
        let order = app.test_env.paid_order(package, email).await;
        let answer = app.pass(order.order_id.as_str()).await;
        assert_eq!(answer.status, 200);
        let mut shown = answer.json.clone();
        // Of all exams some are chosen.
        let choice = shown.as_object_mut().unwrap().remove("choice");
        let nothing_yet = json!({ "open": true, "version": 0, "chosen": [] });
        assert_eq!(choice, (package == ALL).then_some(nothing_yet));
        assert_eq!(
            shown,
            json!({
                "order_id": order.order_id.as_str(),
                "name": "Asha Rao",
                "email": email,
                "phone": "9876543210",
                "pass_no": PassNo::of(&order.customer_id).to_string(),
                "package": name,
                "exams": exams,
                "exam_preference": "Offline",
                "validity": "valid",
                "mail_bounced": false,
                "qr": qr_text(&order.order_id),
                // As a mail of this moment would count.
                "calendar_sequence": app.test_env.clock.now().unix_timestamp(),
            })
        );
        assert_eq!(answer.headers["cache-control"], "no-store");
    }
}

/// A seat of the candidate, as a plan of this generation has it.
async fn seat(app: &App, order: &Order, (course, generation): (&str, &str), (hall, seat): (&str, &str)) {
    let item = json!({
        "pk": format!("REG#{}", order.customer_id),
        "sk": format!("SEAT#{course}#{generation}"),
        "kind": "SEAT",
        "course": course,
        "generation": generation,
        "hall": "hall-a",
        "name": hall,
        "seat": seat,
    });
    app.test_env.put(Table::Registrations, &item).await;
}

/// Names what is published of two exams.
async fn publish(app: &App, generations: &[(&str, &str)]) {
    let mut item = json!({ "pk": "SEATING#PUBLISHED", "sk": "PUBLISHED", "kind": "SEATING" });
    for (course, generation) in generations {
        item[format!("exam#{course}")] =
            json!({ "generation": generation, "first": "2025-05-01T00:00:00Z", "since": 0, "whole": false });
    }
    app.test_env.put(Table::Registrations, &item).await;
}

#[tokio::test]
async fn a_pass_shows_the_seats_that_are_published_and_no_others() {
    let app = App::start().await;
    let mut exam = app.exam(COURSE).await;
    exam["reporting_time"] = json!("09:30");
    app.test_env.put(Table::Catalogue, &exam).await;
    let one = app.test_env.paid_order(SINGLE, "asha@example.com").await;
    let all = app.test_env.paid_order(ALL, "binu@example.com").await;
    let seats = async |order: &Order| {
        let pass = app.pass(order.order_id.as_str()).await.json;
        let mut seats = Vec::new();
        for exam in pass["exams"].as_array().unwrap() {
            let named: Vec<String> = ["hall", "seat", "reportingTime"]
                .iter()
                .filter_map(|member| exam.get(member)?.as_str().map(str::to_owned))
                .collect();
            seats.push((exam["examName"].as_str().unwrap().to_owned(), named.join(" ")));
        }
        seats.sort();
        seats
    };
    let none = |exam: &str| (exam.to_owned(), String::new());
    let seated = |exam: &str, seat: &str| (exam.to_owned(), seat.to_owned());
    seat(&app, &one, (COURSE, "G2"), ("Hall A", "B12")).await;
    seat(&app, &all, (COURSE, "G2"), ("Hall A", "B13")).await;
    seat(&app, &all, (OTHER_COURSE, "G7"), ("Room 204", "A1")).await;
    assert_eq!(seats(&one).await, [none("BCA Entrance")], "nothing is published");
    let are_published = async || {
        let pass = app.pass(one.order_id.as_str()).await.json;
        pass["exams"][0]["seatsPublished"] == true
    };
    assert!(!are_published().await);
    publish(&app, &[(COURSE, "G1")]).await;
    assert_eq!(
        seats(&one).await,
        [none("BCA Entrance")],
        "another plan is published"
    );
    assert!(are_published().await, "there is none for this one");
    publish(&app, &[(COURSE, "G2")]).await;
    assert_eq!(seats(&one).await, [seated("BCA Entrance", "Hall A B12 09:30")]);
    let [bsc, bba] = ["B.Sc Entrance", "BBA Entrance"];
    assert_eq!(
        seats(&all).await,
        [none(bsc), none(bba), seated("BCA Entrance", "Hall A B13 09:30")]
    );
    publish(&app, &[(COURSE, "G3"), (OTHER_COURSE, "G7")]).await;
    let with_room: Vec<_> = seats(&all).await;
    assert_eq!(
        with_room.iter().filter(|(_, seat)| seat == "Room 204 A1").count(),
        1,
        "{with_room:?}"
    );
    assert_eq!(with_room.iter().filter(|(_, seat)| seat.is_empty()).count(), 2);
    // Corrected to be taken on the web.
    publish(&app, &[(COURSE, "G2")]).await;
    let rows = app.test_env.dump(Table::Registrations).await;
    let is_theirs =
        |row: &&Value| row["kind"] == "CANDIDATE" && row["customer_id"] == one.customer_id.as_str();
    let mut row = rows.iter().find(is_theirs).unwrap().clone();
    row["exam_preference"] = json!("Online");
    app.test_env.put(Table::Registrations, &row).await;
    assert_eq!(seats(&one).await, [none("BCA Entrance")]);
}

/// The page tells of it from the beginning; the mail comes when it was sent.
#[tokio::test]
async fn money_that_goes_back_is_told_from_the_moment_that_it_was_asked_for() {
    let app = App::start().await;
    let order = app.test_env.paid_order(SINGLE, "asha@example.com").await;
    let refund_id = RefundId::parse("refund_1").unwrap();
    let amount = Paise::new(25_000);
    let asked = Change::RefundRequested {
        refund_id: refund_id.clone(),
        amount,
        reason: "ill".to_owned(),
        by: "meera".to_owned(),
        mode: None,
    };
    let sent = Change::RefundReported {
        refund_id,
        amount: Some(amount),
        event: RefundEvent::Succeeded,
    };
    let mails = async || {
        let items = app.test_env.dump(Table::Registrations).await;
        items.iter().filter(|item| item["kind"] == "NEWS").count()
    };
    assert_eq!(
        app.pass(order.order_id.as_str()).await.json.get("money_back"),
        None
    );
    // That it was asked for is told by mail, too, and that it was sent.
    for (change, is_sent, told_by_mail) in [(asked, false, 1), (sent, true, 2)] {
        app.test_env.change_paid(&order, change).await;
        let told = &app.pass(order.order_id.as_str()).await.json["money_back"];
        let at = "2025-05-20T04:30:00Z";
        assert_eq!(
            *told,
            json!([{ "amount": 250, "sent": is_sent, "automatic": false, "at_counter": false, "at": at }])
        );
        assert_eq!(mails().await, told_by_mail);
    }
}

#[tokio::test]
async fn a_second_phone_is_shown_when_there_is_one() {
    let app = App::start().await;
    let order = app.test_env.paid_order(SINGLE, "asha@example.com").await;
    let rows = app.test_env.dump(Table::Registrations).await;
    let row = rows.iter().find(|row| row["kind"] == "ORDER").unwrap();
    let mut row = row.clone();
    row["person"]["phone2"] = json!(IndianPhone::parse("9876543211").unwrap());
    app.test_env.put(Table::Registrations, &row).await;
    let answer = app.pass(order.order_id.as_str()).await;
    assert_eq!(answer.json["phone2"], "9876543211");
}

#[tokio::test]
async fn only_a_paid_order_has_a_pass_and_an_unpaid_one_looks_like_an_unknown_one() {
    let app = App::start().await;
    for status in Status::ALL.into_iter().filter(|status| *status != Status::Paid) {
        let order = app.order_that_is(status).await;
        assert_no_pass(&app.pass(order.order_id.as_str()).await);
    }
    let counter = app.test_env.counter_order(ALL, "binu@example.com").await;
    assert_no_pass(&app.pass(counter.order_id.as_str()).await);
    app.test_env.record_paid(&counter).await;
    assert_eq!(app.pass(counter.order_id.as_str()).await.status, 200);

    let paid = app.test_env.paid_order(SINGLE, "chandra@example.com").await;
    let id = paid.order_id.as_str();
    let other = if id.ends_with('Z') { 'Y' } else { 'Z' };
    let guessed = format!("{}{other}", &id[..id.len() - 1]);
    for unknown in [
        "C0123456789A-0123456789ABCDEFGHJK",
        &guessed,
        paid.customer_id.as_str(),
    ] {
        assert_no_pass(&app.pass(unknown).await);
    }
}

#[tokio::test]
async fn a_withdrawn_pass_is_gone_and_says_what_became_of_the_money_and_no_reason_of_the_office() {
    let app = App::start().await;
    let order = app.test_env.paid_order(SINGLE, "asha@example.com").await;
    let withdrawn = |cause: WithdrawalCause| {
        Change::Withdrawn(Withdrawal {
            cause: cause.into(),
            reason: "Troublemaker".to_owned(),
            by: Some("meera".to_owned()),
            at: app.test_env.clock.now(),
        })
    };
    for (cause, message) in [
        (
            WithdrawalCause::Organiser,
            "This pass is no longer valid. Please contact the organisers.",
        ),
        (
            WithdrawalCause::Refund,
            "This pass is no longer valid: the payment was refunded.",
        ),
        (
            WithdrawalCause::Dispute,
            "This pass is no longer valid: the payment was taken back by the bank.",
        ),
    ] {
        app.test_env.change_paid(&order, withdrawn(cause)).await;
        let answer = app.pass(order.order_id.as_str()).await;
        assert_eq!((answer.status.as_u16(), answer.code()), (410, "pass_withdrawn"));
        assert_eq!(answer.json["message"], message);
        assert!(!answer.json.to_string().contains("Troublemaker"));
        app.test_env.change_paid(&order, Change::Restored).await;
    }
    assert_eq!(app.pass(order.order_id.as_str()).await.status, 200);
}

#[tokio::test]
async fn an_invalid_id_is_refused() {
    let app = App::start().await;
    for id in [
        "ab",
        &"a".repeat(46),
        "a%20b",
        "a%2F..%2Fb",
        "%E0%B4%95%E0%B4%95",
        "%FF%FE%FD",
        "abc%00",
    ] {
        let answer = app.pass(id).await;
        assert_eq!(
            (answer.status.as_u16(), answer.code(), answer.field()),
            (422, "invalid_field", "order_id"),
            "{id}"
        );
    }
}

#[tokio::test]
async fn the_exam_of_a_pass_keeps_its_names_and_is_held_where_the_catalogue_has_it_now() {
    let app = App::start().await;
    let order = app.test_env.paid_order(SINGLE, "asha@example.com").await;
    let mut row = app.exam(COURSE).await;
    row["exam_name"] = json!("BCA, renamed");
    row["venue"] = json!("Hall 3");
    app.test_env.put(Table::Catalogue, &row).await;
    let exams = app.pass(order.order_id.as_str()).await.json["exams"].clone();
    let hours = ("2025-05-31", "10:00", "12:00", "Hall 3");
    assert_eq!(
        exams,
        json!([sitting("BCA Entrance", "Backwater College", hours)])
    );

    let key = json!({ "pk": row["pk"], "sk": row["sk"] });
    app.test_env.delete(Table::Catalogue, &key).await;
    let exams = app.pass(order.order_id.as_str()).await.json["exams"].clone();
    assert_eq!(
        exams,
        json!([sitting("BCA Entrance", "Backwater College", ("", "", "", ""))])
    );
}

#[tokio::test]
async fn an_exam_whose_day_is_still_to_be_announced_comes_last() {
    let app = App::start().await;
    app.hold(COURSE, "", "", "", "").await;
    let order = app.test_env.paid_order(ALL, "asha@example.com").await;
    let exams = app.pass(order.order_id.as_str()).await.json["exams"].clone();
    let names: Vec<&Value> = exams
        .as_array()
        .unwrap()
        .iter()
        .map(|exam| &exam["examName"])
        .collect();
    assert_eq!(names, ["B.Sc Entrance", "BBA Entrance", "BCA Entrance"]);
}

#[tokio::test]
async fn a_preference_of_another_release_is_unknown() {
    let app = App::start().await;
    let order = app.test_env.paid_order(SINGLE, "asha@example.com").await;
    let rows = app.test_env.dump(Table::Registrations).await;
    let mut row = rows.into_iter().find(|row| row["kind"] == "CANDIDATE").unwrap();
    for (stored, shown) in [("Online", "Online"), ("Hybrid", "unknown")] {
        row["exam_preference"] = json!(stored);
        app.test_env.put(Table::Registrations, &row).await;
        assert_eq!(
            app.pass(order.order_id.as_str()).await.json["exam_preference"],
            shown
        );
    }
}

#[tokio::test]
async fn a_pass_tells_that_its_mail_came_back() {
    let app = App::start().await;
    let order = app.test_env.paid_order(SINGLE, "asha@example.com").await;
    let flag = Flag::new(&order, AttentionKind::MailBounced, app.test_env.clock.now());
    app.test_env.registrations().flag(&flag).await.unwrap();
    assert_eq!(app.pass(order.order_id.as_str()).await.json["mail_bounced"], true);
}

#[tokio::test]
async fn a_pass_is_six_requests_to_the_database_one_more_with_seats_and_no_pass_is_one() {
    let app = App::start().await;
    let order = app.test_env.paid_order(SINGLE, "asha@example.com").await;
    app.test_env.database.set(Fault::None);
    assert_eq!(app.pass(order.order_id.as_str()).await.status, 200);
    assert_eq!(app.test_env.database.requests(), 6);
    publish(&app, &[(COURSE, "G1")]).await;
    app.test_env.database.set(Fault::None);
    assert_eq!(app.pass(order.order_id.as_str()).await.status, 200);
    assert_eq!(app.test_env.database.requests(), 7);
    app.test_env.database.set(Fault::None);
    assert_no_pass(&app.pass("C0123456789A-0123456789ABCDEFGHJK").await);
    assert_eq!(app.test_env.database.requests(), 1);
}

#[tokio::test]
async fn a_pass_that_was_given_another_address_is_found_by_that_one_alone() {
    let app = App::start().await;
    let order = app.test_env.paid_order(ALL, "asha@example.com").await;
    let pass_id = app.test_env.reissued(&order).await;
    let pass = app.pass(pass_id.as_str()).await;
    assert_eq!(pass.status, 200, "{}", pass.json);
    assert_eq!(
        (&pass.json["order_id"], &pass.json["qr"]),
        (&json!(pass_id), &json!(qr_text(&pass_id)))
    );
    assert!(!pass.json.to_string().contains(order.order_id.as_str()));
    for page in ["", "/exams", "/results"] {
        let replaced = app.pass(&format!("{}{page}", order.order_id)).await;
        assert_eq!(
            (replaced.status.as_u16(), replaced.code()),
            (410, "pass_replaced"),
            "{page}"
        );
    }
    let form = json!({ "exams": [], "version": 0 });
    let path = format!("/api/order/{}/exams", order.order_id);
    assert_eq!(app.call(Request::put(path, &form)).await.code(), "pass_replaced");
    assert_eq!(app.pass(&format!("{pass_id}/exams")).await.status, 200);
}
