//! Sessions as table access keeps them.

use futures::{FutureExt, future::BoxFuture};
use http_api::{ApiError, ApiResult, SessionState, Sessions, TokenState};
use store::{Access, Session};
use time::OffsetDateTime;

/// The sessions in table access: one call to see who comes, and a write now and then.
pub(crate) struct StoredSessions(pub(crate) Access);

impl Sessions for StoredSessions {
    fn token_state(&self, id: String, session: String) -> BoxFuture<'_, ApiResult<TokenState>> {
        async move {
            let found = self.0.token_record(&id, Some(&session)).await;
            let store::TokenRecord { version, session, .. } = found.map_err(ApiError::internal)?;
            Ok(TokenState {
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
