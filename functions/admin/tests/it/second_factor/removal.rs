//! Taking a second factor away: by its holder, or by another administrator if it is lost.

use super::{Enrolled, refusal};
use crate::{PASSWORD, token};
use serde_json::json;
use test_support::Request;

#[tokio::test]
async fn a_second_factor_is_taken_away_for_a_code_of_it_and_the_password() {
    let enrolled = Enrolled::start().await;
    let session = &enrolled.session;
    assert_eq!(enrolled.remove(session, "000000").await.field(), "code");
    let code = enrolled.code(&enrolled.secret, 0);
    let body = json!({ "code": code, "password": "a guess" });
    let request = Request::delete("/api/admin/second-factor").json(&body);
    assert_eq!(enrolled.ask(session, request).await.field(), "password");
    let removed = enrolled.remove(session, &code).await;
    assert_eq!(enrolled.portal(session).await, 401);
    let session = token(&removed);
    assert_eq!(
        refusal(&enrolled.remove(session, &code).await),
        (409, "no_second_factor")
    );
    assert_eq!(enrolled.portal(session).await, 200);
    assert_eq!(
        enrolled
            .portal(token(&enrolled.login("Asha", PASSWORD).await))
            .await,
        200
    );
}

#[tokio::test]
async fn another_administrator_takes_a_lost_second_factor_away() {
    let enrolled = Enrolled::start().await;
    enrolled.accounts().create("Binu", PASSWORD).await.unwrap();
    let binu = token(&enrolled.login("Binu", PASSWORD).await).to_owned();
    let users = enrolled.users(&binu).await;
    assert_eq!(users[0]["second_factor"], true);
    let shown = serde_json::to_string(&users).unwrap();
    assert!(!shown.contains(&enrolled.secret), "{shown}");
    let reset = json!({ "reset_second_factor": true });
    assert_eq!(
        enrolled.change(&binu, "Asha", reset).await.json["second_factor"],
        false
    );
    assert_eq!(enrolled.portal(&enrolled.session).await, 401);
    assert_eq!(
        enrolled
            .portal(token(&enrolled.login("Asha", PASSWORD).await))
            .await,
        200
    );
    assert_eq!(enrolled.entries("admin.second_factor_reset").await.len(), 1);
}
