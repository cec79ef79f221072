//! The spreadsheet simulator alone: `cargo run -p sheets-simulator -- <spreadsheet> <tab>`.
//!
//! It prints its address as the first line and the key file of the service account as the second, and serves until it
//! is ended.

use sheets_simulator::{ServiceAccount, SheetsSimulator, SimulatorConfig};
use std::io::{self, Write};

#[tokio::main(flavor = "current_thread")]
async fn main() -> io::Result<()> {
    let arguments: Vec<String> = std::env::args().skip(1).collect();
    let [spreadsheet, tab] = arguments.as_slice() else {
        return Err(io::Error::new(
            io::ErrorKind::InvalidInput,
            "usage: sheets-simulator <spreadsheet> <tab>",
        ));
    };
    let unusable = || io::Error::other("no key could be made for the service account");
    let account = ServiceAccount::generate("sheet-sync@expo.example").ok_or_else(unusable)?;
    let key_file = serde_json::to_string(&account)?;
    let simulator =
        SheetsSimulator::new(SimulatorConfig::new(account, spreadsheet, tab)).ok_or_else(unusable)?;
    let url = simulator.serve().await?;
    writeln!(io::stdout(), "{url}\n{key_file}")?;
    io::stdout().flush()?;
    std::future::pending().await
}
