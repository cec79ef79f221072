//! Who belongs to an audience, from the read model of the candidate list: a page at a time.

use crate::scope::AudienceScope;
use config::{ConfigError, Env};
use domain::{CourseId, CustomerId, check_in::List};
use std::collections::BTreeSet;
use store::{
    Catalogue, CheckIns, Registrations, StoreError,
    read_model::{Cursor, Row},
};
use time::OffsetDateTime;

/// Rows read at once: half a megabyte, ten requests.
const ROWS: u16 = 1_000;

/// Where audiences come from.
#[derive(Debug, Clone)]
pub struct AudienceSources {
    /// The candidates, and the list of them.
    pub registrations: Registrations,
    /// What they chose from.
    pub catalogue: Catalogue,
    check_ins: CheckIns,
}

/// An audience that is being gathered.
#[derive(Debug)]
pub struct Gathering {
    /// Registered later, nobody belongs to it.
    until: OffsetDateTime,
    after: Option<Cursor>,
    /// Whether everybody was found.
    pub is_done: bool,
    /// Candidates who are left out because what the list or the door has of them cannot be read: nobody waits for them.
    pub unread: u64,
    /// When a list of the door begins to count.
    begins: Option<Vec<(List, Option<OffsetDateTime>)>>,
    /// The exams that can be chosen.
    on_offer: Option<BTreeSet<CourseId>>,
}

impl Gathering {
    /// One of those who registered until a moment.
    #[must_use]
    pub fn until(until: OffsetDateTime) -> Self {
        Self {
            until,
            after: None,
            is_done: false,
            unread: 0,
            begins: None,
            on_offer: None,
        }
    }
}

impl AudienceSources {
    /// The tables that the settings name.
    pub fn from_env(env: &Env) -> Result<Self, ConfigError> {
        Ok(Self {
            registrations: Registrations::from_env(env)?,
            catalogue: Catalogue::from_env(env)?,
            check_ins: CheckIns::from_env(env)?,
        })
    }

    /// Another page of an audience: who of it belongs to it. There are more until the gathering is done. Who cannot be read
    /// is left out.
    ///
    /// # Errors
    /// When a table does not answer.
    pub async fn more(
        &self,
        scope: &AudienceScope,
        gathering: &mut Gathering,
    ) -> Result<Vec<Row>, StoreError> {
        let rows = self.page(scope, gathering).await?;
        let wanted = |row: &Row| row.created_at <= gathering.until && scope.admits(row);
        let mut rows: Vec<Row> = rows.into_iter().filter(wanted).collect();
        if scope.holds.is_some() || scope.chosen.is_some() {
            let on_offer = self.on_offer(gathering).await?;
            rows.retain(|row| scope.admits_by_exams(row, on_offer));
        }
        for (list, is_in) in [(&scope.checked_in, true), (&scope.not_checked_in, false)] {
            if let Some(list) = list {
                let begins_at = self.begins_at(list, gathering).await?;
                let ids: Vec<CustomerId> = rows.iter().map(|row| row.customer_id.clone()).collect();
                let (there, unread) = self.check_ins.readable_admitted_of(list, begins_at, &ids).await?;
                gathering.unread += unread.len() as u64;
                rows.retain(|row| {
                    let id = &row.customer_id;
                    !unread.contains(id) && there.contains(id) == is_in
                });
            }
        }
        Ok(rows)
    }

    async fn page(&self, scope: &AudienceScope, gathering: &mut Gathering) -> Result<Vec<Row>, StoreError> {
        if !scope.only.is_empty() {
            gathering.is_done = true;
            let only: Vec<CustomerId> = scope.only.iter().cloned().collect();
            let (mut found, unread) = self.registrations.rows_of_picked(&only).await?;
            gathering.unread += unread as u64;
            return Ok(only.iter().filter_map(|id| found.remove(id)).collect());
        }
        let after = gathering.after.as_ref();
        let page = self.registrations.every_readable_row(&scope.list, ROWS, after);
        let (page, unread) = page.await?;
        gathering.unread += unread as u64;
        gathering.is_done = page.next.is_none();
        gathering.after = page.next;
        Ok(page.rows)
    }

    async fn on_offer<'a>(&self, gathering: &'a mut Gathering) -> Result<&'a BTreeSet<CourseId>, StoreError> {
        let known = match gathering.on_offer.take() {
            Some(known) => known,
            None => self.catalogue.everything().await?.on_offer(),
        };
        Ok(gathering.on_offer.insert(known))
    }

    /// When a list begins to count; what was scanned before is practice.
    async fn begins_at(
        &self,
        list: &List,
        gathering: &mut Gathering,
    ) -> Result<Option<OffsetDateTime>, StoreError> {
        let known = gathering.begins.get_or_insert_with(Vec::new);
        if let Some((_, begins_at)) = known.iter().find(|(of, _)| of == list) {
            return Ok(*begins_at);
        }
        let exam = match list {
            List::Day(_) => None,
            List::Exam(id) => self.catalogue.everything().await?.exams.remove(id),
        };
        let begins_at = list.begins_at(exam.as_ref());
        known.push((list.clone(), begins_at));
        Ok(begins_at)
    }
}
