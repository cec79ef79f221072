//! Why the local system does not start: one sentence that says what to do.

use std::fmt;
use std::io;
use std::path::Path;

/// A reason not to start, in words for the person at the terminal.
#[derive(Debug)]
pub struct StartError(String);

impl StartError {
    /// A reason as a complete sentence.
    pub fn new(sentence: impl Into<String>) -> StartError {
        StartError(sentence.into())
    }

    /// A reason with what caused it: "`doing` failed: `cause`".
    pub(crate) fn because(doing: impl fmt::Display, cause: impl fmt::Display) -> StartError {
        StartError(format!("{doing} failed: {cause}"))
    }

    /// A file or folder of the local system that cannot be used, with what to do about it. Nothing here advises to
    /// destroy data: some of it may be all that there is.
    pub(crate) fn in_file(path: &Path, error: &io::Error) -> StartError {
        let path = path.display();
        StartError(match error.kind() {
            kind if is_full(kind) => format!(
                "The disk is full: {path} cannot be written ({error}). Free some space and start again; the data was left as \
                 it is."
            ),
            io::ErrorKind::InvalidData | io::ErrorKind::UnexpectedEof => format!(
                "{path} is damaged ({error}). It was left as it is: put an intact copy in its place, or move it (and files whose \
                 names begin with its name) to another folder, keep it there, and start again without what it holds."
            ),
            io::ErrorKind::PermissionDenied => format!(
                "{path} cannot be used ({error}): give yourself the right to read and write it, or choose another folder with \
                 LOCAL_DATA=…"
            ),
            _ => format!(
                "{path} cannot be used ({error}). It was left as it is: remove the cause and start again."
            ),
        })
    }

    /// The same with more that is known of it, a line each.
    pub(crate) fn and(self, more: Vec<String>) -> StartError {
        let lines: Vec<String> = std::iter::once(self.0).chain(more).collect();
        StartError(lines.join("\n"))
    }
}

/// No room, whether the disk's, the account's or the process's.
fn is_full(kind: io::ErrorKind) -> bool {
    matches!(
        kind,
        io::ErrorKind::StorageFull | io::ErrorKind::QuotaExceeded | io::ErrorKind::FileTooLarge
    )
}

impl fmt::Display for StartError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.0)
    }
}

impl std::error::Error for StartError {}
