//! Every minute: whatever is due. Orders that nobody returned from are asked about, mail that did not go out is sent
//! again, and a sync of the sheet or an export whose worker died gets another one. Every hour: what the provider lists of the last
//! two days is compared with what its webhooks reported ([`Reconciler::recon`]), and unpaid registrations that
//! are old enough are forgotten ([`Reconciler::forget_unpaid`]).
//!
//! `orders` asks about orders, lane by lane, and `refunds` about refunds and disputes, and `places` gives places to those
//! who paid before their exam had a capacity. `mails` sends passes, as `sending` has it of every
//! mail. `order_mails` tells people what became of an order, `moved_exams` finds those who
//! hold a moved exam, `seats` gives seats to those who come after an exam's were published, `crowds` sends what goes to
//! thousands at once, `account_mails` tells staff of sign-ins from new devices, `invitations` invites them, `daily_report` mails them the
//! figures of the day, and
//! `reminders` mails those whose turn in the line is near: kinds of what is `queued`. `quarantine` handles items that cannot be
//! read, `backlog` measures what is left.

mod account_mails;
mod backlog;
mod clock_words;
mod crowds;
mod daily_report;
mod duty;
mod invitations;
mod lanes;
mod mails;
mod moved_exams;
mod order_mails;
mod orders;
mod places;
mod quarantine;
mod queued;
mod recon;
mod refunds;
mod reminders;
mod retention;
mod seats;
mod sending;
mod summary;

pub use duty::{Duty, NoSuchDuty};
pub use recon::ReconSummary;
pub use retention::RetentionSummary;
pub use summary::Summary;

use config::{ConfigError, Env};
use domain::{Clock, Entropy, payment::Followed};
use jobs::{Called, Dispatcher, Woken};
use mail::Mailer;
use pass_mail::PassMail;
use payment_provider::Limits;
use seating_plans::SeatingPlans;
use settlement::SettlementOnDemand;
use store::{
    AccountMail, AccountMails, AuditLog, BulkJob, CandidateMessage, Catalogue, DailyReportMail,
    DailyReportMails, Import, InvitationMail, Invitations, Line, MovedExams, OrderMail, OrderMails,
    Reconciliations, Registrations, Reminders, Reports, SheetSync, StoreError, exports::Export,
    registrations::due::Task, reminders::Reminder,
};
use time::Duration;

/// After so many failures in a row the provider, or the mail service, is down, and the rest is left for the next run.
const PATIENCE: u32 = 5;

/// Until when a run starts to settle orders and refunds, and until when to send mail: it must not be cut off by the
/// function's time-out in the middle of a mail, which would then be sent again.
const SETTLE_UNTIL: Duration = Duration::seconds(22);
const REFUND_UNTIL: Duration = Duration::seconds(27);
const MAIL_UNTIL: Duration = Duration::seconds(38);

/// Until when a run begins to send reminders, which come after payments and passes. The last ones end with the mail
/// service's patience, ten seconds later.
const REMIND_UNTIL: Duration = Duration::seconds(40);

/// Until when a run begins to look at what is left: cut off there, it would leave no line of what it did.
const LOOK_UNTIL: Duration = Duration::seconds(45);

/// How long a run waits for an answer about what is left, or which requests, reminders and mails about accounts
/// are due.
const LOOK_FOR: std::time::Duration = std::time::Duration::from_secs(5);

/// Who did it, in the audit log, where nobody did.
const BY_ITSELF: &str = "system";

/// Processes due items.
#[derive(Clone)]
pub struct Reconciler {
    registrations: Registrations,
    settlement: SettlementOnDemand,
    pass_mail: PassMail,
    line: Line,
    reminders: Reminders,
    account_mails: AccountMails,
    invitations: Invitations,
    reports: Reports,
    daily_reports: DailyReportMails,
    order_mails: OrderMails,
    catalogue: Catalogue,
    moved_exams: MovedExams,
    seating_plans: SeatingPlans,
    mailer: Mailer,
    site_origin: String,
    portal_origin: String,
    syncs: Dispatcher<SheetSync>,
    exports: Dispatcher<Export>,
    imports: Dispatcher<Import>,
    messages: Dispatcher<CandidateMessage>,
    bulk: Dispatcher<BulkJob>,
    reconciliations: Reconciliations,
    audit_log: AuditLog,
    limits: Limits,
    /// How long a registration is kept that nobody pays for.
    unpaid_kept: Duration,
    clock: Clock,
    entropy: Entropy,
}

/// Why a run did not do everything. What was not done is due at the next one.
#[derive(Debug, thiserror::Error)]
pub enum RunError {
    /// The table did not return the due items.
    #[error(transparent)]
    Store(#[from] StoreError),
    /// The credentials for the provider cannot be read. The mails went out anyway.
    #[error(transparent)]
    Settings(#[from] ConfigError),
}

/// The function as Lambda runs it.
pub async fn handler(env: Env) -> Result<Reconciler, ConfigError> {
    handler_with(env, Clock::system(), Entropy::system()).await
}

/// The function with a clock and randomness of the caller's own.
pub async fn handler_with(env: Env, clock: Clock, entropy: Entropy) -> Result<Reconciler, ConfigError> {
    let registrations = Registrations::from_env(&env)?;
    Ok(Reconciler {
        settlement: SettlementOnDemand::from_env(&env, registrations.clone(), clock.clone())?,
        pass_mail: PassMail::from_env(&env, clock.clone(), entropy.clone())?,
        line: Line::from_env(&env)?,
        reminders: Reminders::from_env(&env)?,
        account_mails: AccountMails::from_env(&env)?,
        invitations: Invitations::from_env(&env)?,
        reports: Reports::from_env(&env)?,
        daily_reports: DailyReportMails::from_env(&env)?,
        order_mails: OrderMails::from_env(&env)?,
        catalogue: Catalogue::from_env(&env)?,
        moved_exams: MovedExams::from_env(&env)?,
        seating_plans: SeatingPlans::from_env(&env, clock.clone(), entropy.clone())?,
        mailer: Mailer::from_env(&env)?,
        site_origin: env.url("SITE_ORIGIN")?,
        portal_origin: env.url("PORTAL_ORIGIN")?,
        syncs: Dispatcher::from_env(&env, "SYNC_FUNCTION", clock.clone(), entropy.clone())?,
        exports: Dispatcher::from_env(&env, "EXPORTS_FUNCTION", clock.clone(), entropy.clone())?,
        imports: Dispatcher::from_env(&env, "IMPORTS_FUNCTION", clock.clone(), entropy.clone())?,
        messages: Dispatcher::from_env(&env, "MESSAGES_FUNCTION", clock.clone(), entropy.clone())?,
        bulk: Dispatcher::from_env(&env, "BULK_FUNCTION", clock.clone(), entropy.clone())?,
        reconciliations: Reconciliations::from_env(&env)?,
        audit_log: AuditLog::from_env(&env)?,
        limits: Limits::from_env(&env)?,
        unpaid_kept: retention::kept_for(&env)?,
        registrations,
        clock,
        entropy,
    })
}

impl Reconciler {
    /// Does the due work, as far as the provider's limits and the time of a run allow.
    ///
    /// # Errors
    /// When the due items, or the secret with the credentials for the provider, cannot be read.
    pub async fn run(&self) -> Result<Summary, RunError> {
        let started = self.clock.now();
        let (syncs, exports) = (self.wake(&self.syncs).await, self.wake(&self.exports).await);
        let (imports, messages) = (self.wake(&self.imports).await, self.wake(&self.messages).await);
        let bulk = self.wake(&self.bulk).await;
        let mut summary = Summary {
            sync_resumed: syncs.called > 0,
            exports_resumed: exports.called + exports.given_up,
            imports_resumed: imports.called + imports.given_up,
            messages_resumed: messages.called + messages.given_up,
            bulk_resumed: bulk.called + bulk.given_up,
            ..Summary::default()
        };
        let waiting = self.registrations.waiting().await?;
        let orders = lanes::in_turn(&waiting, started);
        let follow_ups: Vec<_> = [Followed::Refunds, Followed::Disputes]
            .into_iter()
            .flat_map(|what| {
                waiting
                    .due(what.into(), started)
                    .into_iter()
                    .map(move |id| (what, id))
            })
            .collect();
        let mails = waiting.due(Task::Mail, started);
        let nothing_to_do = orders.is_empty() && follow_ups.is_empty() && mails.is_empty();
        let settled = self.settle(orders, started + SETTLE_UNTIL, &mut summary).await;
        // Refunds wait for days, payers do not.
        let refunded = self
            .follow_up(follow_ups, started + REFUND_UNTIL, &mut summary)
            .await;
        let outcome = settled.and(refunded);
        let until = started + MAIL_UNTIL;
        let mut mailed = self.mail(&mails, until).await;
        mailed += self.answer(until).await;
        mailed += self.send_due::<AccountMail>(until).await;
        mailed += self.send_due::<InvitationMail>(until).await;
        mailed += self.send_due::<OrderMail>(until).await;
        self.report_day(until).await;
        mailed += self.send_due::<DailyReportMail>(until).await;
        self.give_places(until).await;
        let reminded = self.send_due::<Reminder>(started + REMIND_UNTIL).await;
        self.seat(started, &mut summary).await;
        // Behind every other: there may be thousands.
        mailed += self.tell_holders(until).await;
        mailed += self.send_to_crowds(until).await;
        summary.count(&mailed, &reminded);
        self.measure(waiting, nothing_to_do, started + LOOK_UNTIL).await;
        summary.log(outcome.is_ok());
        outcome?;
        Ok(summary)
    }

    /// Money comes before jobs: whatever goes wrong here only waits for the next run.
    async fn wake<W: Called>(&self, jobs: &Dispatcher<W>) -> Woken {
        jobs.wake_due().await.unwrap_or_else(|error| {
            tracing::warn!(cause = %error, "{} could not be handled", W::NAME);
            Woken::default()
        })
    }
}
