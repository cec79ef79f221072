//! Tokens: rightly signed ones, and every kind that nobody may come in with.

use base64::Engine;
use base64::prelude::{BASE64_STANDARD, BASE64_URL_SAFE_NO_PAD};
use ring::hmac;
use ring::signature::{Ed25519KeyPair, KeyPair};
use serde_json::{Value, json};

use crate::Fixture;

/// What nobody can come in with, each with the name of its fault: no token, broken ones, and the ways of forging a
/// good `token`.
pub(super) fn bad_tokens(keys: &Keys, token: &str) -> Vec<(&'static str, String)> {
    let [head, claims, signature] = token.split('.').collect::<Vec<_>>()[..] else {
        panic!("not a token of three parts");
    };
    let none = encoded(&json!({ "alg": "none", "typ": "JWT" }));
    let hmac = encoded(&json!({ "alg": "HS256", "typ": "JWT" }));
    let read: Value = serde_json::from_slice(&BASE64_URL_SAFE_NO_PAD.decode(claims).unwrap()).unwrap();
    let now = read["exp"].as_i64().unwrap() - 12 * 60 * 60;
    let with = |name: &str, value: Value| {
        let mut claims = read.clone();
        claims[name] = value;
        claims
    };
    let mut without_session = read.clone();
    without_session.as_object_mut().unwrap().remove("sid");
    let strangers = Ed25519KeyPair::from_seed_unchecked(&[7; 32]).unwrap();
    let bytes = BASE64_STANDARD.decode(&keys.public).unwrap();
    let hmac_with = |secret: &[u8]| {
        let key = hmac::Key::new(hmac::HMAC_SHA256, secret);
        let tag = hmac::sign(&key, format!("{hmac}.{claims}").as_bytes());
        format!("Bearer {hmac}.{claims}.{}", BASE64_URL_SAFE_NO_PAD.encode(tag))
    };
    vec![
        ("no token", "Bearer".to_owned()),
        ("an empty token", "Bearer ".to_owned()),
        ("junk", "Bearer junk".to_owned()),
        ("null", "Bearer null".to_owned()),
        ("another scheme", "Basic YWRtaW46ZXhwby1hZG1pbg==".to_owned()),
        ("no scheme", token.to_owned()),
        ("no signature", format!("Bearer {head}.{claims}.")),
        ("alg none", format!("Bearer {none}.{claims}.")),
        ("alg none, signed", format!("Bearer {none}.{claims}.{signature}")),
        (
            "other claims under the signature",
            format!(
                "Bearer {head}.{}.{signature}",
                encoded(&with("exp", json!(now + 999_999)))
            ),
        ),
        ("HS256 with the public key's bytes", hmac_with(&bytes)),
        (
            "HS256 with the public key's text",
            hmac_with(keys.public.as_bytes()),
        ),
        ("another key", signed(&strangers, &read)),
        ("expired", signed(&keys.pair, &with("exp", json!(now - 1)))),
        ("no session", signed(&keys.pair, &without_session)),
        (
            "a session that has ended",
            signed(&keys.pair, &with("sid", json!("ended"))),
        ),
        (
            "an administrator who is not there",
            signed(&keys.pair, &with("id", json!("nobody"))),
        ),
        (
            "another audience",
            signed(&keys.pair, &with("aud", json!("candidates"))),
        ),
    ]
}

/// The keys of a system's tokens, as it keeps them in its data.
pub(crate) struct Keys {
    pub(crate) pair: Ed25519KeyPair,
    public: String,
}

impl Keys {
    pub(crate) fn of(fixture: &Fixture) -> Keys {
        let private = std::fs::read_to_string(fixture.options().data.join("admin-token.key")).unwrap();
        let der = BASE64_STANDARD.decode(private).unwrap();
        let pair = Ed25519KeyPair::from_pkcs8_maybe_unchecked(&der).unwrap();
        let public = BASE64_STANDARD.encode(pair.public_key());
        Keys { pair, public }
    }
}

fn encoded(value: &Value) -> String {
    BASE64_URL_SAFE_NO_PAD.encode(value.to_string())
}

/// An authorization with a token of these claims that is rightly signed with this key.
pub(crate) fn signed(pair: &Ed25519KeyPair, claims: &Value) -> String {
    let said = format!(
        "{}.{}",
        encoded(&json!({ "alg": "EdDSA", "typ": "JWT" })),
        encoded(claims)
    );
    let signature = BASE64_URL_SAFE_NO_PAD.encode(pair.sign(said.as_bytes()));
    format!("Bearer {said}.{signature}")
}
