//! The administrators' way in and out, and what they see first: the dashboard, the audit log, what needs attention.

mod account;
mod attention;
mod browser;
mod challenge;
mod change_user;
mod daily_report;
mod dashboard;
mod device;
mod invitation;
mod login;
mod login_second_factor;
mod logout;
mod logs;
mod new_device;
mod own_account;
mod password;
mod second_factor;
mod sessions;
mod signed_in;
mod user_sessions;
mod users;

use access_control::staff_gate;
use axum::{Router, extract::FromRef};
use config::{ConfigError, Env};
use domain::{Clock, Entropy};
use http_api::{Description, RouteTable, Staff, StaffGate, TokenSigner, layers, routes};
use serde_json::Value;
use std::sync::Arc;
use store::{Access, AccountMails, Administrators, AuditEntry, AuditLog, Invitations, Registrations};
use utoipa::openapi::OpenApi;

/// What the handlers work with.
#[derive(Clone)]
struct Portal {
    administrators: Administrators,
    access: Access,
    audit_log: AuditLog,
    registrations: Registrations,
    account_mails: AccountMails,
    invitations: Invitations,
    signer: Arc<TokenSigner>,
    gate: StaffGate,
    /// Whether an administrator without a second factor may do nothing but set one up.
    admins_need_second_factor: bool,
    clock: Clock,
    entropy: Entropy,
}

impl FromRef<Portal> for StaffGate {
    fn from_ref(portal: &Portal) -> Self {
        portal.gate.clone()
    }
}

impl Portal {
    /// The audit entry of what an administrator does now.
    fn entry(&self, admin: &Staff, action: &str, subject: &str, before: Value, after: Value) -> AuditEntry {
        let now = self.clock.now();
        AuditEntry::new(
            now,
            &self.entropy,
            &admin.username,
            action,
            subject,
            before,
            after,
        )
    }
}

/// The function as Lambda runs it.
pub async fn app(env: Env) -> Result<Router, ConfigError> {
    app_with(env, Clock::system(), Entropy::system()).await
}

/// The function with a clock and randomness of the caller's own.
pub async fn app_with(env: Env, clock: Clock, entropy: Entropy) -> Result<Router, ConfigError> {
    let access = Access::from_env(&env)?;
    let portal = Portal {
        administrators: Administrators::from_env(&env)?,
        audit_log: AuditLog::from_env(&env)?,
        registrations: Registrations::from_env(&env)?,
        account_mails: AccountMails::from_env(&env)?,
        invitations: Invitations::from_env(&env)?,
        signer: Arc::new(TokenSigner::from_env(&env).await?),
        gate: staff_gate(&env, &access, clock.clone())?,
        admins_need_second_factor: env.parse("SECOND_FACTOR_FOR_ADMINS")?,
        access,
        clock,
        entropy,
    };
    Ok(layers(routes::<Router<Portal>>().with_state(portal)))
}

/// What the function answers, for the OpenAPI document.
#[must_use]
pub fn openapi() -> OpenApi {
    routes::<Description<Portal>>().into()
}

fn routes<T: RouteTable<Portal>>() -> T {
    T::empty()
        .with(routes!(login::login))
        .with(routes!(login_second_factor::login_second_factor))
        .with(routes!(invitation::invitation, invitation::accept))
        .with(routes!(logout::logout))
        .with(routes!(account::account, account::change_address))
        .with(routes!(daily_report::change_daily_report))
        .with(routes!(password::change_password))
        .with(routes!(second_factor::begin, second_factor::remove))
        .with(routes!(second_factor::confirm))
        .with(routes!(users::users, users::create))
        .with(routes!(change_user::change))
        .with(routes!(sessions::sessions, sessions::end_sessions))
        .with(routes!(sessions::end_session))
        .with(routes!(
            user_sessions::user_sessions,
            user_sessions::end_user_sessions
        ))
        .with(routes!(user_sessions::end_user_session))
        .with(routes!(dashboard::dashboard))
        .with(routes!(logs::logs))
        .with(routes!(attention::attention))
        .with(routes!(attention::clear_attention))
}
