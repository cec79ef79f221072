//! What one run did, as it is returned and logged.

use crate::sending::Tally;
use serde::Serialize;
use telemetry::INVOCATION;

/// What one run did.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq, Serialize)]
pub struct Summary {
    /// Orders that were asked about.
    pub settled: usize,
    /// Orders that could not be.
    pub unsettled: usize,
    /// Orders whose refunds or open disputes were asked about.
    pub refunds: usize,
    /// Orders whose refunds or open disputes could not be.
    pub refunds_unsettled: usize,
    /// Mails that were sent.
    pub mailed: usize,
    /// Mails that could not be.
    pub unmailed: usize,
    /// Reminders of a turn in the line that were sent.
    pub reminded: usize,
    /// Reminders that could not be.
    pub unreminded: usize,
    /// Due items that were left for the next run.
    pub left: usize,
    /// Whether a sync of the sheet was found dead and begun again.
    pub sync_resumed: bool,
    /// Exports that were found dead: given to another worker, or given up.
    pub exports_resumed: usize,
    /// Lists of schools that were found dead: given to another worker, or given up.
    pub imports_resumed: usize,
    /// Messages that go on: their moment had come, or their worker was found dead.
    pub messages_resumed: usize,
    /// Bulk actions that go on: their moment had come, or their worker was found dead.
    pub bulk_resumed: usize,
    /// Seats that were given to those who came after the publication, and seats that were left.
    pub seats: usize,
    /// Candidates of published exams for whom there is no seat.
    pub unseated: usize,
}

impl Summary {
    pub(crate) fn count(&mut self, mailed: &Tally, reminded: &Tally) {
        (self.mailed, self.unmailed) = (mailed.sent, mailed.failed);
        (self.reminded, self.unreminded) = (reminded.sent, reminded.failed);
        self.left += mailed.left + reminded.left;
    }

    pub(crate) fn log(self, could_settle: bool) {
        let Self {
            settled,
            unsettled,
            refunds,
            refunds_unsettled,
            mailed,
            unmailed,
            reminded,
            unreminded,
            left,
            sync_resumed,
            exports_resumed,
            imports_resumed,
            messages_resumed,
            bulk_resumed,
            seats,
            unseated,
        } = self;
        if could_settle {
            tracing::info!(
                name: INVOCATION,
                settled,
                unsettled,
                refunds,
                refunds_unsettled,
                mailed,
                unmailed,
                reminded,
                unreminded,
                left,
                sync_resumed,
                exports_resumed,
                imports_resumed,
                messages_resumed,
                bulk_resumed,
                seats,
                unseated,
                "reconciled"
            );
        } else {
            tracing::warn!(
                mailed,
                unmailed,
                reminded,
                unreminded,
                left,
                sync_resumed,
                exports_resumed,
                imports_resumed,
                messages_resumed,
                bulk_resumed,
                seats,
                unseated,
                "no order could be settled"
            );
        }
    }
}
