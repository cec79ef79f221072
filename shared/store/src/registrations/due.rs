//! Due items: open orders to ask the provider about, and mail to send again. The reminders of people in line have a
//! partition of the index of their own ([`reminders`](crate::reminders)).

use domain::{
    OrderId,
    payment::{Followed, Lane},
};

/// A single index partition takes about 1,000 writes a second, and a registration makes five. Two carry a hundred times
/// what the provider takes, 200 new orders a minute, and each is one more read at every run of the reconciler. Lowering
/// this while the table is in use leaves what is in the dropped shards unseen: read them, too, until they are empty.
const SHARDS: u8 = 2;

/// What is to be done. Each kind is found separately, and an order in its lane, so that a backlog of one does not hide
/// the others.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Task {
    /// Ask the provider about an order of this lane.
    Settle(Lane),
    /// Ask the provider about the refunds of a paid order.
    Refund,
    /// Ask the provider about the open disputes of a paid order. Apart from refunds, for which a deletion waits: a dispute
    /// is open for months.
    Dispute,
    /// Send the mail of an order.
    Mail,
}

impl From<Followed> for Task {
    fn from(what: Followed) -> Self {
        match what {
            Followed::Refunds => Self::Refund,
            Followed::Disputes => Self::Dispute,
        }
    }
}

impl Task {
    /// The partition of the index in which an order's task is: by the order's last, random, symbol.
    pub(super) fn shard_of(self, order: &OrderId) -> String {
        self.shard(order.as_str().bytes().last().unwrap_or_default() % SHARDS)
    }

    /// Every partition of the index that holds such tasks.
    pub(crate) fn shards(self) -> impl Iterator<Item = String> {
        (0..SHARDS).map(move |number| self.shard(number))
    }

    fn shard(self, number: u8) -> String {
        match self {
            Self::Settle(Lane::Likely) => format!("DUE#LIKELY#{number}"),
            Self::Settle(Lane::First) => format!("DUE#ORDER#{number}"),
            Self::Settle(Lane::Repeat) => format!("DUE#REPEAT#{number}"),
            Self::Settle(Lane::Late) => format!("DUE#LATE#{number}"),
            Self::Refund => format!("DUE#REFUND#{number}"),
            Self::Dispute => format!("DUE#DISPUTE#{number}"),
            Self::Mail => format!("DUE#MAIL#{number}"),
        }
    }
}
