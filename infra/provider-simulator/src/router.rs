//! Everything that the simulator serves, put together.

use crate::{Simulator, api, checkout, control};
use axum::Router;

impl Simulator {
    /// The provider: `/pg`, `/cashfree.js`, `/checkout` and `/control`.
    pub fn router(&self) -> Router {
        api::routes(self)
            .merge(checkout::routes())
            .merge(control::routes())
            .with_state(self.clone())
    }
}
