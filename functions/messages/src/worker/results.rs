//! Messages about results: to whom they go, and that nothing goes out of what is not published.

use super::sending::MessageSending;
use domain::{ResultsState, message::Audience, payment::PassValidity};
use jobs::{Held, Stepped, WorkNotDone};
use store::{CandidateMessage, ResultsEvent, ResultsNews, StoreError, read_model::Row};

const WITHDRAWN: &str = "The results were withdrawn, or are published at another moment or without a mail.";

impl MessageSending<'_> {
    /// What a message does in place of its next step, where the results that it is about are not published, or not by the
    /// publication that it belongs to.
    pub(super) async fn held_back(
        &self,
        held: &Held<CandidateMessage>,
    ) -> Result<Option<Stepped>, StoreError> {
        let Some(ResultsNews { exam, what, .. }) = &held.job.work.results else {
            return Ok(None);
        };
        let worker = self.worker;
        let heads = worker
            .sources
            .registrations
            .results_heads(std::slice::from_ref(exam));
        let head = heads.await?.remove(exam);
        let head = head.filter(|head| match what.known() {
            Some(ResultsEvent::Published) => head.message.as_ref() == Some(&held.job.id),
            Some(ResultsEvent::Corrected) => true,
            None => false,
        });
        let state = head.as_ref().map(|head| head.state(worker.clock.now()));
        Ok(match (state, head.and_then(|head| head.publish_at)) {
            (Some(ResultsState::Published), _) => None,
            (Some(ResultsState::Scheduled), Some(at)) => Some(Stepped::WaitUntil(at)),
            (None | Some(ResultsState::None | ResultsState::Draft | ResultsState::Scheduled), _) => {
                Some(Stepped::Failed(WITHDRAWN.to_owned()))
            }
        })
    }

    /// An audience without those who have no result, where the message says that results are out, and without those who may not see
    /// one. None where nobody is left.
    pub(super) async fn who_has_results(
        &self,
        news: &ResultsNews,
        mut audience: Audience,
    ) -> Result<Option<Audience>, WorkNotDone> {
        audience.validity = Some(PassValidity::Valid.as_str().to_owned());
        if news.what == ResultsEvent::Published {
            let results = self.worker.sources.registrations.exam_results(&news.exam).await?;
            let results = results.map(|there| there.results).unwrap_or_default();
            audience.customer_ids = results.into_keys().collect();
        }
        // Who was corrected to another exam sees only what there is of that one; who has bought all sees whatever they have. Of
        // whom that cannot be read gets no mail, and keeps nobody else from theirs.
        let registrations = &self.worker.sources.registrations;
        let rows = registrations.rows_of_picked(&audience.customer_ids);
        let (rows, _) = rows.await?;
        let sees = |row: &Row| row.selection.course_id().is_none_or(|exam| *exam == news.exam);
        audience.customer_ids.retain(|id| rows.get(id).is_some_and(sees));
        // Without anybody by name, an audience is everybody.
        Ok(Some(audience).filter(|audience| !audience.customer_ids.is_empty()))
    }
}
