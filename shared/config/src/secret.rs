//! Secrets: how they are read and why they cannot be printed.

use crate::{ConfigError, Env};
use aws_sdk_secretsmanager::error::SdkError;
use aws_sdk_secretsmanager::operation::get_secret_value::GetSecretValueError;
use aws_types::SdkConfig;
use serde::Deserialize;
use serde::de::DeserializeOwned;
use std::borrow::Cow;
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

/// A secret that is read when it is needed: its variable and the way to it are checked, and nothing was asked for yet.
#[derive(Clone)]
pub struct UnreadSecret {
    variable: &'static str,
    id: String,
    settings: SdkConfig,
}

/// Why a secret was not read. Neither quotes what was read.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum SecretError {
    /// Secrets Manager did not answer, or wants to be asked later: the same may well succeed.
    Unanswered(ConfigError),
    /// There is no such secret, it may not be read, or it does not hold what it should.
    Unusable(ConfigError),
}

impl From<SecretError> for ConfigError {
    fn from(error: SecretError) -> Self {
        match error {
            SecretError::Unanswered(error) | SecretError::Unusable(error) => error,
        }
    }
}

impl Env {
    /// The Secrets Manager secret whose ARN or name `name` holds, still to be read.
    ///
    /// # Errors
    /// No variable, or no way to AWS: each names the variable.
    pub fn unread_secret(&self, name: &'static str) -> Result<UnreadSecret, ConfigError> {
        Ok(UnreadSecret {
            variable: name,
            id: self.required(name)?,
            settings: self.aws_for("SECRETS_MANAGER")?,
        })
    }

    /// Reads the Secrets Manager secret whose ARN or name `name` holds; its text is the JSON of a `T`.
    ///
    /// One call, made at the start.
    ///
    /// # Errors
    /// As [`Env::unread_secret`] and [`UnreadSecret::read`].
    pub async fn secret<T: DeserializeOwned>(&self, name: &'static str) -> Result<T, ConfigError> {
        Ok(self.unread_secret(name)?.read().await?)
    }
}

impl UnreadSecret {
    /// Reads it as it is now; its text is the JSON of a `T`. One call.
    ///
    /// # Errors
    /// No answer, no such secret, no permission, other JSON: each names the variable.
    pub async fn read<T: DeserializeOwned>(&self) -> Result<T, SecretError> {
        let client = aws_sdk_secretsmanager::Client::new(&self.settings);
        let answer = client.get_secret_value().secret_id(&self.id).send().await;
        let answer = answer.map_err(|error| {
            let named = ConfigError::new(self.variable, unreadable(&error));
            if passes(&error) {
                SecretError::Unanswered(named)
            } else {
                SecretError::Unusable(named)
            }
        })?;
        let text = answer
            .secret_string()
            .ok_or_else(|| self.unusable("its secret holds no text"))?;
        serde_json::from_str(text).map_err(|error| self.unusable(not_the_json(&error)))
    }

    /// This secret is not what it should be, for `problem`, which must not quote it.
    #[must_use]
    pub fn unusable(&self, problem: impl Into<Cow<'static, str>>) -> SecretError {
        SecretError::Unusable(ConfigError::new(self.variable, problem))
    }
}

/// Whether asking again later may well succeed.
fn passes(error: &SdkError<GetSecretValueError>) -> bool {
    use aws_sdk_secretsmanager::error::ProvideErrorMetadata;
    match error.raw_response() {
        Some(answer) => answer.status().as_u16() >= 500 || error.code() == Some("ThrottlingException"),
        None => !matches!(error, SdkError::ConstructionFailure(_)),
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

/// serde's message may quote the value it met, so only a missing field, which it names by our own word, is reported.
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
