//! What the people of the organisers may do.

use serde::{Deserialize, Serialize};

/// What an account is for.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum Role {
    /// Everything.
    Admin,
    /// Finds and registers people at the counter, and takes their payments.
    Counter,
    /// Checks people in.
    Door,
    /// Reads totals, candidates and the audit log.
    Accountant,
    /// A word that this release does not know. It opens nothing.
    #[serde(other)]
    Unrecognised,
}

impl Role {
    /// Every role that can be assigned.
    pub const ALL: [Self; 4] = [Self::Admin, Self::Counter, Self::Door, Self::Accountant];

    /// The role's word, as it is stored.
    #[must_use]
    pub const fn word(self) -> &'static str {
        match self {
            Self::Admin => "admin",
            Self::Counter => "counter",
            Self::Door => "door",
            Self::Accountant => "accountant",
            Self::Unrecognised => "unrecognised",
        }
    }

    /// The role of a word; `None` for one that nobody can be given.
    #[must_use]
    pub fn parse(word: &str) -> Option<Self> {
        Self::ALL.into_iter().find(|role| role.word() == word)
    }

    /// Whether the role includes a permission.
    #[must_use]
    pub fn may(self, permission: Permission) -> bool {
        permission.roles().contains(&self)
    }
}

/// What a call asks of the person who makes it.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum Permission {
    /// To be signed in, in any role.
    SignedIn,
    /// To change what is sold and shown, and how the system is run.
    Administer,
    /// To register people, to take payments, and to help with passes.
    Counter,
    /// To look candidates up, with the catalogue that they chose from.
    Lookup,
    /// To see a till: the own one, or everybody's with `Reports`.
    Till,
    /// To read totals, flags and the audit log.
    Reports,
    /// To check people in.
    CheckIn,
}

impl Permission {
    /// Who has it. This is the one table of roles.
    #[must_use]
    pub const fn roles(self) -> &'static [Role] {
        match self {
            Self::SignedIn => &Role::ALL,
            Self::Administer => &[Role::Admin],
            Self::Counter => &[Role::Admin, Role::Counter],
            Self::Lookup | Self::Till => &[Role::Admin, Role::Counter, Role::Accountant],
            Self::Reports => &[Role::Admin, Role::Accountant],
            Self::CheckIn => &[Role::Admin, Role::Counter, Role::Door],
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const PERMISSIONS: [Permission; 7] = [
        Permission::SignedIn,
        Permission::Administer,
        Permission::Counter,
        Permission::Lookup,
        Permission::Till,
        Permission::Reports,
        Permission::CheckIn,
    ];

    #[test]
    fn an_unknown_role_has_no_permission_at_all() {
        for word in ["superuser", "Admin", "ADMIN", "admin ", "", "unrecognised"] {
            let role: Role = serde_json::from_value(word.into()).unwrap();
            assert_eq!(role, Role::Unrecognised, "{word}");
            assert_eq!(Role::parse(word), None, "{word}");
            assert!(!PERMISSIONS.into_iter().any(|permission| role.may(permission)));
        }
    }

    #[test]
    fn a_role_is_read_as_it_is_written() {
        for role in Role::ALL {
            let word = serde_json::to_value(role).unwrap();
            assert_eq!(word, role.word());
            assert_eq!(serde_json::from_value::<Role>(word).unwrap(), role);
            assert_eq!(Role::parse(role.word()), Some(role));
        }
    }

    #[test]
    fn an_admin_may_do_everything_and_the_door_nothing_of_the_portal() {
        for permission in PERMISSIONS {
            assert!(Role::Admin.may(permission), "{permission:?}");
            let may = matches!(permission, Permission::SignedIn | Permission::CheckIn);
            assert_eq!(Role::Door.may(permission), may, "{permission:?}");
        }
    }
}
