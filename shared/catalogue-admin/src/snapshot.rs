//! A snapshot of the catalogue and of who has registered for what: what a deletion, or putting on sale, is
//! decided on.

use crate::CatalogueAdmin;
use axum::extract::FromRef;
use config::{ConfigError, Env};
use domain::{Clock, Entropy};
use futures::try_join;
use http_api::{ApiError, ApiResult, StaffGate};
use store::{Registrations, Seating, catalogue::Everything, read_model::Aggregates};

/// The catalogue and its candidates: the state of the routers that must know who depends on a thing.
#[derive(Clone)]
pub struct WithCandidates {
    /// The catalogue, and what it takes to change it.
    pub catalogue_admin: CatalogueAdmin,
    /// The candidates.
    pub registrations: Registrations,
    /// Where they sit.
    pub seating: Seating,
}

impl FromRef<WithCandidates> for StaffGate {
    fn from_ref(state: &WithCandidates) -> Self {
        Self::from_ref(&state.catalogue_admin)
    }
}

impl FromRef<WithCandidates> for CatalogueAdmin {
    fn from_ref(state: &WithCandidates) -> Self {
        state.catalogue_admin.clone()
    }
}

/// What there is, and how many have registered for it.
pub struct Snapshot {
    /// The catalogue of this moment.
    pub everything: Everything,
    /// The totals, which follow the registrations within seconds.
    pub aggregates: Aggregates,
}

impl WithCandidates {
    /// The catalogue and the candidates, with a clock and randomness of the caller's own.
    pub fn from_env(env: &Env, clock: Clock, entropy: Entropy) -> Result<Self, ConfigError> {
        Ok(Self {
            catalogue_admin: CatalogueAdmin::from_env(env, clock, entropy)?,
            registrations: Registrations::from_env(env)?,
            seating: Seating::from_env(env)?,
        })
    }

    /// The catalogue and the totals of now.
    pub async fn snapshot(&self) -> ApiResult<Snapshot> {
        let (everything, aggregates) = try_join!(
            self.catalogue_admin.catalogue.everything_now(),
            self.registrations.aggregates()
        )
        .map_err(ApiError::internal)?;
        Ok(Snapshot {
            everything,
            aggregates,
        })
    }
}
