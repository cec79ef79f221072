//! A service account: its address and its pair of keys.

use base64::Engine;
use base64::prelude::{BASE64_STANDARD, BASE64_URL_SAFE_NO_PAD};
use rand_core::OsRng;
use ring::signature::{KeyPair, RSA_PKCS1_2048_8192_SHA256, RsaKeyPair, UnparsedPublicKey};
use rsa::RsaPrivateKey;
use rsa::pkcs8::{EncodePrivateKey, LineEnding};
use serde::{Deserialize, Serialize};
use std::fmt;
use std::sync::LazyLock;

/// Less is not taken by anybody, and more takes longer to make.
const BITS: usize = 2048;

/// A service account as Google's console hands it out: the same two members of its key file.
#[derive(Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct ServiceAccount {
    /// The address that a spreadsheet is shared with.
    pub client_email: String,
    /// The private key, as the PEM of PKCS#8.
    pub private_key: String,
}

/// The key stays out of logs, although it opens nothing but a simulator.
impl fmt::Debug for ServiceAccount {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("ServiceAccount")
            .field("client_email", &self.client_email)
            .finish_non_exhaustive()
    }
}

impl ServiceAccount {
    /// A new account with a new key, which takes a moment to make. `None` if no key could be made.
    #[must_use]
    pub fn generate(client_email: &str) -> Option<Self> {
        let key = RsaPrivateKey::new(&mut OsRng, BITS).ok()?;
        let pem = key.to_pkcs8_pem(LineEnding::LF).ok()?;
        Some(Self {
            client_email: client_email.to_owned(),
            private_key: pem.to_string(),
        })
    }

    /// An account whose key is made once in a process: for tests that need one, whichever it is.
    #[must_use]
    pub fn shared() -> Option<Self> {
        static SHARED: LazyLock<Option<ServiceAccount>> =
            LazyLock::new(|| ServiceAccount::generate("sheet-sync@expo.example"));
        SHARED.clone()
    }

    /// The half of the key that Google keeps. `None` if the private half is none.
    pub(crate) fn public_key(&self) -> Option<UnparsedPublicKey<Vec<u8>>> {
        let base64: String = self
            .private_key
            .lines()
            .filter(|line| !line.starts_with("-----"))
            .collect();
        let der = BASE64_STANDARD.decode(base64).ok()?;
        let pair = RsaKeyPair::from_pkcs8(&der).ok()?;
        let public = pair.public_key().as_ref().to_vec();
        Some(UnparsedPublicKey::new(&RSA_PKCS1_2048_8192_SHA256, public))
    }
}

/// What an assertion says: its issuer, scope, audience and expiry.
#[derive(Debug, Deserialize)]
pub(crate) struct Claims {
    pub(crate) iss: String,
    pub(crate) scope: String,
    pub(crate) aud: String,
    /// Seconds since 1970.
    pub(crate) iat: i64,
    pub(crate) exp: i64,
}

#[derive(Deserialize)]
struct Head {
    alg: String,
}

/// The claims of an RS256 web token, with or without a good signature. `None` if it is no such token.
pub(crate) fn claims(assertion: &str) -> Option<Claims> {
    let [head, claims, _] = assertion.split('.').collect::<Vec<_>>()[..] else {
        return None;
    };
    let part = |text: &str| BASE64_URL_SAFE_NO_PAD.decode(text).ok();
    let head: Head = serde_json::from_slice(&part(head)?).ok()?;
    if head.alg != "RS256" {
        return None;
    }
    serde_json::from_slice(&part(claims)?).ok()
}

/// Whether the private half of `key` signed the assertion.
pub(crate) fn is_signed_with(key: &UnparsedPublicKey<Vec<u8>>, assertion: &str) -> bool {
    let Some((signed, signature)) = assertion.rsplit_once('.') else {
        return false;
    };
    let signature = BASE64_URL_SAFE_NO_PAD.decode(signature).unwrap_or_default();
    key.verify(signed.as_bytes(), &signature).is_ok()
}
