//! Small files that a killed process leaves whole.

use std::io::{self, Write};
use std::path::Path;

use tempfile::NamedTempFile;

/// Puts `contents` into the file at `path` in one step, for the owner's eyes only.
///
/// # Errors
/// When the folder cannot be written to; the old contents are then still there.
pub(crate) fn replace(path: &Path, contents: &[u8]) -> io::Result<()> {
    let folder = path.parent().unwrap_or(Path::new("."));
    let mut temporary = NamedTempFile::new_in(folder)?;
    temporary.write_all(contents)?;
    temporary.persist(path)?;
    Ok(())
}
