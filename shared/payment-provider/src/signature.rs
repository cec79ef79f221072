//! Whether a webhook is the provider's.

use crate::ProviderCredentials;
use base64::Engine;
use base64::engine::general_purpose::STANDARD;
use config::Secret;
use hmac::{Hmac, KeyInit, Mac};
use sha2::Sha256;

/// The webhook was not signed with a secret of ours.
#[derive(Debug, Clone, Copy, PartialEq, Eq, thiserror::Error)]
#[error("the webhook's signature is not the provider's")]
pub struct BadSignature;

/// Checks the provider's signature: Base64 of HMAC-SHA256 over the timestamp's text and the raw body.
#[derive(Debug, Clone)]
pub struct WebhookVerifier {
    current: Secret,
    previous: Option<Secret>,
}

impl WebhookVerifier {
    /// Takes webhooks signed with the secret in force or the one before it.
    #[must_use]
    pub fn new(credentials: &ProviderCredentials) -> Self {
        Self {
            current: credentials.client_secret.clone(),
            previous: credentials.previous_client_secret.clone(),
        }
    }

    /// Checks the headers `x-webhook-timestamp` and `x-webhook-signature` of a webhook against the bytes of
    /// its body, as they came and before anything reads them. The timestamp is opaque: some webhooks carry
    /// seconds and some milliseconds, and a resent one may be old.
    ///
    /// # Errors
    /// When the signature is not that of one of the secrets.
    pub fn verify(&self, timestamp: &str, raw_body: &[u8], signature: &str) -> Result<(), BadSignature> {
        let signature = STANDARD.decode(signature).map_err(|_| BadSignature)?;
        let signed_with = |secret: &Secret| {
            // HMAC takes keys of every length, so the error is one that cannot come; it counts as unsigned.
            Hmac::<Sha256>::new_from_slice(secret.expose().as_bytes()).is_ok_and(|mut mac| {
                mac.update(timestamp.as_bytes());
                mac.update(raw_body);
                mac.verify_slice(&signature).is_ok()
            })
        };
        let genuine = signed_with(&self.current) || self.previous.as_ref().is_some_and(signed_with);
        genuine.then_some(()).ok_or(BadSignature)
    }
}
