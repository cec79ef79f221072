//! Forms of staff that make something: each makes it once, however often it is sent with its key.

use domain::Clock;
use http_api::{ApiError, ApiResult, FormKey};
use store::{Access, KeyUse, Made, StoreError, UsedKey};
use time::Duration;

/// How long a key is known: longer than anybody waits for the answer to a form.
const KNOWN_FOR: Duration = Duration::DAY;

/// The keys of forms.
#[derive(Debug, Clone)]
pub struct FormKeys {
    access: Access,
    clock: Clock,
}

impl FormKeys {
    /// The keys that the table access knows.
    #[must_use]
    pub const fn new(access: Access, clock: Clock) -> Self {
        Self { access, clock }
    }

    /// What a form has made already, as it is now, by the identifier that `find` looks for.
    ///
    /// # Errors
    /// 409 when the key came with something else, or what it made is not there any more.
    pub async fn made_before<Id, T>(
        &self,
        key: Option<&FormKey>,
        find: impl AsyncFnOnce(Id) -> Result<Option<T>, StoreError>,
    ) -> ApiResult<Option<T>>
    where
        Id: TryFrom<String>,
    {
        let Some(key) = key else { return Ok(None) };
        let used = self.access.used_key(&key.key).await;
        let Some(used) = used.map_err(ApiError::internal)? else {
            return Ok(None);
        };
        if used.fingerprint != key.fingerprint {
            let words =
                "This was saved before as it was sent first. Look for it in the list, and edit it there";
            return Err(ApiError::key_reused().message(words));
        }
        let id = Id::try_from(used.made).map_err(|_| deleted_since())?;
        let found = find(id).await.map_err(ApiError::internal)?;
        found.map(Some).ok_or_else(deleted_since)
    }

    /// What a form has made: `new` if it was written now, else what the same form has made first.
    ///
    /// # Errors
    /// As [`Self::made_before`]; 503 where neither is there, naming `what` others hold.
    pub async fn made_once<Id, T>(
        &self,
        key: Option<&FormKey>,
        written: Made,
        new: T,
        what: &'static str,
        find: impl AsyncFnOnce(Id) -> Result<Option<T>, StoreError>,
    ) -> ApiResult<T>
    where
        Id: TryFrom<String>,
    {
        match written {
            Made::Done => Ok(new),
            Made::Met => {
                let earlier = self.made_before(key, find).await?;
                earlier.ok_or_else(|| ApiError::busy(what))
            }
        }
    }

    /// That a form uses its key to make what has the identifier `made`.
    #[must_use]
    pub fn using<'a>(&'a self, key: Option<&'a FormKey>, made: &str) -> Option<KeyUse<'a>> {
        let FormKey { key, fingerprint } = key?;
        Some(KeyUse {
            access: &self.access,
            key,
            used: UsedKey {
                fingerprint: fingerprint.clone(),
                made: made.to_owned(),
                expires: (self.clock.now() + KNOWN_FOR).unix_timestamp(),
            },
        })
    }
}

fn deleted_since() -> ApiError {
    ApiError::conflict(
        "deleted_since",
        "This was saved before, and has been deleted since",
    )
}
