//! Writes the facts of the event as constants: of `event.json`, or of the file that `EVENT_FILE` names, which a deployment
//! has of its own. A function has nothing to read then, and a file that is wrong builds nothing.

#![allow(
    clippy::disallowed_methods,
    clippy::print_stdout,
    reason = "how cargo and a build script speak to each other"
)]

#[path = "build/facts.rs"]
mod facts;

use std::{env, error::Error, fs, path::PathBuf};

fn main() -> Result<(), Box<dyn Error>> {
    let here = PathBuf::from(env::var("CARGO_MANIFEST_DIR")?);
    let root = here.join("../..");
    let named = env::var("EVENT_FILE").ok().filter(|named| !named.is_empty());
    let file = root.join(named.as_deref().unwrap_or("event.json"));
    println!("cargo:rerun-if-env-changed=EVENT_FILE");
    println!("cargo:rerun-if-changed={}", file.display());
    println!("cargo:rerun-if-changed=build");
    let failed = |error: &dyn std::fmt::Display| format!("{}: {error}", file.display());
    let text = fs::read_to_string(&file).map_err(|error| failed(&error))?;
    let event = facts::Event::read(&text).map_err(|error| failed(&error))?;
    fs::write(
        PathBuf::from(env::var("OUT_DIR")?).join("event.rs"),
        event.constants(),
    )?;
    Ok(())
}
