//! Signatures of tokens, as jsonwebtoken wants them, by ring.

use jsonwebtoken::crypto::{CryptoProvider, JwtSigner, JwtVerifier, KeyUtils};
use jsonwebtoken::errors::{Error, ErrorKind, Result as TokenResult};
use jsonwebtoken::signature::{Error as SignatureError, Signer, Verifier};
use jsonwebtoken::{Algorithm, DecodingKey, EncodingKey};
use ring::signature::{ED25519, Ed25519KeyPair, UnparsedPublicKey};
use std::sync::Once;

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

/// Makes ring do what jsonwebtoken asks for; to be called before it is.
pub(super) fn use_ring() {
    static INSTALLED: Once = Once::new();
    INSTALLED.call_once(|| {
        // Refused only if another caller in the process was first, and then a token fails to verify.
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
