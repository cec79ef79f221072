//! Candidates: the item of one, and everything in its partition.

use super::{
    order::order_key,
    outbox::OutboxEntry,
    table::{Keyed, Registrations, TABLE, partition_of},
};
use crate::dynamo::{Item, StoreError, key, kind, query_all, read, s};
use aws_sdk_dynamodb::types::KeysAndAttributes;
use domain::{
    CustomerId, OrderId, Paise, Person, Stored,
    catalogue::Offer,
    exam_choice::{ChosenExams, FillInRun},
    payment::{Channel, Order, OrderPlace, PassValidity},
    registration::{ExamPreference, PaymentMode, Registration, SchoolGroup, Selection, TermsVersion},
};
use serde::{Deserialize, Serialize};
use std::collections::{BTreeSet, HashMap};
use time::OffsetDateTime;

/// What one BatchGetItem takes.
const BATCH: usize = 100;

/// One registration, with the names and the price of its day.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct Candidate {
    /// Its identifier.
    pub customer_id: CustomerId,
    /// Who.
    pub person: Person,
    /// For what.
    pub selection: Selection,
    /// Where the exam is taken.
    pub exam_preference: Stored<ExamPreference>,
    /// As asked for: online, or the counter's card, cash, upi.
    pub payment_mode: Stored<PaymentMode>,
    /// What it cost.
    pub amount: Paise,
    /// Through the site or at the counter. What happens to a payment is decided by its order's.
    pub channel: Stored<Channel>,
    /// When.
    #[serde(with = "time::serde::rfc3339")]
    pub created_at: OffsetDateTime,
    /// The terms that were shown at that moment.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub terms: Option<TermsVersion>,
    /// By which school's list, where it was by one.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub group: Option<SchoolGroup>,
    /// The exams that are sat of all that were bought, each with the place that is held of it. Empty until they are chosen, and
    /// again when the money has gone back; and where one exam was bought.
    #[serde(default, skip_serializing_if = "ChosenExams::is_empty")]
    pub chosen: ChosenExams,
    /// By which run they were last chosen for the candidate.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub filled_in: Option<FillInRun>,
    /// Counts the corrections and the choices; each names the count it was decided on.
    pub version: u64,
}

/// A candidate with every order, the paid ones first, then the newest.
#[derive(Debug, Clone)]
pub struct CandidateFile {
    /// The registration.
    pub candidate: Candidate,
    /// Its orders.
    pub orders: Vec<Order>,
    /// The mails of the paid ones.
    pub mails: Vec<OutboxEntry>,
}

pub(super) fn candidate_item(candidate: &Candidate) -> Result<Item, StoreError> {
    let keyed = Keyed {
        pk: partition_of(&candidate.customer_id),
        sk: "CANDIDATE".to_owned(),
        kind: "CANDIDATE",
        due_shard: None,
        due_at: None,
        value: candidate,
    };
    crate::dynamo::write(TABLE, &keyed)
}

impl Candidate {
    pub(crate) fn key(id: &CustomerId) -> Item {
        key(partition_of(id), "CANDIDATE")
    }
}

impl Candidate {
    /// The candidate of a registration that the catalogue has confirmed as `offer`.
    #[must_use]
    pub fn new(
        customer_id: CustomerId,
        registration: &Registration,
        offer: &Offer,
        channel: Channel,
        created_at: OffsetDateTime,
    ) -> Self {
        let Registration {
            person,
            // The offer is what was chosen, with the names and the price of the day.
            choice: _,
            exam_preference,
            payment_mode,
            amount: _,
            terms,
        } = registration;
        Self {
            customer_id,
            person: person.clone(),
            selection: offer.selection.clone(),
            exam_preference: (*exam_preference).into(),
            payment_mode: (*payment_mode).into(),
            amount: offer.price,
            channel: channel.into(),
            created_at,
            terms: terms.clone(),
            group: None,
            chosen: ChosenExams::new(),
            filled_in: None,
            version: 0,
        }
    }
}

impl CandidateFile {
    /// Whether each pass of the candidate is one more than the exam has places: it came late, and is seated by hand alone.
    #[must_use]
    pub fn is_oversold(&self) -> bool {
        let valid = |order: &&Order| order.validity() == Some(PassValidity::Valid);
        let mut valid = self.orders.iter().filter(valid).peekable();
        valid.peek().is_some() && valid.all(|order| order.place == Some(OrderPlace::Without))
    }

    /// Sorts the items of a partition; None when there is no candidate among them.
    pub(crate) fn read(items: Vec<Item>) -> Result<Option<Self>, StoreError> {
        let mut candidate = None;
        let mut orders: Vec<Order> = Vec::new();
        let mut mails = Vec::new();
        for item in items {
            match kind(&item) {
                "CANDIDATE" => candidate = Some(read(TABLE, item)?),
                "ORDER" => orders.push(read(TABLE, item)?),
                "MAIL" => mails.push(read(TABLE, item)?),
                _ => {}
            }
        }
        orders.sort_by_key(|order| (order.paid_at.is_none(), std::cmp::Reverse(order.created_at)));
        Ok(candidate.map(|candidate| Self {
            candidate,
            orders,
            mails,
        }))
    }

    pub(crate) fn without_refused(mut self) -> Option<Self> {
        let all = self.orders.len();
        self.orders.retain(|order| order.refused_at.is_none());
        (all == 0 || !self.orders.is_empty()).then_some(self)
    }
}

impl Registrations {
    /// A candidate with every order that the provider has not refused, as of this moment; None for one that has only
    /// refused ones.
    pub async fn candidate(&self, id: &CustomerId) -> Result<Option<CandidateFile>, StoreError> {
        let file = CandidateFile::read(self.candidate_items(id).await?)?;
        let file = file.and_then(CandidateFile::without_refused);
        if file.is_some() {
            telemetry::about(id);
        }
        Ok(file)
    }

    /// What a candidate registered as, without the orders, as of this moment.
    pub async fn registered(&self, id: &CustomerId) -> Result<Option<Candidate>, StoreError> {
        let found = self
            .client
            .get_item()
            .table_name(&self.table)
            .set_key(Some(Candidate::key(id)))
            .consistent_read(true)
            .send()
            .await?;
        found.item.map(|item| read(TABLE, item)).transpose()
    }

    /// Everything in a candidate's partition, as of this moment.
    pub(crate) async fn candidate_items(&self, id: &CustomerId) -> Result<Vec<Item>, StoreError> {
        let query = self.client.query().table_name(&self.table);
        query_all(
            query
                .key_condition_expression("pk = :candidate")
                .expression_attribute_values(":candidate", s(partition_of(id)))
                .consistent_read(true),
        )
        .await
    }

    /// The orders of a candidate, as of this moment, without anything else of it.
    ///
    /// # Errors
    /// When the table does not answer, or an order cannot be read.
    pub async fn orders_of(&self, id: &CustomerId) -> Result<Vec<Order>, StoreError> {
        let items = self.order_items(id).await?;
        items.into_iter().map(|item| read(TABLE, item)).collect()
    }

    pub(super) async fn order_items(&self, id: &CustomerId) -> Result<Vec<Item>, StoreError> {
        let query = self.client.query().table_name(&self.table);
        query_all(
            query
                .key_condition_expression("pk = :candidate AND begins_with(sk, :order)")
                .expression_attribute_values(":candidate", s(partition_of(id)))
                .expression_attribute_values(":order", s("ORDER#"))
                .consistent_read(true),
        )
        .await
    }

    /// The names of candidates; those who are not there, or cannot be read, are left out.
    pub async fn names(&self, ids: &[CustomerId]) -> Result<HashMap<CustomerId, String>, StoreError> {
        #[derive(Deserialize)]
        struct Named {
            customer_id: CustomerId,
            person: Name,
        }
        #[derive(Deserialize)]
        struct Name {
            name: String,
        }
        let ids: BTreeSet<&CustomerId> = ids.iter().collect();
        let ids: Vec<&CustomerId> = ids.into_iter().collect();
        let mut names = HashMap::new();
        for batch in ids.chunks(BATCH) {
            let keys = batch.iter().map(|id| Candidate::key(id));
            let wanted = KeysAndAttributes::builder()
                .set_keys(Some(keys.collect()))
                .projection_expression("customer_id, person.#name")
                .expression_attribute_names("#name", "name");
            for item in self.batch(wanted).await? {
                if let Ok(named) = read::<Named>(TABLE, item) {
                    names.insert(named.customer_id, named.person.name);
                }
            }
        }
        Ok(names)
    }

    /// What orders cost; those that are not there, or cannot be read, are left out.
    pub async fn amounts(&self, ids: &[OrderId]) -> Result<HashMap<OrderId, Paise>, StoreError> {
        #[derive(Deserialize)]
        struct Cost {
            order_id: OrderId,
            amount: Paise,
        }
        let ids: BTreeSet<&OrderId> = ids.iter().collect();
        let ids: Vec<&OrderId> = ids.into_iter().collect();
        let mut amounts = HashMap::new();
        for batch in ids.chunks(BATCH) {
            let wanted = KeysAndAttributes::builder()
                .set_keys(Some(batch.iter().map(|id| order_key(id)).collect()))
                .projection_expression("order_id, amount");
            for item in self.batch(wanted).await? {
                if let Ok(cost) = read::<Cost>(TABLE, item) {
                    amounts.insert(cost.order_id, cost.amount);
                }
            }
        }
        Ok(amounts)
    }
}
