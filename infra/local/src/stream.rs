//! Lambda's event source mapping: the stream of registrations, handed to a function in batches.

use std::future::Future;
use std::path::{Path, PathBuf};
use std::time::Duration;

use aws_emulation::TableStream;
use serde_json::{Value, json};
use tokio::sync::watch;

use crate::durable;
use crate::template::Stream;

const PAUSE_BETWEEN_POLLS: Duration = Duration::from_millis(50);
/// How much is read from the stream at once, before the filter.
const READ_AT_ONCE: usize = 100;
const FIRST_PAUSE_BEFORE_RETRY: Duration = Duration::from_millis(200);
const LONGEST_PAUSE_BEFORE_RETRY: Duration = Duration::from_secs(10);

/// Polls `source` for as long as it is left running, and hands what the filter lets through to `function`.
/// `found_nothing` counts the polls that found nothing left to hand over.
///
/// How far it has come is kept in the file at `checkpoint`, so that a restart goes on where the last process
/// stopped. A batch that was under way is delivered again, as in AWS.
pub(crate) async fn poll<F, Fut>(
    source: TableStream,
    stream: Stream,
    checkpoint: PathBuf,
    function: F,
    found_nothing: watch::Sender<u64>,
) where
    F: Fn(Value) -> Fut,
    Fut: Future<Output = Result<Value, String>>,
{
    let mut after = std::fs::read_to_string(&checkpoint)
        .ok()
        .filter(|sequence| !sequence.is_empty());
    loop {
        match source.after(after.as_deref(), READ_AT_ONCE) {
            Ok(records) => {
                if let Some(last) = records.last().and_then(sequence) {
                    let last = last.to_owned();
                    deliver(&stream, records, &function).await;
                    remember(&checkpoint, &last);
                    after = Some(last);
                    continue;
                }
                found_nothing.send_modify(|polls| *polls += 1);
            }
            Err(error) => {
                // The checkpoint belongs to a database that is gone or has trimmed it: begin with what there is.
                tracing::warn!(%error, "the stream is read from its beginning");
                after = None;
            }
        }
        tokio::time::sleep(PAUSE_BETWEEN_POLLS).await;
    }
}

fn sequence(record: &Value) -> Option<&str> {
    record.pointer("/dynamodb/SequenceNumber").and_then(Value::as_str)
}

/// Losing the checkpoint only repeats records, so a failure is worth a warning and no more.
fn remember(checkpoint: &Path, sequence: &str) {
    if let Err(error) = durable::replace(checkpoint, sequence.as_bytes()) {
        tracing::warn!(%error, "how far the stream was read cannot be kept");
    }
}

/// Delivers records in order until each one succeeds or is dropped.
///
/// A reported failure repeats from the first record that failed; a failed invocation splits the batch in two,
/// which costs no attempt; a single record is tried again as often as the template says.
async fn deliver<F, Fut>(stream: &Stream, records: Vec<Value>, function: &F)
where
    F: Fn(Value) -> Fut,
    Fut: Future<Output = Result<Value, String>>,
{
    let passing: Vec<Value> = records
        .into_iter()
        .filter(|record| stream.filter.passes(record))
        .collect();
    // The next batch is on top.
    let mut batches: Vec<Batch> = passing
        .chunks(stream.batch_size.max(1))
        .rev()
        .map(|records| Batch {
            records: records.to_vec(),
            failures: 0,
        })
        .collect();
    while let Some(Batch {
        mut records,
        failures,
    }) = batches.pop()
    {
        let outcome = function(json!({ "Records": records })).await;
        let failed_from = match &outcome {
            Ok(answer) => first_failure(&records, answer),
            Err(error) => {
                tracing::error!(error, "the function failed on its batch");
                Some(0)
            }
        };
        let Some(failed_from) = failed_from else {
            continue;
        };
        let rest = records.split_off(failed_from);
        if outcome.is_err() && rest.len() > 1 {
            let (first, second) = rest.split_at(rest.len() / 2);
            for half in [second, first] {
                batches.push(Batch {
                    records: half.to_vec(),
                    failures,
                });
            }
        } else if failures < stream.retries {
            tokio::time::sleep(pause(failures)).await;
            batches.push(Batch {
                records: rest,
                failures: failures + 1,
            });
        } else {
            for record in &rest {
                // In AWS its place in the stream goes to the dead-letter queue.
                tracing::error!(
                    sequence = sequence(record),
                    "dropped a record after its last retry"
                );
            }
        }
    }
}

struct Batch {
    records: Vec<Value>,
    failures: u32,
}

fn pause(failures: u32) -> Duration {
    FIRST_PAUSE_BEFORE_RETRY
        .saturating_mul(2_u32.saturating_pow(failures))
        .min(LONGEST_PAUSE_BEFORE_RETRY)
}

/// Where the function says that its batch failed; an answer that cannot be read fails all of it.
fn first_failure(records: &[Value], answer: &Value) -> Option<usize> {
    let failures = answer.get("batchItemFailures")?.as_array()?;
    failures
        .iter()
        .map(|failure| {
            let named = failure.get("itemIdentifier").and_then(Value::as_str);
            records
                .iter()
                .position(|record| named.is_some() && sequence(record) == named)
                .unwrap_or(0)
        })
        .min()
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::filter::Filter;
    use std::cell::RefCell;

    fn record(number: u32) -> Value {
        json!({ "eventName": "INSERT", "dynamodb": { "SequenceNumber": number.to_string() } })
    }

    fn numbers(event: &Value) -> Vec<String> {
        let records = event["Records"].as_array().unwrap();
        records
            .iter()
            .map(|record| sequence(record).unwrap().to_owned())
            .collect()
    }

    /// Delivers records 1 to 4 and answers with the batches that the function saw.
    async fn batches(answer: impl Fn(&[String]) -> Result<Value, String>) -> Vec<Vec<String>> {
        let stream = Stream {
            batch_size: 3,
            retries: 1,
            filter: Filter::any_of([r#"{"eventName":["INSERT"]}"#].into_iter()).unwrap(),
        };
        let seen = RefCell::new(Vec::new());
        let mut records: Vec<Value> = (1..=4).map(record).collect();
        records.insert(
            0,
            json!({"eventName": "REMOVE", "dynamodb": {"SequenceNumber": "0"}}),
        );
        deliver(&stream, records, &|event: Value| {
            let batch = numbers(&event);
            let answer = answer(&batch);
            seen.borrow_mut().push(batch);
            async { answer }
        })
        .await;
        seen.into_inner()
    }

    #[tokio::test]
    async fn batches_are_filled_in_order_with_the_records_that_pass_the_filter() {
        let seen = batches(|_| Ok(json!({ "batchItemFailures": [] }))).await;
        assert_eq!(seen, [vec!["1", "2", "3"], vec!["4"]]);
    }

    #[tokio::test]
    async fn a_partial_batch_failure_is_retried_from_the_first_failed_record_and_finally_dropped() {
        let seen = batches(|batch| {
            let failures: Vec<Value> = batch
                .iter()
                .filter(|number| *number == "2")
                .map(|number| json!({ "itemIdentifier": number }))
                .collect();
            Ok(json!({ "batchItemFailures": failures }))
        })
        .await;
        assert_eq!(seen, [vec!["1", "2", "3"], vec!["2", "3"], vec!["4"]]);
    }

    #[tokio::test]
    async fn a_failed_invocation_splits_the_batch_until_the_bad_record_is_alone() {
        let seen = batches(|batch| {
            if batch.contains(&"2".to_owned()) {
                Err("broken".to_owned())
            } else {
                Ok(Value::Null)
            }
        })
        .await;
        assert_eq!(
            seen,
            [
                vec!["1", "2", "3"],
                vec!["1"],
                vec!["2", "3"],
                vec!["2"],
                vec!["2"],
                vec!["3"],
                vec!["4"]
            ]
        );
    }
}
