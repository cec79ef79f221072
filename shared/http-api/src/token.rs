//! The administrator's token: an EdDSA JSON web token, signed by the function `admin` alone.

use base64::Engine;
use base64::prelude::BASE64_STANDARD;
use config::{ConfigError, Env, Secret};
use domain::{Entropy, Role};
use jsonwebtoken::crypto::{CryptoProvider, JwtSigner, JwtVerifier, KeyUtils};
use jsonwebtoken::errors::{Error, ErrorKind, Result as TokenResult};
use jsonwebtoken::signature::{Error as SignatureError, Signer, Verifier};
use jsonwebtoken::{Algorithm, DecodingKey, EncodingKey, Header, Validation};
use ring::signature::{ED25519, Ed25519KeyPair, KeyPair, UnparsedPublicKey};
use serde::{Deserialize, Serialize};
use std::sync::Once;
use time::{Duration, OffsetDateTime};

const LIFETIME: Duration = Duration::hours(12);
/// Ours have about 300 characters; nothing longer than this is looked at.
const LONGEST: usize = 1024;

/// What a token says.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub(crate) struct Claims {
    pub(crate) id: String,
    pub(crate) username: String,
    pub(crate) role: Role,
    pub(crate) ver: u64,
    /// Seconds since 1970.
    pub(crate) exp: i64,
}

/// Signs tokens.
pub struct TokenSigner(EncodingKey);

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
            Some(der) => Ok(Self(EncodingKey::from_ed_der(&der))),
            None => Err(ConfigError::new(
                "ADMIN_TOKEN_SECRET",
                "its private_key is no base64 Ed25519 PKCS#8 key",
            )),
        }
    }

    /// A token that is good for 12 hours from `now`.
    ///
    /// # Errors
    /// 500, and only if the key has become unusable since it was checked.
    pub fn sign(
        &self,
        id: &str,
        username: &str,
        role: Role,
        version: u64,
        now: OffsetDateTime,
    ) -> crate::ApiResult<String> {
        let claims = Claims {
            id: id.to_owned(),
            username: username.to_owned(),
            role,
            ver: version,
            exp: (now + LIFETIME).unix_timestamp(),
        };
        use_ring();
        jsonwebtoken::encode(&Header::new(Algorithm::EdDSA), &claims, &self.0)
            .map_err(crate::ApiError::internal)
    }
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
        validation.validate_aud = false;
        Ok(Self {
            key: DecodingKey::from_ed_der(&bytes),
            validation,
        })
    }

    /// The claims of a token whose signature is ours and whose time has not run out.
    pub(crate) fn verify(&self, token: &str, now: OffsetDateTime) -> Option<Claims> {
        if token.len() > LONGEST {
            return None;
        }
        use_ring();
        let claims = jsonwebtoken::decode::<Claims>(token, &self.key, &self.validation)
            .ok()?
            .claims;
        (now.unix_timestamp() < claims.exp).then_some(claims)
    }
}

/// jsonwebtoken's own providers are aws-lc-rs, slow at its first random byte, and RustCrypto, a second set of
/// curves and an RSA in the binary. ring is here anyway, for TLS.
static RING: CryptoProvider = CryptoProvider {
    signer_factory: |algorithm, key| {
        only_eddsa(*algorithm)?;
        Ok(Box::new(RingSigner::new(key)?))
    },
    verifier_factory: |algorithm, key| {
        only_eddsa(*algorithm)?;
        Ok(Box::new(RingVerifier::new(key)?))
    },
    key_utils: KeyUtils::new_unimplemented(),
};

fn only_eddsa(algorithm: Algorithm) -> TokenResult<()> {
    if algorithm == Algorithm::EdDSA {
        Ok(())
    } else {
        Err(ErrorKind::UnsupportedAlgorithm.into())
    }
}

fn use_ring() {
    static INSTALLED: Once = Once::new();
    INSTALLED.call_once(|| {
        // Refused only if somebody else in the process was first, and then a token fails to verify.
        let _ = RING.install_default();
    });
}

struct RingSigner(Ed25519KeyPair);

impl RingSigner {
    fn new(key: &EncodingKey) -> TokenResult<Self> {
        let pair = Ed25519KeyPair::from_pkcs8_maybe_unchecked(key.as_bytes());
        pair.map(Self)
            .map_err(|_| Error::from(ErrorKind::InvalidEddsaKey))
    }
}

impl Signer<Vec<u8>> for RingSigner {
    fn try_sign(&self, message: &[u8]) -> Result<Vec<u8>, SignatureError> {
        Ok(self.0.sign(message).as_ref().to_vec())
    }
}

impl JwtSigner for RingSigner {
    fn algorithm(&self) -> Algorithm {
        Algorithm::EdDSA
    }
}

struct RingVerifier(UnparsedPublicKey<Vec<u8>>);

impl RingVerifier {
    fn new(key: &DecodingKey) -> TokenResult<Self> {
        Ok(Self(UnparsedPublicKey::new(
            &ED25519,
            key.try_get_as_bytes()?.to_vec(),
        )))
    }
}

impl Verifier<Vec<u8>> for RingVerifier {
    fn verify(&self, message: &[u8], signature: &Vec<u8>) -> Result<(), SignatureError> {
        self.0
            .verify(message, signature)
            .map_err(|_| SignatureError::new())
    }
}

impl JwtVerifier for RingVerifier {
    fn algorithm(&self) -> Algorithm {
        Algorithm::EdDSA
    }
}
