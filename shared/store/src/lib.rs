//! DynamoDB: the six tables, their keys and their access patterns, one file for each aggregate.
//!
//! Callers see domain types and outcomes, never attribute maps. Conditions live here, decisions do not: a
//! write that was decided on an older state answers `Stale`, and the caller decides again.

mod access;
pub mod account_mails;
mod admin;
pub mod bulk;
pub mod catalogue;
mod change;
pub mod check_in;
mod content;
mod daily_reports;
mod display_order;
mod dynamo;
pub mod event_closing;
pub mod imports;
mod invitations;
pub mod jobs;
pub mod line;
mod mail_queue;
pub mod messages;
mod moved_exams;
pub mod order_mails;
pub mod pass_requests;
pub mod read_model;
pub mod registrations;
pub mod reminders;
mod sale;
mod seal;
pub mod seating;
pub mod tables;
mod transaction;
mod tries;

pub use access::{
    Access, Counted, GuessAttempt, Guessed, KeyUse, Limit, Made, NewToken, Session, SessionsAfter,
    Succession, Throttle, TokenRecord, UsedKey,
};
pub use account_mails::{AccountMail, AccountMails, AccountNews, Told};
pub use admin::{
    AdminTable, Administrator, Administrators, Audit, Changed, DailyReport, Enrolment, MailsAfter, Reached,
    ReportTotals, Reports, SecondFactor, SheetSync, TillWrite, WrittenSheet,
    audit::{self, AuditEntry, AuditLog},
    exports,
    messages::{CandidateMessage, MessagePhase, ResultsEvent, ResultsNews},
    recon::{self, Reconciliations},
    till::{Till, Tills},
};
pub use bulk::{BulkItems, BulkJob, BulkMark};
pub use catalogue::Catalogue;
pub use check_in::CheckIns;
pub use content::{Content, ShownGroup};
pub use daily_reports::{DailyReportMail, DailyReportMailId, DailyReportMails};
pub use dynamo::StoreError;
pub use event_closing::EventClosing;
pub use imports::{Import, ImportLines};
pub use invitations::{
    INVITATION_LASTS, Invitation, InvitationChange, InvitationMail, InvitationToken, Invitations,
};
pub use jobs::{JobKind, JobStart, Jobs};
pub use line::Line;
pub use mail_queue::{MailQueue, QueuedMail};
pub use messages::{Recipient, RecipientOutcome, Recipients};
pub use moved_exams::{Holders, MovedExam, MovedExams};
pub use order_mails::{OrderMail, OrderMails, OrderNews, Returned};
pub use pass_requests::PassRequests;
pub use registrations::Registrations;
pub use reminders::Reminders;
pub use sale::{EventNow, EventSettings, Settings};
pub use seal::RosterSeal;
pub use seating::Seating;
pub use transaction::Write;
pub use tries::Tries;
