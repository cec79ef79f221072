//! The file that the simulator remembers by: what a change costs, and what is left of it after a kill or on a full
//! disk.

use crate::provider::{Provider, order_body};
use provider_simulator::{PaymentMethod, PaymentStatus, Simulator, SimulatorConfig};
use serde_json::{Value, json};
use std::os::unix::fs::MetadataExt;
use std::path::Path;
use std::process::Stdio;
use std::time::Duration;
use tempfile::{TempDir, tempdir};
use tokio::io::{AsyncBufReadExt, AsyncReadExt, AsyncWriteExt, BufReader};
use tokio::net::TcpStream;
use tokio::process::{Child, Command};

fn open(file: &Path) -> Simulator {
    Simulator::open(SimulatorConfig::default(), file).unwrap()
}

/// Bytes that `act` writes into the file: its growth, or all of it when another file was put in its place.
async fn written(file: &Path, act: impl Future<Output = ()>) -> u64 {
    let before = std::fs::metadata(file).ok();
    act.await;
    let after = std::fs::metadata(file).unwrap();
    match before {
        Some(before) if before.ino() == after.ino() => after.len() - before.len(),
        Some(_) | None => after.len(),
    }
}

#[tokio::test]
async fn the_bytes_written_for_a_change_do_not_grow_with_the_number_of_orders() {
    let folder = tempdir().unwrap();
    let file = folder.path().join("state.json");
    let provider = Provider::on(open(&file));
    let order = |id: String| {
        let provider = provider.clone();
        async move {
            provider.future_order(&id).await;
        }
    };
    let first = written(&file, order("evt_00001".to_owned())).await;
    for number in 2..500 {
        order(format!("evt_{number:05}")).await;
    }
    let last = written(&file, order("evt_00500".to_owned())).await;
    assert!(first > 0 && last <= first + 16, "{first} bytes, then {last}");
    let payment = written(&file, async {
        let simulator = &provider.simulator;
        simulator
            .attempt("evt_00250", PaymentStatus::Success, PaymentMethod::default())
            .unwrap();
    });
    let payment = payment.await;
    assert!(payment > 0 && payment < 10_000, "{payment} bytes for a payment");
    let all = provider.simulator.export();
    assert_eq!(open(&file).export(), all);
}

/// The state after each of a few changes, with the file as it was then.
async fn history(folder: &TempDir) -> Vec<(Vec<u8>, Value)> {
    let file = folder.path().join("state.json");
    let provider = Provider::on(open(&file));
    let mut history = Vec::new();
    for step in 0..4 {
        match step {
            0 | 1 => provider.future_order(&format!("evt_{step}")).await,
            2 => {
                let pending = PaymentStatus::Pending;
                provider
                    .simulator
                    .attempt("evt_0", pending, PaymentMethod::default())
                    .unwrap();
            }
            _ => provider.simulator.terminate("evt_1").unwrap(),
        }
        history.push((std::fs::read(&file).unwrap(), provider.simulator.export()));
    }
    history
}

#[tokio::test]
async fn a_torn_last_line_loses_only_the_unacknowledged_change() {
    let folder = tempdir().unwrap();
    let history = history(&folder).await;
    let file = folder.path().join("state.json");
    for pair in history.windows(2) {
        let [(before, acknowledged), (after, _)] = pair else {
            continue;
        };
        // Cut within the last change, at its beginning, somewhere in the middle and before its end.
        for length in [before.len(), before.len() + 1, before.len() + 40, after.len() - 1] {
            std::fs::write(&file, &after[..length]).unwrap();
            assert_eq!(
                &open(&file).export(),
                acknowledged,
                "cut at {length} of {}",
                after.len()
            );
            // The start has mended the file: what is added now does not run into the torn line.
            let provider = Provider::on(open(&file));
            provider.future_order("evt_more").await;
            assert_eq!(open(&file).export(), provider.simulator.export());
        }
    }
}

#[tokio::test]
async fn a_damaged_line_is_named_and_the_file_is_left_as_it_is() {
    let folder = tempdir().unwrap();
    let history = history(&folder).await;
    let file = folder.path().join("state.json");
    let (whole, _) = history.last().unwrap();
    let third = whole
        .split_inclusive(|byte| *byte == b'\n')
        .take(2)
        .flatten()
        .count();
    for (at, line) in [(0, 1), (third, 3)] {
        let mut damaged = whole.clone();
        damaged[at] = b'?';
        std::fs::write(&file, &damaged).unwrap();
        let Err(error) = Simulator::open(SimulatorConfig::default(), &file) else {
            panic!("a damaged file was taken");
        };
        assert!(error.to_string().contains(&format!("line {line} ")), "{error}");
        assert_eq!(std::fs::read(&file).unwrap(), damaged);
    }
}

#[tokio::test]
async fn a_file_of_the_previous_release_is_read() {
    let folder = tempdir().unwrap();
    let file = folder.path().join("state.json");
    std::fs::write(&file, include_str!("state-of-release-1.json").trim_end()).unwrap();
    let state = open(&file).export();
    assert_eq!(state["orders"]["evt_1"]["status"], "PAID");
    assert_eq!(
        state["orders"]["evt_2"]["attempts"][0]["method"]["card"]["last4"],
        "1111"
    );
    assert_eq!(state["deliveries"][0]["event"], "PAYMENT_SUCCESS_WEBHOOK");
    assert_eq!(open(&file).export(), state);
}

/// The simulator as its own process.
struct Process {
    child: Child,
    address: String,
}

async fn start(command: &mut Command) -> Process {
    let mut child = command.stdout(Stdio::piped()).kill_on_drop(true).spawn().unwrap();
    let mut lines = BufReader::new(child.stdout.take().unwrap()).lines();
    let url = lines.next_line().await.unwrap().expect("its address");
    Process {
        child,
        address: url.trim_start_matches("http://").to_owned(),
    }
}

fn program(file: &Path) -> Command {
    let mut command = Command::new(env!("CARGO_BIN_EXE_provider-simulator"));
    command.args(["--port", "0", "--file"]).arg(file);
    command
}

/// The status and body of an answer, if there is one.
async fn ask(address: &str, method: &str, path: &str, body: &Value) -> Option<(u16, String)> {
    let body = body.to_string();
    let mut connection = TcpStream::connect(address).await.ok()?;
    let request = format!(
        "{method} {path} HTTP/1.1\r\nhost: {address}\r\nconnection: close\r\ncontent-type: application/json\r\n\
         x-client-id: local-client\r\nx-client-secret: local-secret\r\nx-api-version: 2025-01-01\r\n\
         content-length: {}\r\n\r\n{body}",
        body.len()
    );
    connection.write_all(request.as_bytes()).await.ok()?;
    let mut answer = String::new();
    connection.read_to_string(&mut answer).await.ok()?;
    let (head, body) = answer.split_once("\r\n\r\n")?;
    Some((head.split(' ').nth(1)?.parse().ok()?, body.to_owned()))
}

async fn create(address: &str, order_id: &str) -> Option<u16> {
    let mut order = order_body(order_id);
    order["order_expiry_time"] = Value::Null;
    Some(ask(address, "POST", "/pg/orders", &order).await?.0)
}

async fn exists(address: &str, order_id: &str) -> bool {
    let answer = ask(address, "GET", &format!("/pg/orders/{order_id}"), &Value::Null).await;
    match answer.expect("an answer") {
        (200, _) => true,
        (404, _) => false,
        other => panic!("{other:?}"),
    }
}

#[tokio::test]
async fn what_was_acknowledged_survives_a_kill_in_the_middle_of_concurrent_changes() {
    let folder = tempdir().unwrap();
    let file = folder.path().join("state.json");
    let mut acknowledged: Vec<String> = Vec::new();
    for round in 0..3 {
        let mut process = start(&mut program(&file)).await;
        for order_id in &acknowledged {
            assert!(exists(&process.address, order_id).await, "{order_id} is lost");
        }
        let clients: Vec<_> = (0..8)
            .map(|client| {
                let address = process.address.clone();
                tokio::spawn(async move {
                    let mut acknowledged = Vec::new();
                    for number in 0.. {
                        let order_id = format!("evt_{round}_{client}_{number}");
                        match create(&address, &order_id).await {
                            Some(200) => acknowledged.push(order_id),
                            _ => break,
                        }
                    }
                    acknowledged
                })
            })
            .collect();
        let enough = 20_000 * (round + 1);
        let grown = async {
            while std::fs::metadata(&file).unwrap().len() < enough {
                tokio::time::sleep(Duration::from_millis(1)).await;
            }
        };
        let patience = Duration::from_secs(60);
        tokio::time::timeout(patience, grown)
            .await
            .expect("changes are written");
        process.child.kill().await.unwrap();
        let before = acknowledged.len();
        for client in clients {
            acknowledged.extend(client.await.unwrap());
        }
        assert!(acknowledged.len() > before);
    }
}

/// The kernel refuses to let the file grow beyond 16 KiB, which simulates a full disk: the first write beyond is
/// done in part, as there, and the next not at all.
#[tokio::test]
async fn a_change_that_a_full_disk_cannot_keep_is_answered_as_a_failure_and_is_not_made() {
    let folder = tempdir().unwrap();
    let file = folder.path().join("state.json");
    let mut limited = Command::new("bash");
    limited
        .args(["-c", r#"trap "" XFSZ; ulimit -f 16; exec "$0" "$@""#])
        .arg(env!("CARGO_BIN_EXE_provider-simulator"))
        .args(["--port", "0", "--file"])
        .arg(&file);
    let mut process = start(&mut limited).await;
    let (mut kept, mut refused) = (Vec::new(), Vec::new());
    for number in 0..60 {
        let order_id = format!("evt_{number:05}");
        match create(&process.address, &order_id).await {
            Some(200) => kept.push(order_id),
            Some(500) => refused.push(order_id),
            other => panic!("{other:?}"),
        }
    }
    assert!(!kept.is_empty() && !refused.is_empty(), "{kept:?} {refused:?}");
    let expire = json!({"order_id": kept[0]});
    let answer = ask(&process.address, "POST", "/control/expire", &expire).await;
    assert_eq!(answer.unwrap().0, 500);
    for order_id in &refused {
        assert!(!exists(&process.address, order_id).await, "{order_id} is there");
    }
    process.child.kill().await.unwrap();

    let after = start(&mut program(&file)).await;
    for order_id in &kept {
        assert!(exists(&after.address, order_id).await, "{order_id} is lost");
    }
    for order_id in &refused {
        assert!(!exists(&after.address, order_id).await, "{order_id} is there");
        assert_eq!(create(&after.address, order_id).await, Some(200));
    }
}
