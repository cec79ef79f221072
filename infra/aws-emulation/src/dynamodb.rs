//! DynamoDB and DynamoDB Streams: `dynoxide` over HTTP.

use std::io;
use std::path::Path;

use dynoxide::Database;
use rusqlite::{Connection, ErrorCode, OpenFlags};

use crate::endpoint::Endpoint;
use crate::stream::TableStream;

/// A DynamoDB of its own: tables, indexes, transactions and streams.
///
/// Known differences from AWS: one shard per stream, no `TransactionConflict`, strongly consistent index of its
/// own writes (a test cannot catch a read that forgot `ConsistentRead`), and time to live acts only in
/// [`DynamoDb::sweep_expired`], by the machine's clock.
#[derive(Debug)]
pub struct DynamoDb {
    endpoint: Endpoint,
    database: Shared,
}

impl DynamoDb {
    /// An empty database that vanishes with this value.
    ///
    /// # Errors
    /// When no loopback port can be opened.
    pub async fn memory() -> io::Result<DynamoDb> {
        DynamoDb::serve(Database::memory().map_err(io::Error::other)?).await
    }

    /// A database in the file at `path`, made if missing; what was acknowledged survives the process being killed.
    ///
    /// # Errors
    /// When the file is damaged (`InvalidData`), when it cannot be opened (another process may hold it), or when no loopback
    /// port can be opened.
    pub async fn file(path: &Path) -> io::Result<DynamoDb> {
        let name = path
            .to_str()
            .ok_or_else(|| io::Error::other("the path of the database is not UTF-8"))?;
        if std::fs::metadata(path).is_ok_and(|file| file.len() > 0) {
            check(path)?;
        }
        let database = Database::new(name).map_err(io::Error::other)?;
        // It no longer waits for the disk after each write, and keeps its pages in memory. A process that is killed loses
        // nothing by that; a machine that loses its power may.
        database.enable_bulk_loading().map_err(io::Error::other)?;
        index_streams(path).map_err(failed)?;
        DynamoDb::serve(database).await
    }

    async fn serve(database: Database) -> io::Result<DynamoDb> {
        let served = database.clone();
        let endpoint = Endpoint::start(|listener, stopped| {
            dynoxide::server::serve_with_shutdown(listener, served, stopped)
        })
        .await?;
        Ok(DynamoDb {
            endpoint,
            database: Shared(database),
        })
    }

    /// Where the DynamoDB and the DynamoDB Streams clients point.
    pub fn endpoint(&self) -> &str {
        self.endpoint.url()
    }

    /// The stream of `table`.
    ///
    /// # Errors
    /// When there is no such table, or it has no stream.
    pub fn stream(&self, table: &str) -> io::Result<TableStream> {
        TableStream::open(self.database.0.clone(), table)
    }

    /// Deletes the items whose time to live is over and says how many they were.
    ///
    /// # Errors
    /// When the database cannot be read or written.
    pub async fn sweep_expired(&self) -> io::Result<usize> {
        let database = self.database.0.clone();
        // The sweep is blocking work on the database's lock.
        tokio::task::spawn_blocking(move || database.sweep_ttl().map_err(io::Error::other))
            .await
            .map_err(io::Error::other)?
    }
}

/// Lets a write find the last record of its table's stream, and a reader the next ones. The database looks through every record
/// for that, and it keeps those of a day: a thousand candidates made each further write take tens of milliseconds.
fn index_streams(path: &Path) -> rusqlite::Result<()> {
    Connection::open(path)?.execute_batch(
        "CREATE INDEX IF NOT EXISTS stream_positions
         ON _stream_records (table_name, CAST(sequence_number AS INTEGER));
         CREATE INDEX IF NOT EXISTS stream_positions_by_shard
         ON _stream_records (table_name, shard_id, CAST(sequence_number AS INTEGER))",
    )
}

/// Reads the whole database and changes nothing. Without this, damage shows only in the requests that meet it.
fn check(path: &Path) -> io::Result<()> {
    let database = Connection::open_with_flags(path, OpenFlags::SQLITE_OPEN_READ_ONLY).map_err(failed)?;
    let verdict: String = database
        .query_row("PRAGMA integrity_check(1)", [], |row| row.get(0))
        .map_err(failed)?;
    if verdict == "ok" {
        return Ok(());
    }
    Err(io::Error::new(
        io::ErrorKind::InvalidData,
        verdict.lines().collect::<Vec<_>>().join(" "),
    ))
}

fn failed(error: rusqlite::Error) -> io::Error {
    let kind = match error.sqlite_error_code() {
        Some(ErrorCode::DatabaseCorrupt | ErrorCode::NotADatabase) => io::ErrorKind::InvalidData,
        Some(ErrorCode::DiskFull) => io::ErrorKind::StorageFull,
        _ => io::ErrorKind::Other,
    };
    io::Error::new(kind, error)
}

struct Shared(Database);

impl std::fmt::Debug for Shared {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.write_str("Database")
    }
}
