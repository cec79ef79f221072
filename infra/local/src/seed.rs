//! Sample data: a catalogue to choose from, what the site shows beside it, and an administrator.

mod catalogue;
mod content;

pub(crate) use content::content;

use accounts::Accounts;
use config::Env;
use domain::{Clock, Entropy};
use store::Catalogue;

use crate::StartError;

/// The name of the local administrator.
pub const ADMINISTRATOR: &str = "admin";

/// Fills the catalogue if there is none. Returns whether it did.
pub(crate) async fn catalogue(env: &Env) -> Result<bool, StartError> {
    let failed = |error: &dyn std::fmt::Display| StartError::because("Writing the sample catalogue", error);
    let catalogue = Catalogue::from_env(env).map_err(|error| failed(&error))?;
    let there = catalogue.everything().await.map_err(|error| failed(&error))?;
    if !there.packages.is_empty() || !there.colleges.is_empty() || !there.exams.is_empty() {
        return Ok(false);
    }
    let sample = catalogue::sample().map_err(|error| failed(&error))?;
    // The packages last: a start that was killed half-way offers nothing that is not there.
    for stream in &sample.streams {
        catalogue
            .put_stream(stream)
            .await
            .map_err(|error| failed(&error))?;
    }
    for exam in &sample.exams {
        catalogue.put_exam(exam).await.map_err(|error| failed(&error))?;
    }
    for college in &sample.colleges {
        catalogue
            .put_college(college)
            .await
            .map_err(|error| failed(&error))?;
    }
    for package in &sample.packages {
        catalogue
            .put_package(package)
            .await
            .map_err(|error| failed(&error))?;
    }
    Ok(true)
}

/// Makes the administrator, or gives the one who is there this password, which ends all sessions. When the
/// password opens the door already, nothing changes.
///
/// # Errors
/// When the password is too weak or a table cannot be written.
pub(crate) async fn administrator(env: &Env, clock: Clock, password: &str) -> Result<(), StartError> {
    let failed = |error: &dyn std::fmt::Display| StartError::because("Making the administrator", error);
    let accounts =
        Accounts::from_env(env, clock, Entropy::system(), "make run").map_err(|error| failed(&error))?;
    let opens = accounts.opens(ADMINISTRATOR, password).await;
    if !opens.map_err(|error| failed(&error))? {
        let made = accounts.create_or_reset(ADMINISTRATOR, password).await;
        made.map_err(|error| failed(&error))?;
    }
    Ok(())
}
