//! What the arguments ask for.

use domain::Role;

/// What to do.
#[derive(Debug, PartialEq, Eq)]
pub(crate) enum Command {
    /// Something about the administrator of this name.
    Account(Account, String),
    /// Name all administrators.
    List,
    /// Make rows, lists and figures anew.
    Rebuild,
}

/// What to do about an administrator.
#[derive(Debug, PartialEq, Eq)]
pub(crate) enum Account {
    /// Make a new one.
    Create {
        /// What it may do.
        role: Role,
        /// With a password that is made up and printed.
        generate: bool,
    },
    /// Give an existing one a new password.
    Reset {
        /// One that is made up and printed.
        generate: bool,
    },
    /// Give an existing one another role.
    Role(Role),
    /// Let an existing one in no more.
    Disable,
}

/// The arguments ask for nothing that there is.
#[derive(Debug, PartialEq, Eq, thiserror::Error)]
#[error(
    "{0}\nusage: operations admin create --username NAME [--role ROLE] [--generate]\n       \
     operations admin reset --username NAME [--generate]\n       \
     operations admin role --username NAME --role ROLE\n       operations admin disable --username NAME\n       operations admin list\n       operations rebuild\n\
     A role is admin (the default), counter, door or accountant.\n\
     The password is asked for, or read from ADMIN_PASSWORD or standard input."
)]
pub(crate) struct Misuse(String);

impl Command {
    pub(crate) fn parse(arguments: &[String]) -> Result<Self, Misuse> {
        let words: Vec<&str> = arguments.iter().map(String::as_str).collect();
        match words.as_slice() {
            ["rebuild"] => Ok(Self::Rebuild),
            ["admin", "list"] => Ok(Self::List),
            ["admin", action, options @ ..] => {
                let Options { name, role, generate } = Options::read(options)?;
                let account = match (*action, role, generate) {
                    ("create", role, generate) => Account::Create {
                        role: role.unwrap_or(Role::Admin),
                        generate,
                    },
                    ("reset", None, generate) => Account::Reset { generate },
                    ("role", Some(role), false) => Account::Role(role),
                    ("disable", None, false) => Account::Disable,
                    _ => return Err(Misuse(format!("`admin {action}` with these options is nothing."))),
                };
                Ok(Self::Account(account, name))
            }
            _ => Err(Misuse("That is no command.".to_owned())),
        }
    }
}

/// What the options of an action say.
struct Options {
    name: String,
    role: Option<Role>,
    generate: bool,
}

impl Options {
    fn read(options: &[&str]) -> Result<Self, Misuse> {
        let (mut name, mut role, mut generate) = (None, None, false);
        let mut rest = options.iter();
        while let Some(option) = rest.next() {
            match *option {
                "--username" => name = rest.next().map(|name| (*name).to_owned()),
                "--role" => {
                    let word = rest.next().copied().unwrap_or_default();
                    let known = Role::parse(word);
                    role = Some(known.ok_or_else(|| Misuse(format!("`{word}` is no role.")))?);
                }
                "--generate" => generate = true,
                other => return Err(Misuse(format!("{other} is no option."))),
            }
        }
        let name = name.ok_or_else(|| Misuse("--username is missing.".to_owned()))?;
        Ok(Self { name, role, generate })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn parse(line: &str) -> Result<Command, Misuse> {
        Command::parse(&line.split_whitespace().map(str::to_owned).collect::<Vec<_>>())
    }

    #[test]
    fn each_command_is_read() {
        let asha = || "Asha".to_owned();
        for (line, command) in [
            ("rebuild", Command::Rebuild),
            ("admin list", Command::List),
            (
                "admin create --username Asha",
                Command::Account(
                    Account::Create {
                        role: Role::Admin,
                        generate: false,
                    },
                    asha(),
                ),
            ),
            (
                "admin create --username Asha --role door --generate",
                Command::Account(
                    Account::Create {
                        role: Role::Door,
                        generate: true,
                    },
                    asha(),
                ),
            ),
            (
                "admin role --role counter --username Asha",
                Command::Account(Account::Role(Role::Counter), asha()),
            ),
            (
                "admin reset --generate --username Asha",
                Command::Account(Account::Reset { generate: true }, asha()),
            ),
            (
                "admin disable --username Asha",
                Command::Account(Account::Disable, asha()),
            ),
        ] {
            assert_eq!(parse(line), Ok(command), "{line}");
        }
    }

    #[test]
    fn anything_else_is_answered_with_the_usage() {
        for line in [
            "",
            "admin",
            "rebuild now",
            "admin create",
            "admin create --username",
            "admin remove --username Asha",
            "admin create --username Asha --password hush",
            "admin disable --username Asha --generate",
            "admin create --username Asha --role superuser",
            "admin create --username Asha --role",
            "admin role --username Asha",
            "admin role --username Asha --role unrecognised",
            "admin role --username Asha --role door --generate",
            "admin reset --username Asha --role door",
            "admin disable --username Asha --role door",
        ] {
            let error = parse(line).unwrap_err().to_string();
            assert!(error.contains("usage: operations"), "{line}: {error}");
        }
    }
}
