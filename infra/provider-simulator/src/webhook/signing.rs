//! How webhooks are signed, and their headers.

use crate::Simulator;
use crate::state::Delivery;
use ::time::OffsetDateTime;
use base64::Engine;
use base64::engine::general_purpose::STANDARD;
use hmac::{Hmac, KeyInit, Mac};
use sha2::{Digest, Sha256};

/// A webhook as it goes over the wire.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct SignedWebhook {
    /// Where it goes.
    pub url: String,
    /// Its type, such as `PAYMENT_SUCCESS_WEBHOOK`.
    pub event: String,
    /// Its headers, names in lower case.
    pub headers: Vec<(String, String)>,
    /// Its body, to be handed on byte for byte.
    pub body: String,
}

impl Simulator {
    pub(crate) fn sign(&self, delivery: &Delivery, now: OffsetDateTime) -> SignedWebhook {
        // The dashboard's test is stamped in seconds, every other webhook in milliseconds.
        let seconds = now.unix_timestamp();
        let timestamp = if delivery.event == "WEBHOOK" {
            seconds.to_string()
        } else {
            (seconds * 1000 + i64::from(now.millisecond())).to_string()
        };
        let secret = if delivery.wrong_signature {
            "another-secret"
        } else {
            &self.config().client_secret
        };
        let mut headers = vec![
            ("content-type".to_owned(), "application/json".to_owned()),
            (
                "x-webhook-signature".to_owned(),
                signature(secret, &timestamp, &delivery.body),
            ),
            ("x-webhook-timestamp".to_owned(), timestamp),
            ("x-webhook-version".to_owned(), delivery.version.clone()),
            ("x-webhook-attempt".to_owned(), delivery.attempt.to_string()),
        ];
        if delivery.version.as_str() >= "2025-01-01" {
            // The same for every try and every duplicate of one event.
            let key = STANDARD.encode(Sha256::digest(delivery.body.as_bytes()));
            headers.push(("x-idempotency-key".to_owned(), key));
        }
        SignedWebhook {
            url: delivery.url.clone(),
            event: delivery.event.clone(),
            headers,
            body: delivery.body.clone(),
        }
    }
}

fn signature(secret: &str, timestamp: &str, body: &str) -> String {
    // HMAC takes keys of every length; the error cannot come.
    Hmac::<Sha256>::new_from_slice(secret.as_bytes()).map_or_else(
        |_| String::new(),
        |mut mac| {
            mac.update(timestamp.as_bytes());
            mac.update(body.as_bytes());
            STANDARD.encode(mac.finalize().into_bytes())
        },
    )
}
