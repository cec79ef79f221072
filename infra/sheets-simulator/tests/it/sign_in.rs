//! Whom the simulator gives a token, and what it keeps from those without one.

use super::Fixture;
use http::Method;
use serde_json::{Value, json};
use sheets_simulator::ServiceAccount;
use time::OffsetDateTime;

#[tokio::test]
async fn only_a_good_assertion_of_the_account_becomes_a_token() {
    let fixture = Fixture::new().await;
    let other = ServiceAccount::generate(&fixture.account.client_email).unwrap();
    let now = OffsetDateTime::now_utc().unix_timestamp();
    let (status, answer) = fixture.sign_in(&other, &json!({})).await;
    assert_eq!(
        (status.as_u16(), &answer["error_description"]),
        (400, &json!("Invalid JWT Signature."))
    );
    for claims in [
        json!({ "iss": "another@expo.example" }),
        json!({ "scope": "https://www.googleapis.com/auth/drive" }),
        json!({ "aud": "http://localhost/other" }),
        json!({ "iat": now - 8_000, "exp": now - 4_400 }),
        json!({ "iat": now + 4_000, "exp": now + 7_000 }),
        json!({ "exp": now + 9_000 }),
    ] {
        let (status, answer) = fixture.sign_in(&fixture.account, &claims).await;
        assert_eq!(
            (status.as_u16(), &answer["error"]),
            (400, &json!("invalid_grant")),
            "{claims}"
        );
    }
}

#[tokio::test]
async fn without_a_token_or_for_another_spreadsheet_there_is_nothing() {
    let mut fixture = Fixture::new().await;
    let (status, answer) = fixture.call(Method::GET, "s2", Value::Null).await;
    assert_eq!((status, &answer["error"]["status"]), (404, &json!("NOT_FOUND")));
    fixture.simulator.share(false);
    let (status, answer) = fixture.call(Method::GET, "s1", Value::Null).await;
    assert_eq!(
        (status, &answer["error"]["status"]),
        (403, &json!("PERMISSION_DENIED"))
    );
    fixture.token = "ya29.none".to_owned();
    let (status, answer) = fixture.call(Method::GET, "s1", Value::Null).await;
    assert_eq!(
        (status, &answer["error"]["status"]),
        (401, &json!("UNAUTHENTICATED"))
    );
}
