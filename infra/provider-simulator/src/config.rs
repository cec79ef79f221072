//! What a simulator is started with.

use std::sync::Arc;
use time::OffsetDateTime;

/// What time it is. Orders expire by it, and webhooks fall due by it.
pub type Now = Arc<dyn Fn() -> OffsetDateTime + Send + Sync>;

/// How a simulator behaves from its start on.
#[derive(Clone)]
pub struct SimulatorConfig {
    /// The merchant's client id. `local-client`.
    pub client_id: String,
    /// The merchant's secret, which also signs webhooks. `local-secret`.
    pub client_secret: String,
    /// Where browsers find the simulator, without a trailing slash. [`crate::Simulator::serve`] sets it.
    pub public_url: String,
    /// What time it is. The system's clock.
    pub clock: Now,
    /// The name on the checkout page.
    pub merchant: String,
    /// The version of the webhooks sent to an order's own `notify_url`. 2025-01-01.
    pub webhook_version: String,
    /// Endpoints that get the webhooks of every order, as if entered in the dashboard.
    pub endpoints: Vec<Endpoint>,
    /// Real seconds that a second of the retry schedule (2, 10 and 30 minutes) takes. 1/60.
    pub retry_scale: f64,
    /// How many requests a minute are answered. More than any test sends.
    pub limits: Limits,
}

impl Default for SimulatorConfig {
    fn default() -> Self {
        Self {
            client_id: "local-client".to_owned(),
            client_secret: "local-secret".to_owned(),
            public_url: "http://localhost:8081".to_owned(),
            clock: Arc::new(OffsetDateTime::now_utc),
            merchant: "Scholarship Expo".to_owned(),
            webhook_version: "2025-01-01".to_owned(),
            endpoints: Vec::new(),
            retry_scale: 1.0 / 60.0,
            limits: Limits::default(),
        }
    }
}

/// An endpoint for webhooks.
#[derive(Clone, Debug)]
pub struct Endpoint {
    /// Where they go.
    pub url: String,
    /// The version they are written in, such as `2023-08-01`.
    pub version: String,
}

/// Requests a minute, of each kind and over the whole account.
#[derive(Clone, Copy, Debug)]
pub struct Limits {
    /// `POST /orders`. The provider's own: 200, in its sandbox 30.
    pub create_order: u32,
    /// `GET` and `PATCH /orders/{id}`. The provider's own: 400, in its sandbox 60.
    pub order: u32,
    /// `GET /orders/{id}/payments`. The provider's own: 100, in its sandbox 30.
    pub payments: u32,
    /// Everything else, each.
    pub other: u32,
}

impl Default for Limits {
    fn default() -> Self {
        Self {
            create_order: 100_000,
            order: 100_000,
            payments: 100_000,
            other: 100_000,
        }
    }
}
