//! The spreadsheet simulator alone: `cargo run -p sheets-simulator -- <spreadsheet> <tab>`.
//!
//! It prints its address as the first line and the key file of the service account as the second, and serves until it
//! is ended.

use clap::Parser;
use sheets_simulator::{ServiceAccount, SheetsSimulator, SimulatorConfig};
use std::io::{self, Write};

/// Simulates Google Sheets for one service account.
#[derive(Parser)]
#[command(name = "sheets-simulator")]
struct Arguments {
    /// The id of the spreadsheet that exists from the beginning.
    spreadsheet: String,
    /// The tab to show.
    tab: String,
}

#[tokio::main(flavor = "current_thread")]
async fn main() -> io::Result<()> {
    let Arguments { spreadsheet, tab } = Arguments::parse();
    let unusable = || io::Error::other("a key for the service account could not be generated");
    let account = ServiceAccount::generate("sheet-sync@expo.example").ok_or_else(unusable)?;
    let key_file = serde_json::to_string(&account)?;
    let simulator =
        SheetsSimulator::new(SimulatorConfig::new(account, &spreadsheet, &tab)).ok_or_else(unusable)?;
    let url = simulator.serve().await?;
    writeln!(io::stdout(), "{url}\n{key_file}")?;
    io::stdout().flush()?;
    std::future::pending().await
}
