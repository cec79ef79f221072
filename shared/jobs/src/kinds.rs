//! The kinds of jobs whose workers are called by events.

use crate::dispatcher::Called;
use store::{BulkJob, CandidateMessage, Import, SheetSync, exports::Export};
use time::Duration;

impl Called for Export {
    const NAME: &'static str = "an export";
    const MOST_DEATHS: u32 = 3;
    const NOT_STARTED: &'static str = "The export could not be started. Please try again.";
    const KEPT_DYING: &'static str = "The export stopped several times before its end. Please contact the person who maintains the system.";
}

impl Called for Import {
    const NAME: &'static str = "a school's list";
    /// Who is left waits for it, and who is registered is known: it is never given up for a few crashes.
    const MOST_DEATHS: u32 = 1_000;
    const LASTS: Duration = Duration::days(60);
    const NOT_STARTED: &'static str =
        "The registration of this list could not be started. Please upload it again.";
    const KEPT_DYING: &'static str = "The registration of this list stopped many times before its end. Please contact the person who maintains the system.";
}

impl Called for SheetSync {
    const NAME: &'static str = "a sync of the sheet";
    const MOST_DEATHS: u32 = 5;
    const NOT_STARTED: &'static str = "The sync could not be started. Please try again.";
    const KEPT_DYING: &'static str =
        "The sync stopped several times before its end. Please contact the person who maintains the system.";
}

impl Called for CandidateMessage {
    const NAME: &'static str = "a message";
    /// Those who are left wait for it, and what is sent is known: it is never given up for a few crashes.
    const MOST_DEATHS: u32 = 1_000;
    /// One that is stopped may go on on another day.
    const LASTS: Duration = Duration::days(60);
    const NOT_STARTED: &'static str = "The message could not be started.";
    const KEPT_DYING: &'static str =
        "The sending stopped many times before its end. Please contact the person who maintains the system.";
}

impl Called for BulkJob {
    const NAME: &'static str = "a bulk action";
    /// Who is left waits for it, and what is done is known: it is never given up for a few crashes.
    const MOST_DEATHS: u32 = 1_000;
    /// One that is stopped may go on on another day.
    const LASTS: Duration = Duration::days(60);
    const NOT_STARTED: &'static str = "The bulk action could not be started.";
    const KEPT_DYING: &'static str = "The bulk action stopped many times before its end. Please contact the person who maintains the system.";
}
