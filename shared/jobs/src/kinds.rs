//! The kinds of jobs whose workers are called by events.

use crate::dispatcher::Called;
use store::{Import, SheetSync, exports::Export};

impl Called for Export {
    const NAME: &'static str = "an export";
    const MOST_DEATHS: u32 = 3;
    const NOT_STARTED: &'static str = "The export could not be started. Please try again.";
    const KEPT_DYING: &'static str = "The export stopped several times before its end. Please contact the person who maintains the system.";
}

impl Called for Import {
    const NAME: &'static str = "a school's list";
    const MOST_DEATHS: u32 = 5;
    const NOT_STARTED: &'static str =
        "The registration of this list could not be started. Please upload it again.";
    const KEPT_DYING: &'static str = "The registration of this list stopped several times before its end. Please contact the person who maintains the system.";
}

impl Called for SheetSync {
    const NAME: &'static str = "a sync of the sheet";
    const MOST_DEATHS: u32 = 5;
    const NOT_STARTED: &'static str = "The sync could not be started. Please try again.";
    const KEPT_DYING: &'static str =
        "The sync stopped several times before its end. Please contact the person who maintains the system.";
}
