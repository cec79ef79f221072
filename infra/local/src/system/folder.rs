//! The folder of everything that is kept.

use std::fs::{File, TryLockError};
use std::io::Write;
use std::path::Path;

use crate::StartError;

/// What a start may write, in bytes, with something to spare.
const ROOM: usize = 4 * 1024 * 1024;

/// Makes the folder if it is missing. No second system works on it for as long as the file is held.
///
/// # Errors
/// When it cannot be made or written, or another system works on it.
pub(super) fn lock(data: &Path) -> Result<File, StartError> {
    if data.metadata().is_ok_and(|there| !there.is_dir()) {
        return Err(StartError::new(format!(
            "LOCAL_DATA is {}, which is a file: choose a folder for the data with LOCAL_DATA=…",
            data.display()
        )));
    }
    let failed = |error: &std::io::Error| StartError::in_file(data, error);
    std::fs::create_dir_all(data).map_err(|error| failed(&error))?;
    let lock = File::create(data.join("lock")).map_err(|error| failed(&error))?;
    match lock.try_lock() {
        Ok(()) => Ok(lock),
        Err(TryLockError::WouldBlock) => Err(StartError::new(format!(
            "Another local system is working on {}: stop it, or choose another folder with LOCAL_DATA=…",
            data.display()
        ))),
        Err(TryLockError::Error(error)) => Err(failed(&error)),
    }
}

/// Refuses a folder without room: a start that runs out of it half-way would fail in a place that says little about it.
pub(super) fn make_sure_of_room(data: &Path) -> Result<(), StartError> {
    let room = tempfile::NamedTempFile::new_in(data).and_then(|mut file| file.write_all(&vec![1; ROOM]));
    room.map_err(|error| StartError::in_file(data, &error))
}
