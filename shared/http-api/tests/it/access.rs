//! Who is let in as an administrator, and who is not.

mod sessions;
mod tokens;

use crate::{Answer, logging::logged, send};
use axum::Router;
use axum::body::Body;
use axum::routing::get as on_get;
use base64::Engine;
use base64::prelude::{BASE64_STANDARD, BASE64_URL_SAFE_NO_PAD};
use config::Env;
use domain::{Clock, Entropy, Restriction, Role, session::Times};
use futures::{FutureExt, future::BoxFuture};
use http::Request;
use http_api::{
    ApiError, ApiResult, Json, RequireAdmin, RequireCounter, RequireFactorHolder, RequireLookup,
    RequirePasswordHolder, RequireReports, RequireSession, RequireSignedIn, SessionState, Sessions, Staff,
    StaffGate, TokenKeys, TokenSigner, TokenState, layers,
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
    fn token_state(&self, id: String, session: String) -> BoxFuture<'_, ApiResult<TokenState>> {
        async move {
            let version = match id.as_str() {
                "a1" => Some(3),
                "broken" => return Err(ApiError::internal("the table does not answer")),
                _ => None,
            };
            let session = match session.as_str() {
                "s1" => Some(state(3, None)),
                "used all day" => {
                    let mut used = state(3, None);
                    used.times.last_seen = moment(NOW + TWELVE_HOURS);
                    Some(used)
                }
                "of an earlier version" => Some(state(2, None)),
                "with a given password" => Some(state(3, Some(Restriction::PasswordChange))),
                "without a second factor" => Some(state(3, Some(Restriction::SecondFactor))),
                "of a later release" => Some(state(3, Some(Restriction::Unrecognised))),
                _ => None,
            };
            Ok(TokenState { version, session })
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
        self.token_of("a1", Role::Admin, "s1")
    }

    fn token_of(&self, id: &str, role: Role, session: &str) -> String {
        let bearer = Staff {
            id: id.to_owned(),
            username: "Asha".to_owned(),
            role,
            version: 3,
            session: session.to_owned(),
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
    json!({
        "aud": "staff", "id": "a1", "username": "Asha", "role": "admin", "sid": "s1", "exp": NOW + TWELVE_HOURS
    })
}

/// A token of any header and claims with an EdDSA signature by `keys`.
fn forged(header: &Value, claims: &Value, keys: &TokenKeys) -> String {
    let der = BASE64_STANDARD.decode(keys.private_key.expose()).unwrap();
    let pair = ring::signature::Ed25519KeyPair::from_pkcs8_maybe_unchecked(&der).unwrap();
    let message = format!("{}.{}", encoded(header), encoded(claims));
    let signature = BASE64_URL_SAFE_NO_PAD.encode(pair.sign(message.as_bytes()));
    format!("{message}.{signature}")
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
            let token = portal.token_of("a1", role, "s1");
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
async fn the_log_names_the_account_of_a_token_that_is_refused_and_none_of_a_forged_one() {
    let portal = portal();
    let mut counter = claims();
    counter["role"] = json!("counter");
    let mut ended = claims();
    ended["sid"] = json!("ended");
    for (claims, signer, account) in [
        (&counter, &portal.keys, Some("a1")),
        (&ended, &portal.keys, Some("a1")),
        (&counter, &keys(2), None),
    ] {
        let token = format!("Bearer {}", forged(&json!({"alg": "EdDSA"}), claims, signer));
        let lines = logged(async {
            let answer = portal.ask("/admin", Some(&token)).await;
            assert!([401, 403].contains(&answer.status.as_u16()), "{}", answer.status);
        })
        .await;
        let [line] = &lines[..] else {
            panic!("{lines:?}");
        };
        assert_eq!(line.get("account").and_then(Value::as_str), account, "{line}");
    }
}

#[tokio::test]
async fn a_public_route_ignores_tokens_good_and_bad() {
    let portal = portal();
    let good = format!("Bearer {}", portal.token());
    for authorization in [None, Some("Bearer nonsense"), Some("nonsense"), Some(&*good)] {
        assert_eq!(portal.ask("/public", authorization).await.body, json!("public"));
    }
}
