//! Webhooks: what they say, how they are signed, when they come.

mod content;
mod delivery;

use provider_simulator::{PaymentMethod, PaymentStatus};

fn success() -> (PaymentStatus, PaymentMethod) {
    (PaymentStatus::Success, PaymentMethod::default())
}
