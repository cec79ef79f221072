//! Signing in as a service account: a web token of our own signing becomes an access token for an hour.
//!
//! The token is three lines of base64, so ring signs it here. The library that checks the administrators' tokens has
//! one set of algorithms for a whole process, which is not for an adapter to choose.

use base64::Engine;
use base64::prelude::{BASE64_STANDARD, BASE64_URL_SAFE_NO_PAD};
use config::{Secret, SecretError, UnreadSecret};
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

/// The two members of the key file that matter here.
#[derive(Deserialize)]
struct Stored {
    client_email: String,
    private_key: Secret,
}

/// Who signs in.
pub(crate) struct ServiceAccount {
    pub(crate) email: String,
    key: AccountKey,
}

impl ServiceAccount {
    pub(crate) async fn read(secret: &UnreadSecret) -> Result<Self, SecretError> {
        let Stored {
            client_email,
            private_key,
        } = secret.read().await?;
        let key = AccountKey::parse(&private_key).ok_or_else(|| {
            secret.unusable("its private_key is no RSA key of at least 2048 bits as PEM of PKCS#8")
        })?;
        Ok(Self {
            email: client_email,
            key,
        })
    }

    /// What is sent to `audience` for an access token at the second `now`: the body of a form.
    pub(crate) fn request(&self, audience: &str, now: i64) -> Option<String> {
        let claims = Claims {
            iss: &self.email,
            scope: SCOPE,
            aud: audience,
            iat: now,
            exp: now + ASSERTION_LIFETIME,
        };
        let assertion = self.key.sign(&claims)?;
        Some(format!("grant_type={GRANT}&assertion={assertion}"))
    }
}

/// The service account's private key.
struct AccountKey(RsaKeyPair);

/// An access token and the second at which it is given up.
pub(crate) struct AccessToken {
    pub(crate) token: Secret,
    pub(crate) until: i64,
}

impl AccountKey {
    /// Reads the PEM of a PKCS#8 RSA key; line ends may also be written as `\n`, as they do when the key file's JSON
    /// was copied as text.
    fn parse(pem: &Secret) -> Option<Self> {
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

impl AccessToken {
    /// The token that was granted at the second `now`.
    pub(crate) fn read(answer: &[u8], now: i64) -> Option<Self> {
        let granted: Granted = serde_json::from_slice(answer).ok()?;
        let lifetime = match &granted.expires_in {
            serde_json::Value::String(text) => text.parse().ok()?,
            number => number.as_i64()?,
        };
        Some(AccessToken {
            token: granted.access_token,
            until: now + lifetime - RESERVE,
        })
    }
}

/// Whether an answer that denies a token says that it is Google's own failure.
pub(crate) fn denied_by_failure(answer: &[u8]) -> bool {
    let denied: Denied = serde_json::from_slice(answer).unwrap_or_default();
    matches!(
        denied.error.as_str(),
        "internal_failure" | "server_error" | "temporarily_unavailable"
    )
}
