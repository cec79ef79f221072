//! Registering, paying, and how a payment stands.

mod ask_again;
mod asking;
mod check_email;
mod create_order;
mod draft;
mod form;
mod held_place;
mod line;
mod mark_paid;
mod opening;
mod order_state;
mod refunds;
mod refusal;
mod resend_email;
mod sale;
mod status;
mod success_email;
mod validity;

use access_control::staff_gate;
use asking::PageAsks;
use axum::{Router, extract::FromRef};
use config::{ConfigError, Env};
use counter::Counter;
use domain::{Clock, Entropy, OrderId, line::Pace, payment::Order};
use held_place::PlacesSeen;
use http_api::{ApiError, ApiResult, Description, RouteTable, StaffGate, TrustedNetworks, layers, routes};
use pass_mail::PassMail;
use payment_provider::{Limits, PaymentProvider};
use settlement::Settlement;
use std::sync::Arc;
use store::{Access, AuditLog, Catalogue, Line, Registrations, Reminders, registrations::Candidate};
use utoipa::openapi::OpenApi;

#[derive(Clone)]
struct State {
    access: Access,
    line: Line,
    reminders: Reminders,
    pace: Pace,
    page_asks: PageAsks,
    trusted: TrustedNetworks,
    catalogue: Catalogue,
    registrations: Registrations,
    places_seen: PlacesSeen,
    provider: Arc<dyn PaymentProvider>,
    settlement: Settlement,
    pass_mail: PassMail,
    counter: Counter,
    gate: StaffGate,
    clock: Clock,
    entropy: Entropy,
    audit_log: AuditLog,
    site_origin: String,
}

impl State {
    /// An order that a request names.
    async fn order(&self, id: &OrderId) -> ApiResult<Order> {
        let order = self.registrations.order(id).await.map_err(ApiError::internal)?;
        order.ok_or_else(no_order)
    }

    /// Who an order is for.
    async fn candidate_of(&self, order: &Order) -> ApiResult<Candidate> {
        let candidate = self.registrations.registered(&order.customer_id).await;
        let candidate = candidate.map_err(ApiError::internal)?;
        candidate.ok_or_else(|| ApiError::internal("an order without a candidate"))
    }
}

fn no_order() -> ApiError {
    ApiError::not_found("There is no such order.")
}

impl FromRef<State> for StaffGate {
    fn from_ref(state: &State) -> Self {
        state.gate.clone()
    }
}

/// The function as Lambda runs it.
pub async fn app(env: Env) -> Result<Router, ConfigError> {
    app_with(env, Clock::system(), Entropy::system()).await
}

/// The function with a clock and randomness of the caller's own.
pub async fn app_with(env: Env, clock: Clock, entropy: Entropy) -> Result<Router, ConfigError> {
    let registrations = Registrations::from_env(&env)?;
    let access = Access::from_env(&env)?;
    let settlement = Settlement::from_env(&env, registrations.clone(), clock.clone()).await?;
    let limits = Limits::from_env(&env)?;
    let state = State {
        catalogue: Catalogue::from_env(&env)?,
        line: Line::from_env(&env)?,
        reminders: Reminders::from_env(&env)?,
        pace: Pace::new(limits.creates),
        page_asks: PageAsks::new(&limits),
        trusted: TrustedNetworks::from_env(&env)?,
        pass_mail: PassMail::from_env(&env, clock.clone(), entropy.clone())?,
        counter: Counter::from_env(&env, clock.clone(), entropy.clone())?,
        gate: staff_gate(&env, &access, clock.clone())?,
        site_origin: env.url("SITE_ORIGIN")?,
        audit_log: AuditLog::from_env(&env)?,
        provider: settlement.provider(),
        settlement,
        registrations,
        places_seen: PlacesSeen::default(),
        access,
        clock,
        entropy,
    };
    Ok(layers(routes::<Router<State>>().with_state(state)))
}

/// What the function answers, for the OpenAPI document.
#[must_use]
pub fn openapi() -> OpenApi {
    routes::<Description<State>>().into()
}

fn routes<T: RouteTable<State>>() -> T {
    T::empty()
        .with(routes!(check_email::check_email))
        .with(routes!(create_order::create_order))
        .with(routes!(line::mail::mail_at_turn))
        .with(routes!(line::operators::line_now))
        .with(routes!(line::operators::hold_line, line::operators::resume_line))
        .with(routes!(status::status))
        .with(routes!(mark_paid::mark_paid))
        .with(routes!(success_email::send_success_email))
        .with(routes!(ask_again::ask_again))
        .with(routes!(resend_email::resend_email))
        .with(routes!(refunds::refund))
        .with(routes!(validity::set_validity))
}
