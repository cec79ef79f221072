//! The metrics, by the names that alarms and dashboards know them by.

use serde_json::{Value, json};

/// The namespace of all of them in CloudWatch.
const NAMESPACE: &str = "ScholarshipExpo";

/// Something that is measured. CloudWatch asks its price for each of them and each function that sends it, so there
/// is none that nobody looks at.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub enum Metric {
    /// Invocations. This and the next three are in the line of each invocation by themselves.
    Requests,
    /// Invocations that failed: a 5xx, or an event that could not be handled.
    Errors,
    /// How long they took.
    Duration,
    /// Invocations that were the first of their process.
    ColdStarts,
    /// Candidates that were written, on the site or at the counter.
    RegistrationsCreated,
    /// Orders that became PAID by the provider's word.
    PaymentsSettled,
    /// Passes that the mail service took.
    MailsSent,
    /// Passes that it did not take; each is tried again.
    MailsFailed,
    /// Passes that came back for good.
    MailsBounced,
    /// Passes that were reported as spam.
    MailComplaints,
    /// Events of a pass that is delayed, or bounced in a way that says nothing about the address.
    MailsDelayed,
    /// Events of mails that are no passes, or are unknown.
    MailEventsIgnored,
    /// Webhooks that were not believed: unsigned, unreadable, or against what we know.
    WebhooksRefused,
    /// Refunds and disputes that no webhook had reported.
    ReversalsFound,
    /// Reconciliations with the provider that came to their end.
    ReconciliationsFinished,
    /// Pictures that a collection removed because nothing shows them; none from one that did not come to its end.
    PicturesCollected,
    /// Requests that were answered with 429.
    Throttled,
    /// Attempts to sign in that were refused for a wrong name or password, or during the pause after such.
    SignInsRefused,
    /// Requests that were refused because they did not come through CloudFront.
    ProofsRefused,
    /// Calls that no throttle counted, because its table did not answer.
    ThrottlesSkipped,
    /// Places in line that were given because an order could not be opened at once.
    LinePlaces,
    /// People who came back to their place and were let through.
    LineAdmitted,
    /// Orders that the provider was too busy to open, so that the line was paused.
    LineMoved,
    /// How long the newest in line has to wait.
    LineWait,
    /// Mails about a turn in the line that the mail service took.
    RemindersSent,
    /// Those that it did not take for as long as the place could be used.
    RemindersDropped,
    /// Age of the oldest order about which nothing is known yet.
    OldestOpenOrderAge,
    /// Passes that are still to be mailed.
    MailsWaiting,
    /// Age of the oldest of them.
    OldestMailWaitingAge,
    /// Flags that wait for a person.
    NeedsAttention,
    /// Whether the site takes registrations in hours that the organisers have announced: 1 or 0.
    RegistrationOpen,
    /// Items that were due and could not be read.
    ItemsQuarantined,
    /// Flags of such items that were cleared because the items have been dealt with.
    ItemsReleased,
}

impl Metric {
    pub(crate) const fn name(self) -> &'static str {
        match self {
            Self::Requests => "Requests",
            Self::Errors => "Errors",
            Self::Duration => "Duration",
            Self::ColdStarts => "ColdStarts",
            Self::RegistrationsCreated => "RegistrationsCreated",
            Self::PaymentsSettled => "PaymentsSettled",
            Self::MailsSent => "MailsSent",
            Self::MailsFailed => "MailsFailed",
            Self::MailsBounced => "MailsBounced",
            Self::MailComplaints => "MailComplaints",
            Self::MailsDelayed => "MailsDelayed",
            Self::MailEventsIgnored => "MailEventsIgnored",
            Self::WebhooksRefused => "WebhooksRefused",
            Self::ReversalsFound => "ReversalsFound",
            Self::ReconciliationsFinished => "ReconciliationsFinished",
            Self::PicturesCollected => "PicturesCollected",
            Self::Throttled => "Throttled",
            Self::SignInsRefused => "SignInsRefused",
            Self::ProofsRefused => "ProofsRefused",
            Self::ThrottlesSkipped => "ThrottlesSkipped",
            Self::LinePlaces => "LinePlaces",
            Self::LineAdmitted => "LineAdmitted",
            Self::LineMoved => "LineMoved",
            Self::LineWait => "LineWait",
            Self::RemindersSent => "RemindersSent",
            Self::RemindersDropped => "RemindersDropped",
            Self::OldestOpenOrderAge => "OldestOpenOrderAge",
            Self::MailsWaiting => "MailsWaiting",
            Self::OldestMailWaitingAge => "OldestMailWaitingAge",
            Self::NeedsAttention => "NeedsAttention",
            Self::RegistrationOpen => "RegistrationOpen",
            Self::ItemsQuarantined => "ItemsQuarantined",
            Self::ItemsReleased => "ItemsReleased",
        }
    }

    /// Whether it is one value over all functions: an alarm can add up ten metrics, and more functions than that
    /// answer HTTP.
    const fn is_of_all_functions(self) -> bool {
        matches!(self, Self::ProofsRefused)
    }

    /// Whether a 0 stays in the log alone. CloudWatch asks its price for each hour in which a metric is sent, and nothing
    /// tells these zeros from no word.
    pub(crate) const fn is_only_for_what_happened(self) -> bool {
        matches!(self, Self::Errors | Self::ColdStarts)
    }

    /// The unit, as CloudWatch spells it.
    const fn unit(self) -> &'static str {
        match self {
            Self::Duration => "Milliseconds",
            Self::OldestOpenOrderAge | Self::OldestMailWaitingAge | Self::LineWait => "Seconds",
            Self::Requests
            | Self::Errors
            | Self::ColdStarts
            | Self::RegistrationsCreated
            | Self::PaymentsSettled
            | Self::MailsSent
            | Self::MailsFailed
            | Self::MailsBounced
            | Self::MailComplaints
            | Self::MailsDelayed
            | Self::MailEventsIgnored
            | Self::WebhooksRefused
            | Self::ReversalsFound
            | Self::ReconciliationsFinished
            | Self::PicturesCollected
            | Self::Throttled
            | Self::SignInsRefused
            | Self::ProofsRefused
            | Self::ThrottlesSkipped
            | Self::LinePlaces
            | Self::LineAdmitted
            | Self::LineMoved
            | Self::RemindersSent
            | Self::RemindersDropped
            | Self::MailsWaiting
            | Self::NeedsAttention
            | Self::RegistrationOpen
            | Self::ItemsQuarantined
            | Self::ItemsReleased => "Count",
        }
    }
}

/// The member `_aws` of a line: which of its other members are metrics. `at` is in milliseconds since 1970.
pub(crate) fn directive(at: i64, metrics: impl Iterator<Item = Metric>) -> Value {
    let (of_all, of_each): (Vec<Metric>, Vec<Metric>) =
        metrics.partition(|metric| metric.is_of_all_functions());
    let named = |metrics: &[Metric]| -> Vec<Value> {
        let named = metrics.iter();
        named
            .map(|metric| json!({ "Name": metric.name(), "Unit": metric.unit() }))
            .collect()
    };
    let mut sets =
        vec![json!({ "Namespace": NAMESPACE, "Dimensions": [["service"]], "Metrics": named(&of_each) })];
    if !of_all.is_empty() {
        sets.push(json!({ "Namespace": NAMESPACE, "Dimensions": [[]], "Metrics": named(&of_all) }));
    }
    json!({ "Timestamp": at, "CloudWatchMetrics": sets })
}
