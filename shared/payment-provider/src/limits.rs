//! How much may be asked of the provider in a minute.

use config::{ConfigError, Env};

/// The provider's limits, in requests a minute of one account. All of our functions share them.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Limits {
    /// Orders that are opened.
    pub creates: u32,
    /// Questions about an order.
    pub order_reads: u32,
    /// Questions about the attempts to pay an order.
    pub payment_reads: u32,
    /// Refunds, and questions about them.
    pub refunds: u32,
}

/// What the provider grants every account.
impl Default for Limits {
    fn default() -> Self {
        Self {
            creates: 200,
            order_reads: 400,
            payment_reads: 100,
            refunds: 100,
        }
    }
}

impl Limits {
    /// The limits of `PROVIDER_CREATES_PER_MINUTE`, `PROVIDER_ORDER_READS_PER_MINUTE`,
    /// `PROVIDER_PAYMENT_READS_PER_MINUTE` and `PROVIDER_REFUNDS_PER_MINUTE`; the default for what is not set.
    ///
    /// # Errors
    /// Names the variable that is not a number of requests, at least one.
    pub fn from_env(env: &Env) -> Result<Self, ConfigError> {
        let usual = Self::default();
        Ok(Self {
            creates: a_minute(env, "PROVIDER_CREATES_PER_MINUTE", usual.creates)?,
            order_reads: a_minute(env, "PROVIDER_ORDER_READS_PER_MINUTE", usual.order_reads)?,
            payment_reads: a_minute(env, "PROVIDER_PAYMENT_READS_PER_MINUTE", usual.payment_reads)?,
            refunds: a_minute(env, "PROVIDER_REFUNDS_PER_MINUTE", usual.refunds)?,
        })
    }
}

fn a_minute(env: &Env, name: &'static str, usual: u32) -> Result<u32, ConfigError> {
    let Some(text) = env.optional(name) else {
        return Ok(usual);
    };
    let number = text.parse().ok().filter(|number| (1..=100_000).contains(number));
    number.ok_or_else(|| ConfigError::new(name, "is not a number from 1 to 100000"))
}
