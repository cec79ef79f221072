//! The administrator's token: an EdDSA JSON web token, signed by the function `admin` alone.

mod eddsa;

use crate::Staff;
use base64::Engine;
use base64::prelude::BASE64_STANDARD;
use config::{ConfigError, Env, Secret};
use domain::{Entropy, Role, session};
use eddsa::use_ring;
use jsonwebtoken::{Algorithm, DecodingKey, EncodingKey, Header, Validation};
use ring::hmac;
use ring::signature::{Ed25519KeyPair, KeyPair};
use serde::{Deserialize, Serialize};
use time::OffsetDateTime;

/// Ours have about 300 characters; anything longer is rejected unread.
const LONGEST: usize = 1024;

/// Whom a token is for: the calls of staff. What the same key may sign for another use one day opens none of them.
const AUDIENCE: &str = "staff";

/// What a token says.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub(crate) struct TokenClaims {
    aud: String,
    pub(crate) id: String,
    pub(crate) username: String,
    pub(crate) role: Role,
    /// The session, which knows the version of the account's tokens that it belongs to.
    pub(crate) sid: String,
    /// Seconds since 1970.
    pub(crate) exp: i64,
}

/// Signs tokens, and whatever else nobody but the function that signs them may make.
pub struct TokenSigner {
    key: EncodingKey,
    /// Made from the private key, so that neither use of it says anything about the other.
    seals: hmac::Key,
}

/// What a seal is for; one is never taken for another.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum SealPurpose {
    /// The fingerprint of a name from a sign-in form.
    Name,
    /// The fingerprint of a device.
    Device,
    /// The proof of a device that its account was signed in to from it.
    KnownDevice,
    /// A sign-in whose password was right, and whose code is asked for.
    Challenge,
    /// The fingerprint of what a person proves beside the password.
    Proof,
}

impl TokenSigner {
    /// Reads the key from the secret that `ADMIN_TOKEN_SECRET` names: JSON `{"private_key": …}` with the base64
    /// of a PKCS#8 Ed25519 key.
    ///
    /// # Errors
    /// When the secret cannot be read or holds something else; it names the variable.
    pub async fn from_env(env: &Env) -> Result<Self, ConfigError> {
        #[derive(Deserialize)]
        struct Stored {
            private_key: Secret,
        }
        let stored: Stored = env.secret("ADMIN_TOKEN_SECRET").await?;
        Self::new(&stored.private_key)
    }

    /// A signer with the base64 of a PKCS#8 Ed25519 key.
    ///
    /// # Errors
    /// About `ADMIN_TOKEN_SECRET` when it is another kind of key.
    pub fn new(private_key: &Secret) -> Result<Self, ConfigError> {
        let der = BASE64_STANDARD.decode(private_key.expose()).ok();
        match der.filter(|der| Ed25519KeyPair::from_pkcs8_maybe_unchecked(der).is_ok()) {
            Some(der) => {
                let root = hmac::Key::new(hmac::HMAC_SHA256, &der);
                let seals = hmac::sign(&root, b"seals");
                Ok(Self {
                    key: EncodingKey::from_ed_der(&der),
                    seals: hmac::Key::new(hmac::HMAC_SHA256, seals.as_ref()),
                })
            }
            None => Err(ConfigError::new(
                "ADMIN_TOKEN_SECRET",
                "its private_key is no base64 Ed25519 PKCS#8 key",
            )),
        }
    }

    /// A token that is good from `now` for as long as a session of its role.
    ///
    /// # Errors
    /// 500, and only if the key has become unusable since it was checked.
    pub fn sign(&self, bearer: Staff, now: OffsetDateTime) -> crate::ApiResult<String> {
        let claims = TokenClaims {
            aud: AUDIENCE.to_owned(),
            id: bearer.id,
            username: bearer.username,
            role: bearer.role,
            sid: bearer.session,
            exp: (now + session::lifetime(bearer.role)).unix_timestamp(),
        };
        use_ring();
        jsonwebtoken::encode(&Header::new(Algorithm::EdDSA), &claims, &self.key)
            .map_err(crate::ApiError::internal)
    }

    /// 32 bytes that nobody without the key can tell or make of `parts`.
    #[must_use]
    pub fn seal(&self, purpose: SealPurpose, parts: &[&[u8]]) -> [u8; 32] {
        let mut bytes = [0; 32];
        bytes.copy_from_slice(hmac::sign(&self.seals, &sealed(purpose, parts)).as_ref());
        bytes
    }

    /// Whether `bytes` are the seal of `parts`, in the same time whatever they are.
    #[must_use]
    pub fn is_seal(&self, purpose: SealPurpose, parts: &[&[u8]], bytes: &[u8]) -> bool {
        hmac::verify(&self.seals, &sealed(purpose, parts), bytes).is_ok()
    }
}

/// Each part behind its length, so that no two lists of parts are the same bytes.
fn sealed(purpose: SealPurpose, parts: &[&[u8]]) -> Vec<u8> {
    let mut message = vec![match purpose {
        SealPurpose::Name => 1,
        SealPurpose::Device => 2,
        SealPurpose::KnownDevice => 3,
        SealPurpose::Challenge => 4,
        SealPurpose::Proof => 5,
    }];
    for part in parts {
        message.extend((part.len() as u64).to_be_bytes());
        message.extend(*part);
    }
    message
}

/// A fresh pair, in the forms in which the two settings hold them.
pub struct TokenKeys {
    /// For the secret behind `ADMIN_TOKEN_SECRET`, as its member `private_key`.
    pub private_key: Secret,
    /// For `ADMIN_TOKEN_PUBLIC_KEY`.
    pub public_key: String,
}

impl TokenKeys {
    /// Makes a pair from 32 bytes of `entropy`. `None` only if ring refuses the seed, which no seed is known for.
    #[must_use]
    pub fn generate(entropy: &Entropy) -> Option<Self> {
        // RFC 8410: version 0, Ed25519, and the seed as an octet string within one.
        const PKCS8_HEAD: [u8; 16] = [
            0x30, 0x2e, 0x02, 0x01, 0x00, 0x30, 0x05, 0x06, 0x03, 0x2b, 0x65, 0x70, 0x04, 0x22, 0x04, 0x20,
        ];
        let mut seed = [0; 32];
        entropy.fill(&mut seed);
        let pair = Ed25519KeyPair::from_seed_unchecked(&seed).ok()?;
        Some(Self {
            private_key: BASE64_STANDARD
                .encode([&PKCS8_HEAD[..], &seed[..]].concat())
                .into(),
            public_key: BASE64_STANDARD.encode(pair.public_key()),
        })
    }
}

/// Checks the signatures of tokens.
pub(crate) struct TokenVerifier {
    key: DecodingKey,
    validation: Validation,
}

impl TokenVerifier {
    /// Reads `ADMIN_TOKEN_PUBLIC_KEY`, the base64 of 32 bytes.
    pub(crate) fn from_env(env: &Env) -> Result<Self, ConfigError> {
        const VARIABLE: &str = "ADMIN_TOKEN_PUBLIC_KEY";
        let bytes = BASE64_STANDARD
            .decode(env.required(VARIABLE)?)
            .unwrap_or_default();
        if bytes.len() != 32 {
            return Err(ConfigError::new(
                VARIABLE,
                "is not the base64 of a 32-byte Ed25519 key",
            ));
        }
        let mut validation = Validation::new(Algorithm::EdDSA);
        // The library would ask the machine's clock; we ask the one we were given.
        validation.validate_exp = false;
        validation.set_audience(&[AUDIENCE]);
        // Otherwise a token that names nobody is for everybody.
        validation.set_required_spec_claims(&["exp", "aud"]);
        Ok(Self {
            key: DecodingKey::from_ed_der(&bytes),
            validation,
        })
    }

    /// The claims of a token whose signature is ours, that is for staff, and whose time has not run out.
    pub(crate) fn verify(&self, token: &str, now: OffsetDateTime) -> Option<TokenClaims> {
        if token.len() > LONGEST {
            return None;
        }
        use_ring();
        let claims = jsonwebtoken::decode::<TokenClaims>(token, &self.key, &self.validation)
            .ok()?
            .claims;
        (now.unix_timestamp() < claims.exp).then_some(claims)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn signer(seed: u8) -> TokenSigner {
        let keys = TokenKeys::generate(&Entropy::from_fn(move |bytes| bytes.fill(seed))).unwrap();
        TokenSigner::new(&keys.private_key).unwrap()
    }

    #[test]
    fn a_seal_is_of_its_parts_its_purpose_and_its_key_alone() {
        let seal = signer(1).seal(SealPurpose::Name, &[b"ab", b"c"]);
        assert!(signer(1).is_seal(SealPurpose::Name, &[b"ab", b"c"], &seal));
        for (seed, purpose, parts) in [
            (2, SealPurpose::Name, vec![&b"ab"[..], b"c"]),
            (1, SealPurpose::Device, vec![b"ab", b"c"]),
            (1, SealPurpose::KnownDevice, vec![b"ab", b"c"]),
            (1, SealPurpose::Name, vec![b"a", b"bc"]),
            (1, SealPurpose::Name, vec![b"abc"]),
            (1, SealPurpose::Name, vec![b"ab", b"c", b""]),
        ] {
            assert!(
                !signer(seed).is_seal(purpose, &parts, &seal),
                "{seed} {purpose:?}"
            );
        }
        assert!(!signer(1).is_seal(SealPurpose::Name, &[b"ab", b"c"], &seal[..31]));
        assert!(!signer(1).is_seal(SealPurpose::Name, &[b"ab", b"c"], b""));
    }
}
