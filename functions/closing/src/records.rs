//! Where the file for the accounts is kept: a bucket of its own, which outlives the stack.

use aws_sdk_s3::{Client, primitives::ByteStream};
use config::{ClientOnDemand, ConfigError, Env, client_on_demand};
use sha2::{Digest, Sha256};
use time::OffsetDateTime;

/// The prefix under which nothing is ever deleted by the product.
const FOLDER: &str = "records/";

/// The bucket of records.
#[derive(Debug, Clone)]
pub(crate) struct RecordStore {
    client: ClientOnDemand<Client>,
    bucket: String,
}

/// A file that is kept.
pub(crate) struct KeptFile {
    /// The object that it is.
    pub(crate) object: String,
    /// Its digest, in hexadecimal digits.
    pub(crate) sha256: String,
}

/// The bucket did not take or give the file.
#[derive(Debug, thiserror::Error)]
#[error("the bucket of records did not answer: {0}")]
pub struct RecordsError(String);

impl RecordStore {
    pub(crate) fn from_env(env: &Env) -> Result<Self, ConfigError> {
        let settings = env.aws_for("S3")?;
        Ok(Self {
            client: client_on_demand(move || Client::new(&settings)),
            bucket: env.required("RECORDS_BUCKET")?,
        })
    }

    /// The file's whole address, by which people on call fetch it.
    pub(crate) fn address(&self, object: &str) -> String {
        format!("s3://{}/{object}", self.bucket)
    }

    /// Keeps the file of a closing that began at this moment, and says as what. Kept again, it is the same
    /// object.
    pub(crate) async fn keep(&self, began: OffsetDateTime, csv: String) -> Result<KeptFile, RecordsError> {
        let object = format!("{FOLDER}payments-{}.csv", began.unix_timestamp());
        let digest = Sha256::digest(csv.as_bytes());
        let sha256: String = digest.iter().map(|byte| format!("{byte:02x}")).collect();
        self.client
            .put_object()
            .bucket(&self.bucket)
            .key(&object)
            .content_type("text/csv; charset=utf-8")
            .body(ByteStream::from(csv.into_bytes()))
            .send()
            .await
            .map_err(|error| failed(&error))?;
        Ok(KeptFile { object, sha256 })
    }
}

/// The service's own message may name more than a log should hold.
fn failed(error: &impl std::error::Error) -> RecordsError {
    RecordsError(error.to_string())
}
