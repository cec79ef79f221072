//! The accounts: listed, made, changed and locked.

use crate::{Answer, BY, Failure, Operations, request};
use accounts::{AccountError, generate_password, weakness};
use config::Secret;
use domain::Role;
use serde::Serialize;
use serde_json::Value;
use store::{Administrator, AuditEntry};

/// An account, as the list shows it.
#[derive(Serialize)]
pub(crate) struct ListedAccount {
    username: String,
    role: &'static str,
    disabled: bool,
}

/// The password of a new account or of a reset.
struct Password {
    text: String,
    made_up: bool,
}

impl Operations {
    pub(crate) async fn list(&self) -> Result<Answer, Failure> {
        let listed = self.accounts.list().await;
        let listed = listed.map_err(|cause| failed("The list".to_owned(), cause))?;
        let entry = AuditEntry::new(
            self.clock.now(),
            &self.entropy,
            BY,
            "admin.listed",
            "accounts",
            Value::Null,
            Value::Null,
        );
        self.audit_log.keep(&entry).await?;
        let lines: Vec<String> = listed.iter().map(line).collect();
        let message = match lines[..] {
            [] => "There is no administrator.".to_owned(),
            _ => lines.join("\n"),
        };
        Ok(Answer {
            accounts: Some(listed.into_iter().map(ListedAccount::from).collect()),
            ..Answer::of(message)
        })
    }

    pub(crate) async fn create(
        &self,
        username: String,
        role: Option<String>,
        password: Option<Secret>,
    ) -> Result<Answer, Failure> {
        let role = role.map_or(Ok(Role::Admin), request::role)?;
        let password = self.password(&username, "", password)?;
        let made = self.accounts.create_as(&username, &password.text, role).await;
        let made = made.map_err(|cause| failed(username, cause))?;
        let message = format!("{} is {} now.", made.username, described(role));
        Ok(password.answer(message))
    }

    pub(crate) async fn change_role(&self, username: String, role: String) -> Result<Answer, Failure> {
        let role = request::role(role)?;
        let changed = self.accounts.set_role(&username, role).await;
        let changed = changed.map_err(|cause| failed(username, cause))?;
        Ok(Answer::of(format!(
            "{} is {} now, and is signed out everywhere.",
            changed.username,
            described(role)
        )))
    }

    pub(crate) async fn reset_password(
        &self,
        username: String,
        password: Option<Secret>,
    ) -> Result<Answer, Failure> {
        let account = self.accounts.existing(&username).await;
        let account = account.map_err(|cause| failed(username.clone(), cause))?;
        let email = account.email.as_ref().map_or("", domain::Email::as_str);
        let password = self.password(&username, email, password)?;
        let reset = self.accounts.reset(&username, &password.text).await;
        let reset = reset.map_err(|cause| failed(username, cause))?;
        let message = format!(
            "{} has a new password, and is signed out everywhere.",
            reset.username
        );
        Ok(password.answer(message))
    }

    pub(crate) async fn disable(&self, username: String) -> Result<Answer, Failure> {
        let disabled = self.accounts.disable(&username).await;
        let disabled = disabled.map_err(|cause| failed(username, cause))?;
        Ok(Answer::of(format!(
            "{} cannot sign in any more, and is signed out everywhere.",
            disabled.username
        )))
    }

    /// The password that was typed, if it is as hard to guess as one that is chosen in the portal, or a new one.
    fn password(&self, username: &str, email: &str, given: Option<Secret>) -> Result<Password, Failure> {
        let Some(given) = given else {
            return Ok(Password {
                text: generate_password(&self.entropy),
                made_up: true,
            });
        };
        match weakness(given.expose(), &[username, email]) {
            Some(why) => Err(failed(username.to_owned(), AccountError::Refused(why))),
            None => Ok(Password {
                text: given.expose().to_owned(),
                made_up: false,
            }),
        }
    }
}

impl Password {
    /// The answer with the password, if nobody knows it yet.
    fn answer(self, message: String) -> Answer {
        Answer {
            password: self.made_up.then_some(self.text),
            ..Answer::of(message)
        }
    }
}

impl From<Administrator> for ListedAccount {
    fn from(administrator: Administrator) -> Self {
        Self {
            username: administrator.username,
            role: administrator.role.word(),
            disabled: administrator.disabled,
        }
    }
}

fn failed(username: String, cause: AccountError) -> Failure {
    Failure::Account { username, cause }
}

/// What an account of a role is.
fn described(role: Role) -> &'static str {
    match role {
        Role::Admin => "an administrator",
        Role::Counter => "a clerk at the counter",
        Role::Door => "a clerk at the door",
        Role::Accountant => "an accountant",
        Role::Unrecognised => "nobody",
    }
}

/// A line of the list.
fn line(administrator: &Administrator) -> String {
    let role = match administrator.role {
        Role::Admin => "",
        Role::Counter | Role::Door | Role::Accountant => administrator.role.word(),
        Role::Unrecognised => "a role that is not known, which opens nothing",
    };
    let state = if administrator.disabled { "disabled" } else { "" };
    let notes: Vec<&str> = [role, state]
        .into_iter()
        .filter(|note| !note.is_empty())
        .collect();
    match notes[..] {
        [] => administrator.username.clone(),
        _ => format!("{} ({})", administrator.username, notes.join(", ")),
    }
}
