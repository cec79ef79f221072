//! The payment provider, simulated: its real API, checkout page, browser script and signed webhooks.
//!
//! It serves the local system and the tests, so it is as strict as the provider and shares no code with the
//! client that is tested against it. It remembers no more of a card than its last four digits. Beside the
//! provider's API under `/pg` there is a control API under `/control` for tests in other processes; tests in
//! the same one use the methods of [`Simulator`].

mod api;
mod checkout;
mod config;
mod control;
mod fault;
mod journal;
mod lifecycle;
mod operations;
mod payment_fields;
mod refunds;
mod router;
mod serve;
mod simulator;
mod state;
mod tracked;
mod traffic;
mod webhook;
mod wire;

pub use config::{Endpoint, Limits, Now, SimulatorConfig};
pub use fault::Fault;
pub use lifecycle::{ControlError, NotKept};
pub use simulator::Simulator;
pub use state::{PaymentMethod, PaymentStatus, Shown};
pub use traffic::Call;
pub use webhook::signing::SignedWebhook;
pub use webhook::{WebhookMode, WebhookRequest};
