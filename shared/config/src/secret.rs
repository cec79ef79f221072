//! Secrets: how they are read and why they cannot be printed.

use crate::{ConfigError, Env};
use aws_sdk_secretsmanager::error::SdkError;
use aws_sdk_secretsmanager::operation::get_secret_value::GetSecretValueError;
use serde::Deserialize;
use serde::de::DeserializeOwned;
use std::fmt;

/// A text that must not be seen: printing it in any way gives `[redacted]`.
#[derive(Clone, Deserialize)]
#[serde(transparent)]
pub struct Secret(String);

impl Secret {
    /// The text itself, for the one place that needs it.
    #[must_use]
    pub fn expose(&self) -> &str {
        &self.0
    }
}

impl<T: Into<String>> From<T> for Secret {
    fn from(text: T) -> Self {
        Self(text.into())
    }
}

impl fmt::Display for Secret {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("[redacted]")
    }
}

impl fmt::Debug for Secret {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        fmt::Display::fmt(self, f)
    }
}

impl Env {
    /// Reads the Secrets Manager secret whose ARN or name `name` holds; its text is the JSON of a `T`.
    ///
    /// One call, made at the start.
    ///
    /// # Errors
    /// No variable, no such secret, no permission, other JSON: each names the variable, and none quotes what was
    /// read.
    pub async fn secret<T: DeserializeOwned>(&self, name: &'static str) -> Result<T, ConfigError> {
        let id = self.required(name)?;
        let client = aws_sdk_secretsmanager::Client::new(&self.aws_for("SECRETS_MANAGER")?);
        let answer = client.get_secret_value().secret_id(id).send().await;
        let answer = answer.map_err(|error| ConfigError::new(name, unreadable(&error)))?;
        let text = answer
            .secret_string()
            .ok_or_else(|| ConfigError::new(name, "its secret holds no text"))?;
        serde_json::from_str(text).map_err(|error| ConfigError::new(name, not_the_json(&error)))
    }
}

fn unreadable(error: &SdkError<GetSecretValueError>) -> String {
    use aws_sdk_secretsmanager::error::ProvideErrorMetadata;
    let reason = match (error.code(), error) {
        (Some(code), _) => code,
        (None, SdkError::TimeoutError(_)) => "time-out",
        (None, SdkError::DispatchFailure(_)) => "no connection",
        (None, _) => "no usable answer",
    };
    format!("its secret cannot be read ({reason})")
}

/// serde's message may quote the value it met, so only a missing field, which it names by our own word, is told.
fn not_the_json(error: &serde_json::Error) -> String {
    let message = error.to_string();
    match message.split(" at line").next() {
        Some(missing) if missing.starts_with("missing field `") => format!("its secret: {missing}"),
        _ => format!(
            "its secret is not the JSON expected here (column {})",
            error.column()
        ),
    }
}
