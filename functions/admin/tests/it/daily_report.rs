//! The switch of the daily report in the own account.

use crate::{App, PASSWORD, token};
use domain::Role;
use serde_json::json;
use store::Reports;
use test_support::{Answer, Request};

const PASSWORD_OF_BINU: &str = "binus-own-words-here";

impl App {
    async fn account_of(&self, role: Role) -> String {
        let made = self.accounts().create_as("Binu", PASSWORD_OF_BINU, role).await;
        made.unwrap();
        token(&self.login("Binu", PASSWORD_OF_BINU).await).to_owned()
    }

    async fn switch(&self, token: &str, on: bool) -> Answer {
        self.ask(
            token,
            Request::put("/api/admin/daily-report", &json!({ "on": on })),
        )
        .await
    }

    async fn readers(&self) -> usize {
        let reports = Reports::from_env(&self.test_env.env()).unwrap();
        reports.readers().await.unwrap().len()
    }
}

#[tokio::test]
async fn who_reads_reports_and_has_an_address_switches_it_on_and_off_and_stays_signed_in() {
    let app = App::start().await;
    let asha = token(&app.login("Asha", PASSWORD).await).to_owned();
    let binu = app.account_of(Role::Accountant).await;
    let refused = app.switch(&binu, true).await;
    assert_eq!((refused.status.as_u16(), refused.code()), (409, "no_address"));
    app.change(&asha, "Binu", json!({ "email": "binu@organiser.example" }))
        .await;
    let own = app.ask(&binu, Request::get("/api/admin/account")).await;
    assert_eq!(own.json["daily_report"], false, "{}", own.json);
    for _ in 0..2 {
        let on = app.switch(&binu, true).await;
        assert_eq!((on.status.as_u16(), &on.json["on"]), (200, &json!(true)));
    }
    assert_eq!(app.readers().await, 1);
    assert_eq!(app.entries("admin.daily_report_changed").await.len(), 1);
    let own = app.ask(&binu, Request::get("/api/admin/account")).await;
    assert_eq!(own.json["daily_report"], true);
    app.switch(&binu, false).await;
    assert_eq!(app.readers().await, 0);
}

#[tokio::test]
async fn it_ends_and_comes_back_with_what_it_needs() {
    let app = App::start().await;
    let asha = token(&app.login("Asha", PASSWORD).await).to_owned();
    let binu = app.account_of(Role::Accountant).await;
    app.change(&asha, "Binu", json!({ "email": "binu@organiser.example" }))
        .await;
    app.switch(&binu, true).await;
    for (change, readers) in [
        (json!({ "disabled": true }), 0),
        (json!({ "disabled": false }), 1),
        (json!({ "role": "counter" }), 0),
        (json!({ "role": "admin" }), 1),
        (json!({ "email": "" }), 0),
    ] {
        assert_eq!(app.change(&asha, "Binu", change.clone()).await.status, 200);
        assert_eq!(app.readers().await, readers, "{change}");
    }
}

#[tokio::test]
async fn a_clerk_has_no_such_switch() {
    let app = App::start().await;
    let binu = app.account_of(Role::Counter).await;
    assert_eq!(app.switch(&binu, true).await.status, 403);
    let own = app.ask(&binu, Request::get("/api/admin/account")).await;
    assert!(own.json["daily_report"].is_null());
}
