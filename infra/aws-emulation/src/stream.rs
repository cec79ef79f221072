//! A table's stream as Lambda's poller reads it.

use std::io;

use dynoxide::Database;
use serde_json::{Value, json};

/// The stream of one table. Records have the shape in which Lambda hands them to a function.
#[derive(Clone)]
pub struct TableStream {
    database: Database,
    arn: String,
    shard: String,
}

impl TableStream {
    pub(crate) fn open(database: Database, table: &str) -> io::Result<TableStream> {
        let described = database
            .describe_table(request(json!({ "TableName": table }))?)
            .map_err(io::Error::other)?;
        let arn = described
            .table
            .latest_stream_arn
            .ok_or_else(|| io::Error::other(format!("the table {table} has no stream")))?;
        let described = database
            .describe_stream(request(json!({ "StreamArn": arn }))?)
            .map_err(io::Error::other)?;
        let described = serde_json::to_value(described)?;
        let shard = described
            .pointer("/StreamDescription/Shards/0/ShardId")
            .and_then(Value::as_str)
            .ok_or_else(|| io::Error::other("the stream has no shard"))?
            .to_owned();
        Ok(TableStream { database, arn, shard })
    }

    /// At most `limit` records after the one with the sequence number `after`, or from the oldest kept.
    ///
    /// # Errors
    /// When the database cannot be read, or `after` is no sequence number of this stream.
    pub fn after(&self, after: Option<&str>, limit: usize) -> io::Result<Vec<Value>> {
        let mut position = json!({ "StreamArn": self.arn, "ShardId": self.shard });
        match after {
            Some(sequence) => {
                position["ShardIteratorType"] = json!("AFTER_SEQUENCE_NUMBER");
                position["SequenceNumber"] = json!(sequence);
            }
            None => position["ShardIteratorType"] = json!("TRIM_HORIZON"),
        }
        let iterator = self
            .database
            .get_shard_iterator(request(position)?)
            .map_err(io::Error::other)?
            .shard_iterator;
        let page = self
            .database
            .get_records(request(json!({ "ShardIterator": iterator, "Limit": limit }))?)
            .map_err(io::Error::other)?;
        page.records
            .into_iter()
            .map(|record| {
                let mut record = serde_json::to_value(record)?;
                record["eventSourceARN"] = json!(self.arn);
                Ok(record)
            })
            .collect()
    }
}

impl std::fmt::Debug for TableStream {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_tuple("TableStream").field(&self.arn).finish()
    }
}

/// Requests of the database are written as the wire writes them, so that its Rust types stay out of sight.
fn request<T: serde::de::DeserializeOwned>(wire: Value) -> io::Result<T> {
    Ok(serde_json::from_value(wire)?)
}
