//! Signing in as a service account: a web token of our own signing becomes an access token for an hour.
//!
//! The token is three lines of base64, so ring signs it here. The library that checks the administrators' tokens has
//! one set of algorithms for a whole process, which is not for an adapter to choose.

use crate::SheetsError;
use crate::http::{Answer, Transport};
use crate::settings::ServiceAccount;
use base64::Engine;
use base64::prelude::{BASE64_STANDARD, BASE64_URL_SAFE_NO_PAD};
use config::Secret;
use ring::rand::SystemRandom;
use ring::signature::{RSA_PKCS1_SHA256, RsaKeyPair};
use serde::{Deserialize, Serialize};

/// `urn:ietf:params:oauth:grant-type:jwt-bearer`, as a form writes it. The assertion needs no such writing.
const GRANT: &str = "urn%3Aietf%3Aparams%3Aoauth%3Agrant-type%3Ajwt-bearer";
const SCOPE: &str = "https://www.googleapis.com/auth/spreadsheets";

/// The longest that Google lets an assertion be good for, in seconds.
const ASSERTION_LIFETIME: i64 = 3600;

/// A token is not used in its last minute, in seconds: it might run out on its way.
const RESERVE: i64 = 60;

/// The service account's private key.
pub(crate) struct AccountKey(RsaKeyPair);

/// An access token and the second at which it is given up.
pub(crate) struct AccessToken {
    pub(crate) token: Secret,
    pub(crate) until: i64,
}

impl AccountKey {
    /// Reads the PEM of a PKCS#8 RSA key; line ends may also be written as `\n`, as they do when the key file's JSON
    /// was copied as text.
    pub(crate) fn parse(pem: &Secret) -> Option<Self> {
        let pem = pem.expose().replace("\\n", "\n");
        let body = pem.split_once("-----BEGIN PRIVATE KEY-----")?.1;
        let body = body.split_once("-----END PRIVATE KEY-----")?.0;
        let base64: String = body.split_whitespace().collect();
        let der = BASE64_STANDARD.decode(base64).ok()?;
        RsaKeyPair::from_pkcs8(&der).ok().map(Self)
    }

    /// A web token with these claims, signed with RS256.
    fn sign(&self, claims: &Claims<'_>) -> Option<String> {
        let part = |json: String| BASE64_URL_SAFE_NO_PAD.encode(json);
        let head = part(r#"{"alg":"RS256","typ":"JWT"}"#.to_owned());
        let mut token = format!("{head}.{}", part(serde_json::to_string(claims).ok()?));
        let mut signature = vec![0; self.0.public().modulus_len()];
        self.0
            .sign(
                &RSA_PKCS1_SHA256,
                &SystemRandom::new(),
                token.as_bytes(),
                &mut signature,
            )
            .ok()?;
        token.push('.');
        BASE64_URL_SAFE_NO_PAD.encode_string(signature, &mut token);
        Some(token)
    }
}

#[derive(Serialize)]
struct Claims<'a> {
    iss: &'a str,
    scope: &'static str,
    aud: &'a str,
    iat: i64,
    exp: i64,
}

#[derive(Deserialize)]
struct Granted {
    access_token: Secret,
    /// A number, or a text of one.
    expires_in: serde_json::Value,
}

#[derive(Default, Deserialize)]
struct Denied {
    #[serde(default)]
    error: String,
}

impl Transport {
    /// A fresh access token: one request.
    pub(crate) async fn sign_in(&self, account: &ServiceAccount) -> Result<AccessToken, Failure> {
        let config = &self.config;
        let now = config.clock.now().unix_timestamp();
        let claims = Claims {
            iss: &account.email,
            scope: SCOPE,
            aud: &config.token_url,
            iat: now,
            exp: now + ASSERTION_LIFETIME,
        };
        let assertion = account
            .key
            .sign(&claims)
            .ok_or(Failure::For(SheetsError::Credentials))?;
        let request = self
            .client()
            .map_err(Failure::For)?
            .post(&config.token_url)
            .header("content-type", "application/x-www-form-urlencoded")
            .body(format!("grant_type={GRANT}&assertion={assertion}"));
        let answer = self.exchange(request).await?;
        match answer.status {
            200 => granted(&answer, now).ok_or(Failure::Again(SheetsError::Unintelligible, None)),
            408 | 429 | 500.. => Err(Failure::Again(SheetsError::Unreachable, answer.retry_after)),
            _ => {
                let denied: Denied = serde_json::from_slice(&answer.body).unwrap_or_default();
                match denied.error.as_str() {
                    "internal_failure" | "server_error" | "temporarily_unavailable" => {
                        Err(Failure::Again(SheetsError::Unreachable, answer.retry_after))
                    }
                    _ => Err(Failure::For(SheetsError::Credentials)),
                }
            }
        }
    }
}

/// What became of a request that brought no success.
pub(crate) enum Failure {
    /// It may be sent again, after this long if it was said how long.
    Again(SheetsError, Option<std::time::Duration>),
    /// Sending it again would change nothing.
    For(SheetsError),
}

fn granted(answer: &Answer, now: i64) -> Option<AccessToken> {
    let granted: Granted = serde_json::from_slice(&answer.body).ok()?;
    let lifetime = match &granted.expires_in {
        serde_json::Value::String(text) => text.parse().ok()?,
        number => number.as_i64()?,
    };
    Some(AccessToken {
        token: granted.access_token,
        until: now + lifetime - RESERVE,
    })
}
