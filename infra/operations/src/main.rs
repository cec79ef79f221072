//! `operations`: what there is to do about a running system from a shell. `make admin` and `make rebuild` call it
//! with the tables of the local system or of a deployed stack.

mod command;
mod password;

use accounts::{AccountError, Accounts};
use command::{Account, Command};
use config::{ConfigError, Env};
use domain::{Clock, Entropy, Role};
use std::io::Write;
use std::process::ExitCode;
use store::{Registrations, StoreError};

/// Whom the audit log names.
const BY: &str = "make admin";

/// Why a command was not done.
#[derive(Debug, thiserror::Error)]
enum Failure {
    #[error(transparent)]
    Usage(#[from] command::Misuse),
    #[error(transparent)]
    Config(#[from] ConfigError),
    #[error(transparent)]
    Password(#[from] password::NoPassword),
    #[error("{name}: {cause}.")]
    Account { name: String, cause: AccountError },
    #[error("The tables cannot be used: {0}.")]
    Store(#[from] StoreError),
}

#[tokio::main(flavor = "current_thread")]
async fn main() -> ExitCode {
    let arguments: Vec<String> = std::env::args().skip(1).collect();
    match run(&arguments).await {
        Ok(said) => {
            say(&mut std::io::stdout(), &said);
            ExitCode::SUCCESS
        }
        Err(failure) => {
            say(&mut std::io::stderr(), &failure.to_string());
            ExitCode::FAILURE
        }
    }
}

async fn run(arguments: &[String]) -> Result<String, Failure> {
    let command = Command::parse(arguments)?;
    let env = Env::from_process();
    match command {
        Command::Account(account, name) => change(&env, account, name).await,
        Command::List => list(&env).await,
        Command::Rebuild => rebuild(&env).await,
    }
}

fn accounts(env: &Env) -> Result<Accounts, ConfigError> {
    Accounts::from_env(env, Clock::system(), Entropy::system(), BY)
}

async fn change(env: &Env, account: Account, name: String) -> Result<String, Failure> {
    let accounts = accounts(env)?;
    let (done, said) = match account {
        Account::Create { role, generate } => {
            let password = password::ask(env, generate)?;
            let done = accounts.create_as(&name, &password.text, role).await;
            (done, format!("is {} now{}", described(role), password.told()))
        }
        Account::Role(role) => {
            let done = accounts.set_role(&name, role).await;
            (
                done,
                format!("is {} now, and is signed out everywhere", described(role)),
            )
        }
        Account::Reset { generate } => {
            let password = password::ask(env, generate)?;
            let done = accounts.reset(&name, &password.text).await;
            (
                done,
                format!(
                    "has a new password, and no session of the old one{}",
                    password.told()
                ),
            )
        }
        Account::Disable => {
            let done = accounts.disable(&name).await;
            (
                done,
                "cannot sign in any more, and is signed out everywhere".to_owned(),
            )
        }
    };
    match done {
        Ok(administrator) => Ok(format!("{} {said}.", administrator.username)),
        Err(cause) => Err(Failure::Account { name, cause }),
    }
}

/// What somebody of a role is.
fn described(role: Role) -> &'static str {
    match role {
        Role::Admin => "an administrator",
        Role::Counter => "a clerk at the counter",
        Role::Door => "a clerk at the door",
        Role::Accountant => "an accountant",
        Role::Unrecognised => "nobody",
    }
}

async fn list(env: &Env) -> Result<String, Failure> {
    let name = "The list".to_owned();
    let listed = accounts(env)?.list().await;
    let listed = listed.map_err(|cause| Failure::Account { name, cause })?;
    if listed.is_empty() {
        return Ok("There is no administrator.".to_owned());
    }
    let lines = listed.iter().map(|administrator| {
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
    });
    Ok(lines.collect::<Vec<_>>().join("\n"))
}

async fn rebuild(env: &Env) -> Result<String, Failure> {
    let registrations = Registrations::from_env(env)?;
    let now = Clock::system().now();
    let told = |counted: u64| {
        if counted.is_multiple_of(1_000) {
            say(&mut std::io::stderr(), &format!("{counted} candidates counted"));
        }
    };
    let rebuilt = registrations.rebuild(now, told).await?;
    Ok(format!(
        "{} candidates counted; {} projections and entries mended, {} removed.",
        rebuilt.candidates, rebuilt.mended, rebuilt.removed
    ))
}

/// When nobody reads at the other end, nobody misses it.
fn say(to: &mut dyn Write, text: &str) {
    let _ = writeln!(to, "{text}").and_then(|()| to.flush());
}
