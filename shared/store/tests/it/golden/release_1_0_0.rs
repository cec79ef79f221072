//! How release 1.0.0 reads items, as it was on the day it went out. Never changed; removed with the release after the
//! next.

use serde::Deserialize;
use serde_json::Value;
use store::tables::Table;

/// Reads an item as that release did.
pub(crate) fn read(table: Table, item: &Value) -> Result<(), serde_json::Error> {
    let text = |name: &str| item[name].as_str().unwrap_or_default().to_owned();
    match table {
        Table::Registrations => match text("kind").as_str() {
            "CANDIDATE" => take::<Candidate>(item),
            "ORDER" => take::<Order>(item),
            "MAIL" => take::<OutboxEntry>(item),
            "ATTENTION" => take::<Flag>(item),
            "EVENT" => take::<ProviderEvent>(item),
            "CLAIM" => take::<Claim>(item),
            "IDEM" => take::<Idempotency>(item),
            // Lists and aggregates are rebuilt from the items above.
            _ => Ok(()),
        },
        Table::Catalog => match text("sk").split('#').next() {
            Some("PACKAGE") => take::<Package>(item),
            Some("COLLEGE") => take::<College>(item),
            Some("EXAM") => take::<Exam>(item),
            _ => take::<Stream>(item),
        },
        Table::Content => take::<Banner>(item),
        Table::Admin => match text("pk").split('#').next() {
            Some("ADMIN") => take::<Administrator>(item),
            Some("AUDIT") => take::<AuditEntry>(item),
            Some("SYNC") => take::<SyncState>(item),
            // Nothing that it ever asks for.
            _ => Ok(()),
        },
        Table::Access => match text("pk").split('#').next() {
            Some("TOKEN") => take::<TokenVersion>(item),
            Some("THROTTLE") => take::<Counter>(item),
            _ => Ok(()),
        },
        // A table that it does not have.
        Table::CheckIn => Ok(()),
    }
}

fn take<T: for<'de> Deserialize<'de>>(item: &Value) -> Result<(), serde_json::Error> {
    T::deserialize(item).map(drop)
}

macro_rules! shapes {
    ($($name:ident { $($(#[$attribute:meta])* $member:ident: $type:ty,)* })*) => {
        $(
            #[derive(Deserialize)]
            #[expect(dead_code, reason = "only whether it can be read matters")]
            struct $name { $($(#[$attribute])* $member: $type,)* }
        )*
    };
}

macro_rules! words {
    ($($name:ident { $($word:ident = $text:literal,)* })*) => {
        $(#[derive(Deserialize)] enum $name { $(#[serde(rename = $text)] $word,)* })*
    };
}

words! {
    ExamPreference { Offline = "Offline", Online = "Online", }
    PaymentMode { Online = "online", Card = "card", Upi = "upi", Cash = "cash", }
    Channel { Online = "online", Counter = "counter", }
    Status {
        Created = "CREATED", Active = "ACTIVE", Failed = "FAILED", Expired = "EXPIRED", Unknown = "UNKNOWN",
        Paid = "PAID",
    }
    AttemptState { None = "none", Pending = "pending", Failed = "failed", }
    MailState { Pending = "PENDING", Sending = "SENDING", Sent = "SENT", Failed = "FAILED", }
    ClaimState { Open = "OPEN", Paid = "PAID", }
    AttentionKind {
        DuplicatePayment = "DUPLICATE_PAYMENT", AmountMismatch = "AMOUNT_MISMATCH", Refunded = "REFUNDED",
        Disputed = "DISPUTED", PaidWithoutMail = "PAID_WITHOUT_MAIL", Unresolved = "UNRESOLVED",
    }
    Kind { AllColleges = "allColleges", SpecificCollege = "specificCollege", }
}

shapes! {
    Person { name: String, email: String, phone: String, phone2: Option<String>, }
    Selection {
        r#type: Kind, package_id: String, package_name: String, college_id: Option<String>,
        college_name: Option<String>, course_id: Option<String>, exam_name: Option<String>,
    }
    Card { card_type: Option<String>, card_bank_name: Option<String>, card_network: Option<String>, }
    Upi { upi_id: Option<String>, }
    Method { group: Option<String>, card: Option<Card>, upi: Option<Upi>, }
    Candidate {
        customer_id: String, person: Person, selection: Selection, exam_preference: ExamPreference,
        payment_mode: PaymentMode, amount: u64, channel: Channel, created_at: String,
    }
    Order {
        order_id: String, customer_id: String, amount: u64, channel: Channel, status: Status,
        attempt: Option<AttemptState>, session: Option<String>, method: Option<Method>, person: Person,
        selection: Selection, created_at: String, expires_at: String, paid_at: Option<String>,
        asked_at: Option<i64>, version: u64,
    }
    OutboxEntry {
        order_id: String, state: MailState, attempts: u32, lease: Option<String>, lease_until: Option<i64>,
        created_at: String, message_id: Option<String>, sent_at: Option<String>,
    }
    Flag { order_id: String, customer_id: String, flag: AttentionKind, note: Option<String>, at: String, }
    ProviderEvent { key: String, summary: String, at: String, }
    Claim { state: ClaimState, order_id: String, customer_id: String, }
    Idempotency { key: String, fingerprint: String, order_id: String, expires: i64, }
    Package {
        id: String, name: String, description: String, price: u64, allows_all_colleges: bool,
        colleges: Vec<String>, version: u64,
    }
    College { id: String, name: String, description: Option<String>, courses: Vec<String>, version: u64, }
    Exam {
        id: String, stream_id: String, exam_name: String, date: String, time_start: String, time_end: String,
        venue: String, fee: u64, details: Option<String>, image: Option<String>, version: u64,
    }
    Stream { id: String, name: String, created_at: String, version: u64, arrivals: Option<u64>, }
    Banner { id: String, name: String, desktop: String, mobile: Option<String>, link: String, version: u64, }
    Administrator { id: String, username: String, password_hash: String, role: String, disabled: bool, }
    AuditEntry {
        at: String, id: String, username: String, action: String, subject: String, before: Value, after: Value,
    }
    Written { revision: u64, target: String, }
    SyncState {
        running: Option<bool>, job: Option<String>, lease: Option<String>, heartbeat: Option<i64>,
        done: Option<u64>, total: Option<u64>, resumed: Option<u32>, started_at: Option<String>,
        started_by: Option<String>, written: Option<Written>, last_sync: Option<String>, error: Option<String>,
    }
    TokenVersion { ver: u64, }
    Counter { count: i64, expires: i64, }
}
