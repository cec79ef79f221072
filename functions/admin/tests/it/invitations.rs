//! Invitations by mail: what makes one, what ends one, and that it is accepted once. The mail itself is the reconciler's;
//! these tests give a link its secret as it does.

use crate::{App, PASSWORD, pause_of, token};
use access_control::INVITATION_LINK;
use accounts::second_factor::code_at;
use domain::Entropy;
use futures::future::join_all;
use serde_json::{Value, json};
use store::{InvitationToken, Invitations, Write, tables::Table};
use test_support::{Answer, Fault, Request};
use time::Duration;

const CHOSEN: &str = "velvet-comet-37-anvil";
const ADDRESS: &str = "binu@organiser.example";

impl App {
    async fn session(&self) -> String {
        token(&self.login("Asha", PASSWORD).await).to_owned()
    }

    async fn invited(&self, asha: &str) -> Answer {
        let form = json!({ "username": "Binu", "role": "counter", "email": ADDRESS, "invite": true });
        let made = self.ask(asha, Request::post("/api/admin/users", &form)).await;
        assert_eq!(made.status, 201, "{}", made.json);
        made
    }

    async fn send_again(&self, asha: &str) -> Answer {
        self.change(asha, "Binu", json!({ "invite": true })).await
    }

    fn invitations(&self) -> Invitations {
        Invitations::from_env(&self.test_env.env()).unwrap()
    }

    /// Sends the one mail that is due, and returns its link's end.
    async fn link(&self) -> String {
        let (invitations, now) = (self.invitations(), self.test_env.clock.now());
        let due = invitations.due(now, 10).await.unwrap();
        let [id] = &due[..] else {
            panic!("{due:?}");
        };
        let mail = invitations.lease(id, "lease", now, Duration::MINUTE).await;
        let mail = mail.unwrap().unwrap();
        assert_eq!(mail.email.as_str(), ADDRESS);
        let link = InvitationToken::new(id, &Entropy::system());
        let given = invitations.give_secret(&link, &mail).await;
        assert_eq!(given.unwrap(), Write::Done);
        assert_eq!(invitations.end_sending(id, "lease").await.unwrap(), Write::Done);
        link.to_string()
    }

    async fn look(&self, link: &str) -> Answer {
        self.call(Request::post("/api/admin/invitation", &json!({ "token": link })))
            .await
    }

    async fn accept(&self, link: &str, password: &str) -> Answer {
        let body = json!({ "token": link, "password": password });
        self.call(Request::put("/api/admin/invitation", &body)).await
    }

    /// Refused alike, whatever the link once was.
    async fn opens_nothing(&self, link: &str, why: &str) {
        let never = pause_of(&self.look("none").await);
        assert_eq!(never["code"], "invitation_over", "{never}");
        for answer in [self.look(link).await, self.accept(link, CHOSEN).await] {
            assert_eq!(answer.status, 404, "{why}: {}", answer.json);
            assert_eq!(pause_of(&answer), never, "{why}");
        }
    }

    async fn invitation_items(&self) -> Vec<Value> {
        self.test_env.of_kind(Table::Registrations, "INVITATION").await
    }
}

#[tokio::test]
async fn a_person_who_is_invited_chooses_a_password_once_and_is_signed_in() {
    let app = App::start().await;
    let asha = app.session().await;
    let made = app.invited(&asha).await;
    assert!(made.json["password"].is_null() && made.json["must_change_password"] == false);
    let users = app.users(&asha).await;
    assert_eq!(users[1]["invited_until"], "2025-05-23T04:30:00Z");
    let link = app.link().await;
    for table in Table::ALL {
        let items = app.test_env.dump(table).await;
        let secret = link.split_once('.').unwrap().1;
        assert!(!json!(items).to_string().contains(secret), "{table:?}");
    }

    let looked = app.look(&link).await;
    assert_eq!(
        looked.json,
        json!({ "username": "Binu", "role": "counter", "expires_at": "2025-05-23T04:30:00Z" })
    );
    for weak in ["short", "binu-binu-binu", "organiser-binu"] {
        let refused = app.accept(&link, weak).await;
        assert_eq!(
            (refused.status.as_u16(), refused.field()),
            (422, "password"),
            "{weak}"
        );
    }
    let accepted = app.accept(&link, CHOSEN).await;
    let session = token(&accepted);
    let own = app.ask(session, Request::get("/api/admin/account")).await;
    assert_eq!(
        (&own.json["username"], &own.json["role"]),
        (&json!("Binu"), &json!("counter"))
    );
    assert_eq!(app.login("binu", CHOSEN).await.status, 200);
    app.opens_nothing(&link, "accepted").await;
    assert!(app.users(&asha).await[1]["invited_until"].is_null());
    assert!(app.invitation_items().await.is_empty());
    let accepted = app.entries("admin.invitation_accepted").await;
    assert_eq!((accepted.len(), &accepted[0]["username"]), (1, &json!("Binu")));
    let made = app.entries("admin.created").await;
    assert!(
        made.iter().any(|entry| entry["after"]["invited"] == true),
        "{made:?}"
    );
}

#[tokio::test]
async fn a_link_that_is_not_the_latest_of_an_account_that_waits_opens_nothing_and_does_not_say_why() {
    let app = App::start().await;
    let asha = app.session().await;
    app.invited(&asha).await;
    let first = app.link().await;
    let (id, _) = first.split_once('.').unwrap();
    app.opens_nothing(
        &InvitationToken::new(id, &Entropy::system()).to_string(),
        "guessed",
    )
    .await;
    for garbage in ["", "none", ".", "a.b", "ÄÖ.ü"] {
        app.opens_nothing(garbage, "garbage").await;
    }

    assert_eq!(app.send_again(&asha).await.status, 200);
    let second = app.link().await;
    app.opens_nothing(&first, "replaced").await;
    assert_eq!(app.look(&second).await.status, 200);
    app.change(&asha, "Binu", json!({ "disabled": true })).await;
    app.opens_nothing(&second, "disabled").await;
    app.change(&asha, "Binu", json!({ "disabled": false })).await;
    app.opens_nothing(&second, "let in again").await;

    app.send_again(&asha).await;
    let third = app.link().await;
    app.test_env.clock.advance(Duration::hours(72) - Duration::SECOND);
    assert_eq!(app.look(&third).await.status, 200);
    app.test_env.clock.advance(Duration::SECOND);
    app.opens_nothing(&third, "over").await;

    let asha = app.session().await;
    app.send_again(&asha).await;
    let fourth = app.link().await;
    app.change(&asha, "Binu", json!({ "email": "else@organiser.example" }))
        .await;
    app.opens_nothing(&fourth, "another address").await;
    app.change(&asha, "Binu", json!({ "email": ADDRESS })).await;
    app.send_again(&asha).await;
    let fifth = app.link().await;
    app.accounts()
        .reset("Binu", "given-by-those-on-call")
        .await
        .unwrap();
    app.opens_nothing(&fifth, "given a password").await;
    assert_eq!(app.login("Binu", "given-by-those-on-call").await.status, 200);
}

#[tokio::test]
async fn a_flood_of_links_that_open_nothing_is_stopped_and_keeps_nobody_from_signing_in() {
    let app = App::start().await;
    let asha = app.session().await;
    app.invited(&asha).await;
    let link = app.link().await;
    let look = async |link: &str| {
        let asked = Request::post("/api/admin/invitation", &json!({ "token": link }));
        app.call(asked.from_address("203.0.113.9")).await.status.as_u16()
    };
    for _ in 1..INVITATION_LINK.attempts {
        assert_eq!(look("none").await, 404);
    }
    // What was right is not counted.
    assert_eq!(look(&link).await, 200);
    assert_eq!([look("none").await, look("none").await], [404, 429]);
    assert_eq!(app.login("Asha", PASSWORD).await.status, 200);
}

#[tokio::test]
async fn what_is_taken_back_before_it_is_sent_is_not_sent() {
    let app = App::start().await;
    let asha = app.session().await;
    app.invited(&asha).await;
    let now = app.test_env.clock.now();
    assert_eq!(app.invitations().due(now, 10).await.unwrap().len(), 1);
    app.change(&asha, "Binu", json!({ "disabled": true })).await;
    assert!(app.invitation_items().await.is_empty());
}

/// How many of twenty who press at once are signed in.
async fn accepted_at_once(fault: Fault) -> usize {
    let app = App::start().await;
    let asha = app.session().await;
    app.invited(&asha).await;
    let link = app.link().await;
    app.test_env.database.set(fault);
    let passwords = (0..20).map(|number| format!("{CHOSEN}-{number}"));
    let answers = join_all(passwords.map(|password| {
        let (app, link) = (&app, &link);
        async move { app.accept(link, &password).await }
    }));
    let answers = answers.await;
    app.test_env.database.set(Fault::None);
    assert_eq!(
        app.entries("admin.invitation_accepted").await.len(),
        signed_in(&answers)
    );
    signed_in(&answers)
}

fn signed_in(answers: &[Answer]) -> usize {
    answers.iter().filter(|answer| answer.status == 200).count()
}

#[tokio::test]
async fn of_twenty_at_once_one_accepts_an_invitation() {
    assert_eq!(accepted_at_once(Fault::None).await, 1);
}

/// How many accept an invitation at the most, of two who meet at one request or another of the first to the database.
async fn accepted_where_two_meet(fault: Fault) -> usize {
    let mut most = 0;
    for request in 1.. {
        let app = App::start().await;
        let asha = app.session().await;
        app.invited(&asha).await;
        let link = app.link().await;
        app.test_env.database.set(fault);
        let (one, other) = (app.accept(&link, CHOSEN), app.accept(&link, CHOSEN));
        let has_met = app.test_env.database.meet(request, one, other).await.is_some();
        app.test_env.database.set(Fault::None);
        // Also who is signed out by the other one has changed the account.
        most = most.max(app.entries("admin.invitation_accepted").await.len());
        if !has_met {
            break;
        }
    }
    most
}

#[tokio::test]
async fn of_two_who_meet_one_accepts_an_invitation() {
    assert_eq!(accepted_where_two_meet(Fault::None).await, 1);
}

#[tokio::test]
async fn without_the_condition_both_would() {
    assert_eq!(accepted_where_two_meet(Fault::NoConditions).await, 2);
}

#[tokio::test]
async fn an_invitation_is_sent_again_once_for_a_version() {
    let app = App::start().await;
    let asha = app.session().await;
    app.invited(&asha).await;
    let version = json!({ "invite": true, "version": 0 });
    assert_eq!(app.change(&asha, "Binu", version.clone()).await.status, 200);
    let repeated = app.change(&asha, "Binu", version).await;
    assert_eq!(
        (repeated.status.as_u16(), repeated.code()),
        (409, "stale_version")
    );
    assert_eq!(app.invitation_items().await.len(), 1);
    assert_eq!(app.entries("admin.invited").await.len(), 1);
}

#[tokio::test]
async fn an_invitation_needs_an_address_an_account_that_is_not_disabled_and_another_person() {
    let app = App::start().await;
    let asha = app.session().await;
    let form = json!({ "username": "Binu", "role": "counter", "invite": true });
    let refused = app.ask(&asha, Request::post("/api/admin/users", &form)).await;
    assert_eq!((refused.status.as_u16(), refused.field()), (422, "email"));
    assert_eq!(app.users(&asha).await.len(), 1);
    app.invited(&asha).await;
    for change in [
        json!({ "invite": true, "disabled": true }),
        json!({ "invite": true, "reset": true }),
    ] {
        let refused = app.change(&asha, "Binu", change).await;
        assert_eq!((refused.status.as_u16(), refused.field()), (422, "invite"));
    }
    let own = app.change(&asha, "Asha", json!({ "invite": true })).await;
    assert_eq!((own.status.as_u16(), own.code()), (409, "own_account"));
}

#[tokio::test]
async fn an_address_gets_five_invitations_a_day() {
    let app = App::start().await;
    let asha = app.session().await;
    app.invited(&asha).await;
    for _ in 1..5 {
        assert_eq!(app.send_again(&asha).await.status, 200);
    }
    let sixth = app.send_again(&asha).await;
    assert_eq!(sixth.status, 429, "{}", sixth.json);
    app.test_env.clock.advance(Duration::hours(25));
    let asha = app.session().await;
    assert_eq!(app.send_again(&asha).await.status, 200);
}

#[tokio::test]
async fn an_administrator_who_is_invited_does_not_count_as_one_who_is_left() {
    let app = App::start().await;
    let asha = app.session().await;
    app.invited(&asha).await;
    assert_eq!(
        app.change(&asha, "Binu", json!({ "role": "admin" })).await.status,
        200
    );
    let refused = app.change(&asha, "Asha", json!({ "role": "counter" })).await;
    assert_eq!(
        (refused.status.as_u16(), refused.code()),
        (409, "last_administrator")
    );
    app.accept(&app.link().await, CHOSEN).await;
    assert_eq!(
        app.change(&asha, "Asha", json!({ "role": "counter" }))
            .await
            .status,
        200
    );
}

#[tokio::test]
async fn an_account_with_a_second_factor_is_asked_for_a_code_behind_the_link() {
    let app = App::start().await;
    let asha = app.session().await;
    app.accounts()
        .create("Binu", "binus-own-words-here")
        .await
        .unwrap();
    app.change(&asha, "Binu", json!({ "email": ADDRESS })).await;
    let binu = token(&app.login("Binu", "binus-own-words-here").await).to_owned();
    let begun = app
        .ask(&binu, Request::post("/api/admin/second-factor", &json!({})))
        .await;
    let secret = begun.json["secret"].as_str().unwrap();
    let code = |app: &App| code_at(secret, app.test_env.clock.now()).unwrap();
    let confirm = json!({ "code": code(&app), "password": "binus-own-words-here" });
    let confirmed = app
        .ask(&binu, Request::post("/api/admin/second-factor/confirm", &confirm))
        .await;
    assert_eq!(confirmed.status, 200, "{}", confirmed.json);

    assert_eq!(app.send_again(&asha).await.status, 200);
    assert_eq!(app.login("Binu", "binus-own-words-here").await.status, 401);
    let asked = app.accept(&app.link().await, CHOSEN).await;
    assert_eq!(asked.json["second_factor"], "totp", "{}", asked.json);
    app.wait(30);
    let answer = json!({ "challenge": asked.json["challenge"], "code": code(&app) });
    let entered = app
        .call(Request::post("/api/admin/login/second-factor", &answer))
        .await;
    token(&entered);
}
