//! The mail to a person whose account was signed in to from a device that had not signed in before.

use crate::Portal;
use std::time::Duration;
use store::{AccountMail, AccountNews, Administrator, Session, Write};
use tokio::time::timeout;

/// How long a sign-in waits until its mail is kept.
const PATIENCE: Duration = Duration::from_secs(2);

impl Portal {
    /// Keeps a mail to the person, if their address is known; the reconciler sends it. A sign-in succeeds whether that
    /// works or not: nobody is kept out because a mail cannot be written down.
    pub(crate) async fn tell_of_new_device(&self, account: &Administrator, session: &Session) {
        let Some(email) = &account.email else {
            return;
        };
        let mail = AccountMail::new(
            AccountNews::SignIn,
            email.clone(),
            &account.username,
            &session.device,
            session.began,
        );
        let kept = timeout(PATIENCE, self.account_mails.keep(&session.id, &mail));
        match kept.await {
            Ok(Ok(Write::Done | Write::Stale)) => {}
            Ok(Err(error)) => tracing::error!(cause = %error, "{NOT_TOLD}"),
            Err(_) => tracing::error!(cause = "no answer in time", "{NOT_TOLD}"),
        }
    }
}

const NOT_TOLD: &str = "nobody is told about a sign-in from a new device";
