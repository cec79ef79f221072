//! The provider simulator alone: `cargo run -p provider-simulator -- --port 0 --file state.json`.
//!
//! It prints its address as the first line and serves until it is ended.

use clap::Parser;
use provider_simulator::{Simulator, SimulatorConfig};
use std::io::{self, Write};
use std::path::PathBuf;
use tokio::net::TcpListener;

/// Simulates the payment provider.
#[derive(Parser)]
#[command(name = "provider-simulator")]
struct Arguments {
    /// The port to serve on; 0 takes a free one.
    #[arg(long, default_value_t = 8081)]
    port: u16,
    /// The file to keep the state in; without it the state is lost at the end.
    #[arg(long)]
    file: Option<PathBuf>,
}

#[tokio::main(flavor = "current_thread")]
async fn main() -> io::Result<()> {
    let Arguments { port, file } = Arguments::parse();
    let config = SimulatorConfig::default();
    let simulator = match file {
        Some(file) => Simulator::open(config, file)?,
        None => Simulator::new(config),
    };
    let url = simulator
        .serve_on(TcpListener::bind(("127.0.0.1", port)).await?)
        .await?;
    writeln!(io::stdout(), "{url}")?;
    io::stdout().flush()?;
    std::future::pending().await
}
