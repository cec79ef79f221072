//! The spreadsheet outside, and the service account that writes it: its key is made once and kept, because making one
//! takes a moment.

use std::io;
use std::path::Path;

use sheets_simulator::{ServiceAccount, SheetsSimulator, SimulatorConfig};

use crate::clock::ShiftedClock;
use crate::{StartError, durable};

/// The id of the spreadsheet.
pub(crate) const SPREADSHEET: &str = "local-sheet";

/// The title of its tab.
pub(crate) const TAB: &str = "Candidates";

const CLIENT_EMAIL: &str = "sheet-sync@expo.example";

/// The account in the file at `path`, which is made if missing.
///
/// # Errors
/// When the file cannot be read or made, or holds something else.
pub(crate) fn account(path: &Path) -> Result<ServiceAccount, StartError> {
    let failed = |error: &io::Error| StartError::in_file(path, error);
    match std::fs::read(path) {
        Ok(kept) => serde_json::from_slice(&kept).map_err(|error| failed(&error.into())),
        Err(error) if error.kind() == io::ErrorKind::NotFound => {
            let made = ServiceAccount::generate(CLIENT_EMAIL)
                .ok_or_else(|| failed(&io::Error::other("no key could be made")))?;
            let kept = serde_json::to_vec(&made).map_err(|error| failed(&error.into()))?;
            durable::replace(path, &kept).map_err(|error| failed(&error))?;
            Ok(made)
        }
        Err(error) => Err(failed(&error)),
    }
}

/// The spreadsheet in the file at `path`, shared with the account.
///
/// # Errors
/// When the file cannot be read or written.
pub(crate) fn open(
    account: ServiceAccount,
    clock: &ShiftedClock,
    path: &Path,
) -> Result<SheetsSimulator, StartError> {
    let config = SimulatorConfig {
        clock: clock.for_emulators(),
        ..SimulatorConfig::new(account, SPREADSHEET, TAB)
    };
    SheetsSimulator::open(config, path).map_err(|error| StartError::in_file(path, &error))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_account_is_made_once_and_kept() {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("account.json");
        let first = account(&path).unwrap();
        assert!(first == account(&path).unwrap());
    }

    #[test]
    fn a_broken_file_is_named() {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("account.json");
        std::fs::write(&path, "nonsense").unwrap();
        let error = account(&path).unwrap_err();
        let said = error.to_string();
        assert!(
            said.contains("account.json is damaged") && !said.contains("delete"),
            "{said}"
        );
    }
}
