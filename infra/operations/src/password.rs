//! Where a password comes from. Never from an argument: those are in the shell's history and in the list of processes.

use accounts::generate_password;
use config::Env;
use domain::Entropy;
use std::io::IsTerminal;

/// A password for an account.
pub(crate) struct Password {
    pub(crate) text: String,
    made_up: bool,
}

/// No password was given.
#[derive(Debug, thiserror::Error)]
pub(crate) enum NoPassword {
    #[error("The two passwords are not the same.")]
    Different,
    #[error("A password is needed: type it, or give it in ADMIN_PASSWORD or on standard input.")]
    None,
    #[error("The password cannot be read: {0}.")]
    Unreadable(#[from] std::io::Error),
}

impl Password {
    /// What is said of it at the end: itself, if nobody knows it yet.
    pub(crate) fn told(&self) -> String {
        if self.made_up {
            format!(" with the password {}", self.text)
        } else {
            String::new()
        }
    }
}

/// Makes a password up, or takes it from `ADMIN_PASSWORD`, or asks for it twice without showing it; where nobody can
/// be asked, it is the first line of standard input.
pub(crate) fn ask(env: &Env, generate: bool) -> Result<Password, NoPassword> {
    let text = match env.optional("ADMIN_PASSWORD") {
        _ if generate => generate_password(&Entropy::system()),
        Some(password) => password,
        None if std::io::stdin().is_terminal() => {
            let first = rpassword::prompt_password("Password: ")?;
            if rpassword::prompt_password("The same again: ")? != first {
                return Err(NoPassword::Different);
            }
            first
        }
        None => {
            let mut line = String::new();
            std::io::stdin().read_line(&mut line)?;
            line.trim_end_matches(['\r', '\n']).to_owned()
        }
    };
    if text.is_empty() {
        return Err(NoPassword::None);
    }
    Ok(Password {
        text,
        made_up: generate,
    })
}
