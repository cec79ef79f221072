//! Where the provider is, and what proves us to it.

use config::{ConfigError, Env, Secret, UnreadSecret};
use serde::Deserialize;
use std::time::Duration;

/// Our identity at the provider. Its secret also signs the provider's webhooks.
#[derive(Debug, Clone, Deserialize)]
pub struct ProviderCredentials {
    /// The client id.
    pub client_id: String,
    /// The secret in force.
    pub client_secret: Secret,
    /// The secret before the last change: webhooks sent before it may still arrive.
    #[serde(default)]
    pub previous_client_secret: Option<Secret>,
}

/// Our identity at the provider, still to be read.
#[derive(Clone)]
pub struct UnreadCredentials(UnreadSecret);

impl UnreadCredentials {
    /// What `PROVIDER_SECRET` names. Nothing is asked for yet.
    ///
    /// # Errors
    /// When the variable is missing.
    pub fn from_env(env: &Env) -> Result<Self, ConfigError> {
        env.unread_secret("PROVIDER_SECRET").map(Self)
    }

    /// Reads them. One call.
    ///
    /// # Errors
    /// When the secret cannot be read or holds no credentials.
    pub async fn read(&self) -> Result<ProviderCredentials, ConfigError> {
        let credentials: ProviderCredentials = self.0.read().await?;
        if credentials.client_id.trim().is_empty() || credentials.client_secret.expose().is_empty() {
            let problem = "its secret: client_id or client_secret is empty";
            return Err(self.0.unusable(problem).into());
        }
        Ok(credentials)
    }
}

impl ProviderCredentials {
    /// Reads the secret that `PROVIDER_SECRET` names: one call, for the client and the webhooks together.
    ///
    /// # Errors
    /// When the variable is missing or its secret cannot be read.
    pub async fn from_env(env: &Env) -> Result<Self, ConfigError> {
        UnreadCredentials::from_env(env)?.read().await
    }
}

/// How the client reaches the provider.
#[derive(Debug, Clone)]
pub struct ClientConfig {
    /// The API's address, such as `https://api.cashfree.com/pg`, without a trailing slash.
    pub url: String,
    /// The version of the API to speak, `YYYY-MM-DD`.
    pub api_version: String,
    /// The longest a connection may take to open. 1 s.
    pub connect_timeout: Duration,
    /// The longest one request that changes something may take. 6 s.
    pub write_timeout: Duration,
    /// The longest one question may take. 3 s.
    pub read_timeout: Duration,
    /// The longest an operation may take with everything tried again. 9 s: two operations fit into a function's time.
    pub deadline: Duration,
}

impl ClientConfig {
    /// The provider at `url`, with the usual time-outs.
    #[must_use]
    pub fn new(url: impl Into<String>, api_version: impl Into<String>) -> Self {
        Self {
            url: url.into(),
            api_version: api_version.into(),
            connect_timeout: Duration::from_secs(1),
            write_timeout: Duration::from_secs(6),
            read_timeout: Duration::from_secs(3),
            deadline: Duration::from_secs(9),
        }
    }

    /// The provider as `PROVIDER_URL` and `PROVIDER_API_VERSION` (2025-01-01 unless set) say.
    ///
    /// # Errors
    /// When the address is missing or the version is not a date.
    pub fn from_env(env: &Env) -> Result<Self, ConfigError> {
        let url = env.url("PROVIDER_URL")?;
        let version = env
            .optional("PROVIDER_API_VERSION")
            .unwrap_or_else(|| "2025-01-01".to_owned());
        let is_date = version.len() == 10
            && version.bytes().enumerate().all(|(at, byte)| match at {
                4 | 7 => byte == b'-',
                _ => byte.is_ascii_digit(),
            });
        if !is_date {
            return Err(ConfigError::new(
                "PROVIDER_API_VERSION",
                "is not a date like 2025-01-01",
            ));
        }
        Ok(Self::new(url, version))
    }
}
