//! Once a day, by `{"job":"collect-pictures"}`: pictures that nothing shows are removed, of exams and of banners,
//! institutes and brands. They are what a process that died left behind, or a change whose end was not known.
//!
//! What is removed was uploaded a day ago or more and is shown by nothing afterwards. It will not be shown again,
//! because no name is used twice and no request takes a day, so nobody has to be kept out, neither who uploads nor a
//! second run.

use config::{ConfigError, Env};
use domain::{Clock, content::Group};
use media::{ImageError, Images};
use serde_json::{Value, json};
use std::collections::HashSet;
use store::{Catalogue, Content, StoreError};
use telemetry::{INVOCATION, Metric};
use time::Duration;

/// How long a picture is left alone: far longer than any request takes.
const AGE: Duration = Duration::DAY;

/// How many one run removes at most: if something is ever wrong with what is read, a day's loss is small.
const MOST: usize = 100;

/// Until when a run begins to remove another one: well before the function's time-out of 25 seconds.
const UNTIL: Duration = Duration::seconds(15);

/// Removes pictures that nothing shows.
#[derive(Debug, Clone)]
pub struct Collector {
    images: Images,
    catalogue: Catalogue,
    content: Content,
    clock: Clock,
}

/// Why not everything was removed that nothing shows. The next run goes on.
#[derive(Debug, thiserror::Error)]
pub enum NotCollected {
    /// The event is not one of ours.
    #[error("the event is none of this function's")]
    UnknownEvent,
    /// A table did not say, whole and readable, what is shown. Nothing was removed.
    #[error(transparent)]
    Store(#[from] StoreError),
    /// The bucket did not say what there is. Nothing was removed.
    #[error(transparent)]
    Bucket(#[from] ImageError),
    /// The bucket did not remove these many.
    #[error("{0} pictures that nothing shows could not be removed")]
    Left(usize),
}

impl Collector {
    pub(crate) fn from_env(env: &Env, images: Images, clock: Clock) -> Result<Self, ConfigError> {
        Ok(Self {
            images,
            catalogue: Catalogue::from_env(env)?,
            content: Content::from_env(env)?,
            clock,
        })
    }

    /// Does what an event asks for and returns what was done, for the log.
    ///
    /// # Errors
    /// When not everything could be done.
    pub async fn handle(&self, event: Value) -> Result<Value, NotCollected> {
        if event.get("job").and_then(Value::as_str) != Some("collect-pictures") {
            return Err(NotCollected::UnknownEvent);
        }
        let started = self.clock.now();
        // First what there is and then what is shown, so that what was shown in between is not missed.
        let there = self.images.uploaded_before(started - AGE).await?;
        let unused = self.unused(&there).await?;
        let (mut collected, mut failed) = (0, 0);
        for address in unused.iter().take(MOST) {
            if self.clock.now() > started + UNTIL {
                break;
            }
            match self.images.remove(address).await {
                Ok(()) => collected += 1,
                Err(error) => {
                    failed += 1;
                    tracing::warn!(%error, "a picture that nothing shows was left behind");
                }
            }
        }
        if failed > 0 {
            return Err(NotCollected::Left(failed));
        }
        telemetry::gauge(Metric::PicturesCollected, collected);
        let (old, left) = (
            there.len(),
            unused.len() - usize::try_from(collected).unwrap_or_default(),
        );
        tracing::info!(name: INVOCATION, old, collected, left, "collected pictures that nothing shows");
        Ok(json!({ "collected": collected, "left": left }))
    }

    /// Those of `there` that nothing shows.
    async fn unused<'a>(&self, there: &'a [String]) -> Result<Vec<&'a str>, StoreError> {
        let mut banners = HashSet::new();
        for group in Group::ALL {
            let listed = self.content.list(group).await?;
            banners.extend(
                listed
                    .iter()
                    .flat_map(|banner| banner.pictures().map(str::to_owned)),
            );
        }
        let exams = self.catalogue.exams().await?;
        let exams = exams
            .into_iter()
            .map(|exam| exam.image)
            .filter(|image| !image.is_empty());
        // By what owns them, which their names begin with; others' pictures are not ours to judge.
        let kinds = [("/media/banner-", banners), ("/media/course-", exams.collect())];
        let unused = |address: &str| {
            kinds.iter().any(|(kind, shown)| {
                // Where nothing is shown at all, a table has probably been lost, or is being restored.
                address.starts_with(kind) && !shown.is_empty() && !shown.contains(address)
            })
        };
        Ok(there
            .iter()
            .map(String::as_str)
            .filter(|address| unused(address))
            .collect())
    }
}
