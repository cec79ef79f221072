//! The provider simulator alone: `cargo run -p provider-simulator -- --port 0 --file state.json`.
//!
//! It prints its address as the first line and serves until it is ended.

use provider_simulator::{Simulator, SimulatorConfig};
use std::io::{self, Write};
use tokio::net::TcpListener;

#[tokio::main(flavor = "current_thread")]
async fn main() -> io::Result<()> {
    let mut port = 8081;
    let mut file = None;
    let mut arguments = std::env::args().skip(1);
    while let Some(argument) = arguments.next() {
        let value = arguments.next().ok_or_else(|| unusable(&argument))?;
        match argument.as_str() {
            "--port" => port = value.parse().map_err(|_| unusable(&value))?,
            "--file" => file = Some(value),
            _ => return Err(unusable(&argument)),
        }
    }
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

fn unusable(argument: &str) -> io::Error {
    io::Error::new(
        io::ErrorKind::InvalidInput,
        format!("{argument}: use --port <number> and --file <path>"),
    )
}
