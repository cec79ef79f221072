//! Settling for a caller that seldom has anything to settle.

use crate::Settlement;
use config::{ConfigError, Env};
use domain::Clock;
use payment_provider::{ClientConfig, UnreadCredentials};
use std::sync::Arc;
use store::Registrations;
use tokio::sync::OnceCell;

/// A [`Settlement`] whose credentials are read when there is first something to settle. Its variables are checked at
/// the start, like everybody's.
#[derive(Clone)]
pub struct SettlementOnDemand {
    config: ClientConfig,
    credentials: UnreadCredentials,
    registrations: Registrations,
    clock: Clock,
    ready: Arc<OnceCell<Settlement>>,
}

impl SettlementOnDemand {
    /// Settles with the provider of `PROVIDER_URL`, with the credentials behind `PROVIDER_SECRET`.
    pub fn from_env(env: &Env, registrations: Registrations, clock: Clock) -> Result<Self, ConfigError> {
        Ok(Self {
            config: ClientConfig::from_env(env)?,
            credentials: UnreadCredentials::from_env(env)?,
            registrations,
            clock,
            ready: Arc::default(),
        })
    }

    /// The settlement. What was read once is kept; what could not be read is asked for again by the next call.
    ///
    /// # Errors
    /// When the secret cannot be read or holds no credentials.
    pub async fn get(&self) -> Result<&Settlement, ConfigError> {
        // Boxed: callers carry the state of this one call only while it is made.
        let make = || Box::pin(self.make());
        self.ready.get_or_try_init(make).await
    }

    async fn make(&self) -> Result<Settlement, ConfigError> {
        let credentials = self.credentials.read().await?;
        let (config, registrations) = (self.config.clone(), self.registrations.clone());
        Ok(Settlement::new(
            config,
            credentials,
            registrations,
            self.clock.clone(),
        ))
    }
}
