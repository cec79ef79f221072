//! Addresses that messages do not go to.

use super::*;
use domain::Email;
use store::messages::{Unreachable, UnreachableCause};

const LEFT_OUT: &str = "/api/messages/left-out";

impl App {
    async fn leave_out(&self, email: &str, left_out: bool) -> Answer {
        let form = json!({ "email": email, "left_out": left_out });
        self.ask(Request::put(LEFT_OUT, &form)).await
    }

    async fn came_back_from(&self, email: &str, cause: UnreachableCause) {
        let unreachable = Unreachable {
            email: Email::parse(email).unwrap(),
            cause,
            at: self.test_env.clock.now(),
        };
        self.recipients.keep_unreachable(&unreachable).await.unwrap();
    }

    /// Each address that is left out, and why.
    async fn causes(&self) -> Vec<(String, String)> {
        let answer = self.ask(Request::get(LEFT_OUT)).await;
        assert_eq!(answer.status, 200, "{}", answer.json);
        causes(&answer)
    }
}

fn causes(answer: &Answer) -> Vec<(String, String)> {
    let text = |value: &Value| value.as_str().unwrap().to_owned();
    let addresses = answer.json["addresses"].as_array().unwrap();
    addresses
        .iter()
        .map(|one| (text(&one["email"]), text(&one["cause"])))
        .collect()
}

fn asked(email: &str) -> Vec<(String, String)> {
    vec![(email.to_owned(), "asked".to_owned())]
}

#[tokio::test]
async fn who_asks_for_no_messages_gets_none_until_they_are_let_in_again() {
    let app = App::with_candidates(3).await;
    let email = app.test_env.everybody().await[0].email.clone();
    let shouted = format!(" {} ", email.to_uppercase());
    // The second time is that of a lost answer.
    for _ in 0..2 {
        let answer = app.leave_out(&shouted, true).await;
        assert_eq!(answer.status, 200, "{}", answer.json);
        assert_eq!(causes(&answer), asked(&email));
    }
    let since = app.test_env.clock.now().unix_timestamp();
    let list = app.ask(Request::get(LEFT_OUT)).await.json;
    let said = list["addresses"][0]["since"].as_str().unwrap();
    let said = time::OffsetDateTime::parse(said, &time::format_description::well_known::Rfc3339);
    assert_eq!(said.unwrap().unix_timestamp(), since);

    let preview = app
        .ask(Request::post(format!("{MESSAGES}/preview"), &to(json!({}))))
        .await;
    assert_eq!(
        preview.json["skipped"],
        json!([{ "reason": "asked", "count": 1 }])
    );
    let id = app.send(&to(json!({}))).await;
    app.finish(&id).await;
    assert!(!app.mails().contains_key(&email));
    assert_eq!(app.mails().len(), 2);
    let skipped = app.listed(&id, "skipped").await;
    assert_eq!(skipped[0]["reason"], "asked");

    for _ in 0..2 {
        assert!(causes(&app.leave_out(&email, false).await).is_empty());
    }
    for action in ["message.left_out", "message.let_in"] {
        let entries = app.entries(action).await;
        assert_eq!(entries.len(), 1, "{action}: {entries:?}");
        assert!(!entries[0].to_string().contains(&email), "{entries:?}");
    }
}

#[tokio::test]
async fn that_messages_are_not_wanted_outlasts_a_mail_that_comes_back_or_arrives() {
    let app = App::start().await;
    let email = "asha@example.com";
    app.came_back_from(email, UnreachableCause::Bounced).await;
    assert_eq!(app.leave_out(email, true).await.status, 200);
    assert_eq!(app.causes().await, asked(email));
    app.came_back_from(email, UnreachableCause::Bounced).await;
    assert_eq!(app.causes().await, asked(email));
    let address = Email::parse(email).unwrap();
    app.recipients.forget_unreachable(&address).await.unwrap();
    assert_eq!(app.causes().await, asked(email));
}

#[tokio::test]
async fn an_address_that_mail_does_not_reach_is_not_let_in() {
    let app = App::start().await;
    for (email, cause) in [
        ("asha@example.com", UnreachableCause::Bounced),
        ("binu@example.com", UnreachableCause::Complained),
    ] {
        app.came_back_from(email, cause).await;
        let refused = app.leave_out(email, false).await;
        assert_eq!((refused.status.as_u16(), refused.code()), (409, "unreachable"));
    }
    // Of whom a mail was called spam messages are not wanted already.
    assert_eq!(app.leave_out("binu@example.com", true).await.status, 200);
    let causes = app.causes().await;
    let causes: Vec<&str> = causes.iter().map(|(_, cause)| cause.as_str()).collect();
    assert_eq!(causes, ["bounced", "complained"]);
    assert!(app.entries("message.left_out").await.is_empty());
}

#[tokio::test]
async fn an_address_that_is_none_and_a_wish_that_is_none_are_refused() {
    let app = App::start().await;
    for (form, field) in [
        (json!({ "email": "nobody", "left_out": true }), "email"),
        (json!({ "left_out": true }), "email"),
        (json!({ "email": "asha@example.com" }), "left_out"),
    ] {
        let refused = app.ask(Request::put(LEFT_OUT, &form)).await;
        assert_eq!((refused.status.as_u16(), refused.field()), (422, field));
    }
    assert!(app.causes().await.is_empty());
}

#[tokio::test]
async fn no_address_is_kept_once_the_deletion_has_begun() {
    let app = App::start().await;
    let job = json!({ "pk": "EVENT", "sk": "CLOSING" });
    app.test_env.put(Table::Registrations, &job).await;
    let refused = app.leave_out("asha@example.com", true).await;
    assert_eq!((refused.status.as_u16(), refused.code()), (409, "deletion_begun"));
    assert!(app.causes().await.is_empty());
    assert_eq!(app.leave_out("asha@example.com", false).await.status, 200);
}
