//! Tokens that are forged, changed, nonsense or nobody's, and the keys that they are checked with.

use super::{Known, claims, encoded, forged, keys, portal};
use base64::Engine;
use base64::prelude::{BASE64_STANDARD, BASE64_URL_SAFE_NO_PAD};
use config::{Env, Secret};
use domain::{Clock, Role};
use http_api::{StaffGate, TokenSigner};
use serde_json::{Value, json};
use std::sync::Arc;

#[tokio::test]
async fn a_valid_token_is_accepted() {
    let portal = portal();
    for scheme in ["Bearer", "bearer"] {
        let answer = portal
            .ask("/admin", Some(&format!("{scheme} {}", portal.token())))
            .await;
        assert_eq!(answer.body, json!(["a1", "Asha", "admin", 3]));
    }
    // What the negative tests below change is all that separates them from this.
    let header = json!({"typ": "JWT", "alg": "EdDSA"});
    let answer = portal
        .ask(
            "/admin",
            Some(&format!("Bearer {}", forged(&header, &claims(), &portal.keys))),
        )
        .await;
    assert_eq!(answer.status, 200);
}

#[tokio::test]
async fn no_token_and_no_bearer_are_refused() {
    let portal = portal();
    let token = portal.token();
    for authorization in [
        None,
        Some(""),
        Some("Bearer"),
        Some("Bearer "),
        Some("Basic YWRtaW46YWRtaW4="),
        Some(&*token),
    ] {
        assert_eq!(
            portal.ask("/admin", authorization).await.refusal(),
            (401, "unauthorized", None)
        );
    }
}

#[tokio::test]
async fn an_unsigned_token_is_refused() {
    let portal = portal();
    for algorithm in ["none", "None", "NONE", ""] {
        let header = json!({"typ": "JWT", "alg": algorithm});
        portal
            .refuses(&format!("{}.{}.", encoded(&header), encoded(&claims())))
            .await;
        portal.refuses(&forged(&header, &claims(), &portal.keys)).await;
    }
}

#[tokio::test]
async fn a_token_signed_with_the_public_key_as_a_shared_secret_is_refused() {
    let portal = portal();
    let message = format!(
        "{}.{}",
        encoded(&json!({"typ": "JWT", "alg": "HS256"})),
        encoded(&claims())
    );
    let raw = BASE64_STANDARD.decode(&portal.keys.public_key).unwrap();
    for secret in [raw.as_slice(), portal.keys.public_key.as_bytes()] {
        let key = ring::hmac::Key::new(ring::hmac::HMAC_SHA256, secret);
        let tag = ring::hmac::sign(&key, message.as_bytes());
        portal
            .refuses(&format!("{message}.{}", BASE64_URL_SAFE_NO_PAD.encode(tag)))
            .await;
    }
}

#[tokio::test]
async fn a_token_of_another_key_is_refused_even_if_it_brings_the_key_along() {
    let portal = portal();
    let other = keys(2);
    portal
        .refuses(&forged(&json!({"alg": "EdDSA"}), &claims(), &other))
        .await;
    let x = BASE64_URL_SAFE_NO_PAD.encode(BASE64_STANDARD.decode(&other.public_key).unwrap());
    let jwk = json!({"kty": "OKP", "crv": "Ed25519", "x": x});
    portal
        .refuses(&forged(&json!({"alg": "EdDSA", "jwk": jwk}), &claims(), &other))
        .await;
}

#[tokio::test]
async fn a_token_whose_claims_were_changed_is_refused() {
    let portal = portal();
    let token = portal.token();
    let mut parts: Vec<_> = token.split('.').collect();
    let mut raised = claims();
    raised["username"] = json!("Root");
    let raised = encoded(&raised);
    parts[1] = &raised;
    portal.refuses(&parts.join(".")).await;
}

#[tokio::test]
async fn a_token_that_never_runs_out_is_refused() {
    let portal = portal();
    for exp in [Value::Null, json!("never"), json!(1e300)] {
        let mut claims = claims();
        claims["exp"] = exp;
        portal
            .refuses(&forged(&json!({"alg": "EdDSA"}), &claims, &portal.keys))
            .await;
    }
}

#[tokio::test]
async fn a_token_for_another_audience_or_for_none_is_refused() {
    let portal = portal();
    let header = json!({"typ": "JWT", "alg": "EdDSA"});
    for audience in [
        json!("candidates"),
        json!("Staff"),
        json!(""),
        json!(["candidates"]),
        json!(["candidates", "visitors"]),
        json!(7),
        Value::Null,
    ] {
        let mut claims = claims();
        claims["aud"] = audience;
        portal.refuses(&forged(&header, &claims, &portal.keys)).await;
    }
    let mut claims = claims();
    claims.as_object_mut().unwrap().remove("aud");
    portal.refuses(&forged(&header, &claims, &portal.keys)).await;
}

#[tokio::test]
async fn a_token_of_an_unknown_account_is_refused() {
    let portal = portal();
    portal.refuses(&portal.token_of("a2", Role::Admin, "s1")).await;
}

#[tokio::test]
async fn nonsense_and_oversized_tokens_are_refused() {
    let portal = portal();
    for token in ["x", "a.b.c", "..", "....", "eyJhbGciOiJFZERTQSJ9..", "\u{e9}"] {
        portal.refuses(token).await;
    }
    let mut padded = claims();
    padded["padding"] = json!("x".repeat(2000));
    portal
        .refuses(&forged(&json!({"alg": "EdDSA"}), &padded, &portal.keys))
        .await;
}

#[test]
fn a_wrong_public_key_stops_the_start() {
    for key in ["", "not base64!", "c2hvcnQ=", &BASE64_STANDARD.encode([0; 33])] {
        let env = Env::from_pairs([("ADMIN_TOKEN_PUBLIC_KEY", key)]);
        let gate = StaffGate::new(
            &env,
            Clock::system(),
            Known {
                noted: Arc::default(),
            },
        );
        assert_eq!(gate.err().unwrap().variable(), "ADMIN_TOKEN_PUBLIC_KEY");
    }
}

#[test]
fn a_wrong_private_key_stops_the_start_without_being_shown() {
    for key in ["", "not base64!", "aHVzaA=="] {
        let error = TokenSigner::new(&Secret::from(key)).err().unwrap().to_string();
        assert_eq!(
            error,
            "ADMIN_TOKEN_SECRET: its private_key is no base64 Ed25519 PKCS#8 key"
        );
    }
}
