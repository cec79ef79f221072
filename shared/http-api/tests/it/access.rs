//! Who is let in as an administrator, and who is not.

use crate::{Answer, send};
use axum::Router;
use axum::body::Body;
use axum::routing::get as on_get;
use base64::Engine;
use base64::prelude::{BASE64_STANDARD, BASE64_URL_SAFE_NO_PAD};
use config::{Env, Secret};
use domain::{Clock, Entropy, Role};
use futures::FutureExt;
use http::Request;
use http_api::{
    ApiError, Json, RequireAdmin, RequireCounter, RequireLookup, RequireReports, RequireSignedIn, StaffGate,
    TokenKeys, TokenSigner, layers,
};
use serde_json::{Value, json};
use std::sync::Arc;
use std::sync::atomic::{AtomicI64, Ordering};
use time::OffsetDateTime;

const NOW: i64 = 1_748_246_400;
const TWELVE_HOURS: i64 = 12 * 60 * 60;

struct Portal {
    router: Router,
    signer: TokenSigner,
    keys: TokenKeys,
    time: Arc<AtomicI64>,
}

fn keys(seed: u8) -> TokenKeys {
    TokenKeys::generate(&Entropy::from_fn(move |bytes| bytes.fill(seed))).unwrap()
}

fn moment(seconds: i64) -> OffsetDateTime {
    OffsetDateTime::from_unix_timestamp(seconds).unwrap()
}

/// Knows the administrator `a1`, whose tokens bear version 3; `broken` simulates a table that does not answer.
fn portal() -> Portal {
    let keys = keys(1);
    let env = Env::from_pairs([("ADMIN_TOKEN_PUBLIC_KEY", &keys.public_key)]);
    let time = Arc::new(AtomicI64::new(NOW));
    let hand = Arc::clone(&time);
    let clock = Clock::from_fn(move || moment(hand.load(Ordering::Relaxed)));
    let version = |id: String| {
        async move {
            match id.as_str() {
                "a1" => Ok(Some(3)),
                "broken" => Err(ApiError::internal("the table does not answer")),
                _ => Ok(None),
            }
        }
        .boxed()
    };
    let gate = StaffGate::new(&env, clock, version).unwrap();
    let router = Router::new()
        .route(
            "/admin",
            on_get(async |RequireAdmin(admin): RequireAdmin| {
                Json(json!([admin.id, admin.username, admin.role, admin.version]))
            }),
        )
        .route(
            "/counter",
            on_get(async |_: RequireCounter| Json(json!("counter"))),
        )
        .route("/lookup", on_get(async |_: RequireLookup| Json(json!("lookup"))))
        .route(
            "/reports",
            on_get(async |_: RequireReports| Json(json!("reports"))),
        )
        .route(
            "/signed-in",
            on_get(async |_: RequireSignedIn| Json(json!("signed-in"))),
        )
        .route("/public", on_get(async || Json(json!("public"))))
        .with_state(gate);
    let signer = TokenSigner::new(&keys.private_key).unwrap();
    Portal {
        router: layers(router),
        signer,
        keys,
        time,
    }
}

impl Portal {
    async fn ask(&self, path: &str, authorization: Option<&str>) -> Answer {
        let mut request = Request::get(path);
        if let Some(authorization) = authorization {
            request = request.header("authorization", authorization);
        }
        send(&self.router, request.body(Body::empty()).unwrap()).await
    }

    fn token(&self) -> String {
        self.signer
            .sign("a1", "Asha", Role::Admin, 3, moment(NOW))
            .unwrap()
    }

    async fn refuses(&self, token: &str) {
        let answer = self.ask("/admin", Some(&format!("Bearer {token}"))).await;
        assert_eq!(answer.refusal(), (401, "unauthorized", None), "{token}");
    }
}

fn encoded(value: &Value) -> String {
    BASE64_URL_SAFE_NO_PAD.encode(value.to_string())
}

fn claims() -> Value {
    json!({"id": "a1", "username": "Asha", "role": "admin", "ver": 3, "exp": NOW + TWELVE_HOURS})
}

/// A token of any header and claims with an EdDSA signature by `keys`.
fn forged(header: &Value, claims: &Value, keys: &TokenKeys) -> String {
    let der = BASE64_STANDARD.decode(keys.private_key.expose()).unwrap();
    let pair = ring::signature::Ed25519KeyPair::from_pkcs8_maybe_unchecked(&der).unwrap();
    let message = format!("{}.{}", encoded(header), encoded(claims));
    let signature = BASE64_URL_SAFE_NO_PAD.encode(pair.sign(message.as_bytes()));
    format!("{message}.{signature}")
}

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
async fn a_token_lasts_for_twelve_hours() {
    let portal = portal();
    let token = format!("Bearer {}", portal.token());
    portal.time.store(NOW + TWELVE_HOURS - 1, Ordering::Relaxed);
    assert_eq!(portal.ask("/admin", Some(&token)).await.status, 200);
    portal.time.store(NOW + TWELVE_HOURS, Ordering::Relaxed);
    assert_eq!(portal.ask("/admin", Some(&token)).await.status, 401);
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
async fn a_token_of_an_earlier_or_later_version_is_refused() {
    let portal = portal();
    for version in [0, 2, 4] {
        portal
            .refuses(
                &portal
                    .signer
                    .sign("a1", "Asha", Role::Admin, version, moment(NOW))
                    .unwrap(),
            )
            .await;
    }
}

#[tokio::test]
async fn a_token_of_an_unknown_account_is_refused() {
    let portal = portal();
    portal
        .refuses(
            &portal
                .signer
                .sign("a2", "Asha", Role::Admin, 3, moment(NOW))
                .unwrap(),
        )
        .await;
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

#[tokio::test]
async fn when_the_version_cannot_be_read_the_administrator_is_not_signed_out() {
    let portal = portal();
    let token = portal
        .signer
        .sign("broken", "Asha", Role::Admin, 3, moment(NOW))
        .unwrap();
    let answer = portal.ask("/admin", Some(&format!("Bearer {token}"))).await;
    assert_eq!(answer.refusal(), (500, "internal_error", None));
}

/// The paths of [`portal`], each with the roles that it is for.
const FOR: [(&str, &[Role]); 5] = [
    ("/admin", &[Role::Admin]),
    ("/counter", &[Role::Admin, Role::Counter]),
    ("/lookup", &[Role::Admin, Role::Counter, Role::Accountant]),
    ("/reports", &[Role::Admin, Role::Accountant]),
    ("/signed-in", &Role::ALL),
];

#[tokio::test]
async fn a_permission_lets_the_roles_in_that_include_it_and_forbids_the_others() {
    let portal = portal();
    for (path, roles) in FOR {
        for role in Role::ALL {
            let token = portal.signer.sign("a1", "Asha", role, 3, moment(NOW)).unwrap();
            let answer = portal.ask(path, Some(&format!("Bearer {token}"))).await;
            if roles.contains(&role) {
                assert_eq!(answer.status, 200, "{path} {role:?}");
            } else {
                assert_eq!(answer.refusal(), (403, "forbidden", None), "{path} {role:?}");
                assert!(answer.header("www-authenticate").is_none());
            }
        }
    }
}

#[tokio::test]
async fn an_unknown_role_is_forbidden_everything_and_a_token_without_one_is_invalid() {
    let portal = portal();
    let header = json!({"typ": "JWT", "alg": "EdDSA"});
    for role in ["superuser", "Admin", "", "unrecognised"] {
        let mut claims = claims();
        claims["role"] = json!(role);
        let token = format!("Bearer {}", forged(&header, &claims, &portal.keys));
        for (path, _) in FOR {
            let answer = portal.ask(path, Some(&token)).await;
            assert_eq!(answer.refusal(), (403, "forbidden", None), "{path} {role}");
        }
    }
    let mut claims = claims();
    claims.as_object_mut().unwrap().remove("role");
    portal.refuses(&forged(&header, &claims, &portal.keys)).await;
}

#[tokio::test]
async fn a_public_route_ignores_tokens_good_and_bad() {
    let portal = portal();
    let good = format!("Bearer {}", portal.token());
    for authorization in [None, Some("Bearer nonsense"), Some("nonsense"), Some(&*good)] {
        assert_eq!(portal.ask("/public", authorization).await.body, json!("public"));
    }
}

#[test]
fn a_wrong_public_key_stops_the_start() {
    for key in ["", "not base64!", "c2hvcnQ=", &BASE64_STANDARD.encode([0; 33])] {
        let env = Env::from_pairs([("ADMIN_TOKEN_PUBLIC_KEY", key)]);
        let gate = StaffGate::new(&env, Clock::system(), |_| async { Ok(None) }.boxed());
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
