//! Sessions as table access keeps them.

use futures::{FutureExt, future::BoxFuture};
use http_api::{ApiError, ApiResult, SessionState, Sessions, Standing};
use store::{Access, Session};
use time::OffsetDateTime;

/// The sessions in table access: one call to see who comes, and a write now and then.
pub(crate) struct Kept(pub(crate) Access);

impl Sessions for Kept {
    fn standing(&self, id: String, session: String) -> BoxFuture<'_, ApiResult<Standing>> {
        async move {
            let found = self.0.standing(&id, Some(&session)).await;
            let store::Standing { version, session, .. } = found.map_err(ApiError::internal)?;
            Ok(Standing {
                version,
                session: session.map(state),
            })
        }
        .boxed()
    }

    fn note(
        &self,
        id: String,
        session: String,
        seen: OffsetDateTime,
        now: OffsetDateTime,
    ) -> BoxFuture<'_, ()> {
        async move {
            // Who is working must not be stopped by a note of it; at worst the session ends early.
            if let Err(error) = self.0.note_session(&id, &session, seen, now).await {
                tracing::warn!(%error, "the use of a session was not written down");
            }
        }
        .boxed()
    }
}

fn state(session: Session) -> SessionState {
    SessionState {
        version: session.ver,
        times: session.times(),
        restriction: session.restriction,
    }
}
