//! The file that the provider remembers by: its state in the first line, and in each further line what one change did.
//!
//! A change costs what it changed, however much there is. The start reads all lines and writes the state that they add
//! up to into a single first line.

use crate::state::{Change, State};
use std::fs::{File, OpenOptions};
use std::io::{self, Write};
use std::path::Path;

/// The file, open for the next line.
#[derive(Debug)]
pub(crate) struct Journal {
    file: File,
    /// How long the file is up to the last whole line, in bytes.
    length: u64,
    /// A line that could be neither finished nor taken back: nothing may follow it.
    torn: bool,
}

impl Journal {
    /// The state that the file at `path` tells, and the file for what follows; made if missing.
    pub(crate) fn open(path: &Path) -> io::Result<(State, Self)> {
        let state = match std::fs::read(path) {
            Ok(text) => read(&text)?,
            Err(error) if error.kind() == io::ErrorKind::NotFound => State::default(),
            Err(error) => return Err(error),
        };
        let journal = Self::compact(path, &state)?;
        Ok((state, journal))
    }

    /// Writes beside the file and renames, so that a process that is killed leaves the old file or the new one.
    fn compact(path: &Path, state: &State) -> io::Result<Self> {
        let beside = path.with_extension("new");
        let line = line(state)?;
        let written = File::create(&beside).and_then(|mut file| file.write_all(&line));
        if let Err(error) = written.and_then(|()| std::fs::rename(&beside, path)) {
            // What is half written is of no use, and on a full disk it is in the way.
            let _ = std::fs::remove_file(&beside);
            return Err(error);
        }
        let file = OpenOptions::new().append(true).open(path)?;
        let length = file.metadata()?.len();
        Ok(Self {
            file,
            length,
            torn: false,
        })
    }

    /// Adds a change. After an error the file is as it was before.
    pub(crate) fn append(&mut self, change: &Change) -> io::Result<()> {
        if self.torn {
            return Err(io::Error::other("an earlier change is half written"));
        }
        let line = line(change)?;
        if let Err(error) = self.file.write_all(&line) {
            self.torn = self.file.set_len(self.length).is_err();
            return Err(error);
        }
        self.length += line.len() as u64;
        Ok(())
    }
}

fn line(value: &impl serde::Serialize) -> io::Result<Vec<u8>> {
    let mut line = serde_json::to_vec(value)?;
    line.push(b'\n');
    Ok(line)
}

/// The state that the lines add up to. A last line without its end was being written when the process was killed:
/// nobody had that change acknowledged.
fn read(text: &[u8]) -> io::Result<State> {
    let mut lines = text.split_inclusive(|byte| *byte == b'\n').zip(1_usize..);
    let damaged = |number: usize, error: &serde_json::Error| {
        io::Error::new(
            io::ErrorKind::InvalidData,
            format!("line {number} is damaged: {error}"),
        )
    };
    let mut state: State = match lines.next() {
        Some((first, number)) => serde_json::from_slice(first).map_err(|error| damaged(number, &error))?,
        None => return Err(io::Error::new(io::ErrorKind::InvalidData, "it is empty")),
    };
    for (line, number) in lines {
        if line.ends_with(b"\n") {
            state.apply(serde_json::from_slice(line).map_err(|error| damaged(number, &error))?);
        }
    }
    state.resume();
    Ok(state)
}
