//! Who is let in as an administrator, and who is not.

use crate::{Answer, send};
use axum::Router;
use axum::body::Body;
use axum::routing::get as on_get;
use base64::Engine;
use base64::prelude::{BASE64_STANDARD, BASE64_URL_SAFE_NO_PAD};
use config::{Env, Secret};
use domain::{Clock, Entropy, Restriction, Role, session::Times};
use futures::{FutureExt, future::BoxFuture};
use http::Request;
use http_api::{
    ApiError, ApiResult, Json, RequireAdmin, RequireCounter, RequireFactorHolder, RequireLookup,
    RequirePasswordHolder, RequireReports, RequireSession, RequireSignedIn, SessionState, Sessions, Staff,
    StaffGate, Standing, TokenKeys, TokenSigner, layers,
};
use serde_json::{Value, json};
use std::sync::atomic::{AtomicI64, Ordering};
use std::sync::{Arc, Mutex};
use time::OffsetDateTime;

const NOW: i64 = 1_748_246_400;
const TWELVE_HOURS: i64 = 12 * 60 * 60;
const HOUR: i64 = 60 * 60;

struct Portal {
    router: Router,
    signer: TokenSigner,
    keys: TokenKeys,
    time: Arc<AtomicI64>,
    noted: Arc<Mutex<Vec<(String, i64)>>>,
}

/// Knows `a1`, whose tokens bear version 3, with some sessions; `broken` simulates a table that does not answer.
struct Known {
    noted: Arc<Mutex<Vec<(String, i64)>>>,
}

fn state(version: u64, restriction: Option<Restriction>) -> SessionState {
    SessionState {
        version,
        times: Times {
            began: moment(NOW),
            last_seen: moment(NOW),
        },
        restriction,
    }
}

impl Sessions for Known {
    fn standing(&self, id: String, session: Option<String>) -> BoxFuture<'_, ApiResult<Standing>> {
        async move {
            let version = match id.as_str() {
                "a1" => Some(3),
                "broken" => return Err(ApiError::internal("the table does not answer")),
                _ => None,
            };
            let session = match session.as_deref() {
                Some("s1") => Some(state(3, None)),
                Some("of an earlier version") => Some(state(2, None)),
                Some("with a given password") => Some(state(3, Some(Restriction::PasswordChange))),
                Some("without a second factor") => Some(state(3, Some(Restriction::SecondFactor))),
                Some("of a later release") => Some(state(3, Some(Restriction::Unrecognised))),
                _ => None,
            };
            Ok(Standing { version, session })
        }
        .boxed()
    }

    fn note(
        &self,
        _: String,
        session: String,
        seen: OffsetDateTime,
        now: OffsetDateTime,
    ) -> BoxFuture<'_, ()> {
        assert_eq!(seen, moment(NOW));
        self.noted.lock().unwrap().push((session, now.unix_timestamp()));
        futures::future::ready(()).boxed()
    }
}

fn keys(seed: u8) -> TokenKeys {
    TokenKeys::generate(&Entropy::from_fn(move |bytes| bytes.fill(seed))).unwrap()
}

fn moment(seconds: i64) -> OffsetDateTime {
    OffsetDateTime::from_unix_timestamp(seconds).unwrap()
}

fn portal() -> Portal {
    let keys = keys(1);
    let env = Env::from_pairs([("ADMIN_TOKEN_PUBLIC_KEY", &keys.public_key)]);
    let time = Arc::new(AtomicI64::new(NOW));
    let hand = Arc::clone(&time);
    let clock = Clock::from_fn(move || moment(hand.load(Ordering::Relaxed)));
    let noted = Arc::default();
    let gate = StaffGate::new(
        &env,
        clock,
        Known {
            noted: Arc::clone(&noted),
        },
    )
    .unwrap();
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
        .route(
            "/session",
            on_get(async |_: RequireSession| Json(json!("session"))),
        )
        .route(
            "/password",
            on_get(async |_: RequirePasswordHolder| Json(json!("password"))),
        )
        .route(
            "/factor",
            on_get(async |_: RequireFactorHolder| Json(json!("factor"))),
        )
        .route("/public", on_get(async || Json(json!("public"))))
        .with_state(gate);
    let signer = TokenSigner::new(&keys.private_key).unwrap();
    Portal {
        router: layers(router),
        signer,
        keys,
        time,
        noted,
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
        self.token_of("a1", Role::Admin, Some("s1"))
    }

    fn token_of(&self, id: &str, role: Role, session: Option<&str>) -> String {
        let bearer = Staff {
            id: id.to_owned(),
            username: "Asha".to_owned(),
            role,
            version: 3,
            session: session.map(str::to_owned),
        };
        self.signer.sign(bearer, moment(NOW)).unwrap()
    }

    async fn status(&self, path: &str, token: &str) -> u16 {
        let answer = self.ask(path, Some(&format!("Bearer {token}"))).await;
        answer.status.as_u16()
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
    json!({"id": "a1", "username": "Asha", "role": "admin", "ver": 3, "sid": "s1", "exp": NOW + TWELVE_HOURS})
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
async fn a_token_lasts_for_twelve_hours_and_one_of_the_door_for_fourteen() {
    let portal = portal();
    for (role, hours, session) in [(Role::Admin, 12, None), (Role::Door, 14, Some("s1"))] {
        let token = portal.token_of("a1", role, session);
        portal.time.store(NOW + hours * HOUR - 1, Ordering::Relaxed);
        assert_eq!(portal.status("/signed-in", &token).await, 200, "{role:?}");
        portal.time.store(NOW + hours * HOUR, Ordering::Relaxed);
        assert_eq!(portal.status("/signed-in", &token).await, 401, "{role:?}");
    }
}

#[tokio::test]
async fn a_session_ends_after_an_idle_hour() {
    let portal = portal();
    portal.time.store(NOW + HOUR - 1, Ordering::Relaxed);
    assert_eq!(portal.status("/admin", &portal.token()).await, 200);
    portal.time.store(NOW + HOUR, Ordering::Relaxed);
    portal.refuses(&portal.token()).await;
}

#[tokio::test]
async fn a_use_is_noted_when_the_last_note_is_old_and_the_caller_is_let_in() {
    let portal = portal();
    portal.time.store(NOW + 119, Ordering::Relaxed);
    assert_eq!(portal.status("/admin", &portal.token()).await, 200);
    assert!(portal.noted.lock().unwrap().is_empty());
    portal.time.store(NOW + 120, Ordering::Relaxed);
    let clerk = portal.token_of("a1", Role::Counter, Some("s1"));
    assert_eq!(portal.status("/admin", &clerk).await, 403);
    assert!(portal.noted.lock().unwrap().is_empty());
    assert_eq!(portal.status("/admin", &portal.token()).await, 200);
    assert_eq!(*portal.noted.lock().unwrap(), [("s1".to_owned(), NOW + 120)]);
}

#[tokio::test]
async fn a_token_of_a_session_that_ended_or_belongs_to_an_earlier_version_is_refused() {
    let portal = portal();
    for session in ["ended", "of an earlier version"] {
        portal
            .refuses(&portal.token_of("a1", Role::Admin, Some(session)))
            .await;
    }
}

#[tokio::test]
async fn a_token_of_the_last_release_without_a_session_is_good_while_its_version_is() {
    let portal = portal();
    let header = json!({"typ": "JWT", "alg": "EdDSA"});
    let mut claims = claims();
    claims.as_object_mut().unwrap().remove("sid");
    let token = forged(&header, &claims, &portal.keys);
    portal.time.store(NOW + 2 * HOUR, Ordering::Relaxed);
    assert_eq!(portal.status("/admin", &token).await, 200);
    assert!(portal.noted.lock().unwrap().is_empty());
    for version in [0, 2, 4] {
        claims["ver"] = json!(version);
        portal.refuses(&forged(&header, &claims, &portal.keys)).await;
    }
}

#[tokio::test]
async fn a_restricted_session_may_do_what_ends_the_restriction_and_sign_out() {
    let portal = portal();
    for (session, code, permitted) in [
        (
            "with a given password",
            "password_change_required",
            &["/session", "/password"][..],
        ),
        (
            "without a second factor",
            "second_factor_required",
            &["/session", "/factor"],
        ),
        ("of a later release", "forbidden", &["/session"]),
    ] {
        let token = portal.token_of("a1", Role::Admin, Some(session));
        for path in [
            "/admin",
            "/signed-in",
            "/reports",
            "/session",
            "/password",
            "/factor",
        ] {
            let answer = portal.ask(path, Some(&format!("Bearer {token}"))).await;
            if permitted.contains(&path) {
                assert_eq!(answer.status, 200, "{path} {session}");
            } else {
                assert_eq!(answer.refusal(), (403, code, None), "{path} {session}");
            }
        }
    }
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
async fn a_token_of_an_unknown_account_is_refused() {
    let portal = portal();
    portal
        .refuses(&portal.token_of("a2", Role::Admin, Some("s1")))
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
async fn when_the_session_cannot_be_read_the_administrator_is_not_signed_out() {
    let portal = portal();
    let token = portal.token_of("broken", Role::Admin, Some("s1"));
    let answer = portal.ask("/admin", Some(&format!("Bearer {token}"))).await;
    assert_eq!(answer.refusal(), (500, "internal_error", None));
}

/// The paths of [`portal`], each with the roles that it is for.
const FOR: [(&str, &[Role]); 8] = [
    ("/admin", &[Role::Admin]),
    ("/counter", &[Role::Admin, Role::Counter]),
    ("/lookup", &[Role::Admin, Role::Counter, Role::Accountant]),
    ("/reports", &[Role::Admin, Role::Accountant]),
    ("/signed-in", &Role::ALL),
    ("/session", &Role::ALL),
    ("/password", &Role::ALL),
    ("/factor", &Role::ALL),
];

#[tokio::test]
async fn a_permission_lets_the_roles_in_that_include_it_and_forbids_the_others() {
    let portal = portal();
    for (path, roles) in FOR {
        for role in Role::ALL {
            let token = portal.token_of("a1", role, Some("s1"));
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
