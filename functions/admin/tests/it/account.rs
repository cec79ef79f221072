//! The own address, and what a person is told of changes of what opens their account.

use crate::{App, PASSWORD, token};
use serde_json::{Value, json};
use store::tables::Table;
use test_support::{Answer, Fault, Request};

const OLD: &str = "asha@organiser.example";
const NEW: &str = "asha@elsewhere.example";

impl App {
    async fn move_to(&self, token: &str, email: &str, password: &str) -> Answer {
        let body = json!({ "email": email, "password": password });
        self.ask(token, Request::put("/api/admin/account", &body)).await
    }

    /// Asha signed in, with the address [`OLD`].
    async fn reachable() -> (Self, String) {
        let app = Self::start().await;
        let session = token(&app.login("Asha", PASSWORD).await).to_owned();
        let moved = app.move_to(&session, OLD, PASSWORD).await;
        (app, token(&moved).to_owned())
    }

    /// What the mails that wait tell, and to whom.
    async fn news(&self) -> Vec<(String, String)> {
        let items = self.test_env.dump(Table::Registrations).await;
        let of = |item: &Value, name: &str| item[name].as_str().unwrap().to_owned();
        let mails = items.iter().filter(|item| item["kind"] == "SIGN_IN");
        mails.map(|mail| (of(mail, "news"), of(mail, "email"))).collect()
    }
}

#[tokio::test]
async fn the_own_address_changes_for_the_password_and_the_old_one_is_told() {
    let (app, session) = App::reachable().await;
    assert!(app.news().await.is_empty(), "there was no address to tell");
    let there = app.login("Asha", PASSWORD).await;
    for (email, password, field) in [
        (NEW, "a guess", "password"),
        (NEW, "", "password"),
        ("asha", PASSWORD, "email"),
    ] {
        let refused = app.move_to(&session, email, password).await;
        assert_eq!((refused.status.as_u16(), refused.field()), (422, field));
    }
    let same = app.move_to(&session, OLD, PASSWORD).await;
    assert_eq!((same.status.as_u16(), same.code()), (409, "same_address"));
    let before = app.news().await.len();
    let moved = app.move_to(&session, NEW, PASSWORD).await;
    assert_eq!(app.portal(&session).await, 401);
    assert_eq!(app.portal(token(&there)).await, 401);
    let account = app.ask(token(&moved), Request::get("/api/admin/account")).await;
    assert_eq!(account.json["email"], NEW);
    let told = ("address_changed".to_owned(), OLD.to_owned());
    let news = app.news().await;
    assert_eq!((news.len(), news.contains(&told)), (before + 1, true), "{news:?}");
    let entries = format!("{:?}", app.entries("admin.email_changed").await);
    assert!(!entries.contains("elsewhere"), "{entries}");
    let gone = app.move_to(token(&moved), "", PASSWORD).await;
    let account = app.ask(token(&gone), Request::get("/api/admin/account")).await;
    assert_eq!(account.json.get("email"), None);
}

#[tokio::test]
async fn a_person_is_told_of_a_new_password_and_of_a_second_factor() {
    let (app, session) = App::reachable().await;
    let strong = "kadavu plum lantern";
    let changed = app.change_password(&session, PASSWORD, strong).await;
    let session = token(&changed).to_owned();
    app.accounts().create("Binu", PASSWORD).await.unwrap();
    let binu = token(&app.login("Binu", PASSWORD).await).to_owned();
    app.change(&binu, "Asha", json!({ "reset": true })).await;
    assert_eq!(app.portal(&session).await, 401);
    app.change(&binu, "Asha", json!({ "email": NEW })).await;
    let to = |news: &str| (news.to_owned(), OLD.to_owned());
    let mut news = app.news().await;
    news.sort();
    assert_eq!(
        news,
        [
            to("address_changed"),
            to("password_changed"),
            to("password_given")
        ]
    );
}

#[tokio::test]
async fn nobody_changes_their_own_address_without_the_password_by_the_way_of_administrators() {
    let (app, session) = App::reachable().await;
    let refused = app.change(&session, "Asha", json!({ "email": NEW })).await;
    assert_eq!((refused.status.as_u16(), refused.code()), (409, "own_account"));
}

#[tokio::test]
async fn what_cannot_be_told_is_not_changed() {
    let (app, session) = App::reachable().await;
    app.test_env.database.set(Fault::TableDown(Table::Registrations));
    assert_eq!(app.move_to(&session, NEW, PASSWORD).await.status, 500);
    app.test_env.database.set(Fault::None);
    let account = app.ask(&session, Request::get("/api/admin/account")).await;
    assert_eq!(account.json["email"], OLD);
}
