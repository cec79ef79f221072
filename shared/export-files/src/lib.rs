//! The files of exports in S3: uploaded in parts, given out by addresses that die, and deleted by the bucket's lifecycle
//! rule.
//!
//! A file exists from the moment on at which its upload is completed, and never in part.

use aws_sdk_s3::{
    Client,
    config::{Builder, RequestChecksumCalculation, timeout::TimeoutConfig},
    error::{ProvideErrorMetadata, SdkError},
    presigning::PresigningConfig,
    primitives::ByteStream,
    types::{CompletedMultipartUpload, CompletedPart},
};
use config::{ClientOnDemand, ConfigError, Env, client_on_demand};
use std::time::{Duration, SystemTime};
use time::OffsetDateTime;

/// How long an address of a file works.
pub const LINK_LASTS: Duration = Duration::from_secs(600);

/// S3 takes no part but the last that is smaller than 5 MiB.
pub const PART: usize = 6 * 1024 * 1024;

/// Where all files are in the bucket.
const FOLDER: &str = "exports/";

/// The files of one bucket.
#[derive(Debug, Clone)]
pub struct ExportFiles {
    client: ClientOnDemand<Client>,
    bucket: String,
}

/// Why a file was not written or given out.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
pub enum FileError {
    /// S3 does not know the upload, or not with these parts: it was completed, abandoned, or is another worker's.
    #[error("the upload is gone: {0}")]
    Gone(String),
    /// S3 did not answer, or not now.
    #[error("the bucket of exports did not answer: {0}")]
    Unavailable(String),
}

impl ExportFiles {
    /// The bucket that `EXPORTS_BUCKET` names.
    pub fn from_env(env: &Env) -> Result<Self, ConfigError> {
        let settings = env.aws_for("S3")?;
        Ok(Self {
            client: client_on_demand(move || {
                Client::from_conf(with_room_for_parts(Builder::from(&settings)))
            }),
            bucket: env.required("EXPORTS_BUCKET")?,
        })
    }

    /// The key of a file of this name.
    #[must_use]
    pub fn key(name: &str) -> String {
        format!("{FOLDER}{name}")
    }

    /// Begins a file, and returns the upload that its parts go to.
    ///
    /// # Errors
    /// `Unavailable` alone.
    pub async fn begin(&self, key: &str, content_type: &str) -> Result<String, FileError> {
        let upload = self
            .client
            .create_multipart_upload()
            .bucket(&self.bucket)
            .key(key)
            .content_type(content_type)
            // Of one person, for one download.
            .cache_control("private, no-store")
            .send()
            .await
            .map_err(|error| reason(&error))?;
        let upload = upload.upload_id;
        upload.ok_or_else(|| FileError::Unavailable("no upload".to_owned()))
    }

    /// Uploads a part, which is the one of its number from then on, and returns its tag.
    ///
    /// # Errors
    /// When the upload is gone or S3 does not answer.
    pub async fn put_part(
        &self,
        key: &str,
        upload: &str,
        number: usize,
        bytes: Vec<u8>,
    ) -> Result<String, FileError> {
        let part = self
            .client
            .upload_part()
            .bucket(&self.bucket)
            .key(key)
            .upload_id(upload)
            .part_number(part_number(number))
            .body(ByteStream::from(bytes))
            .send()
            .await
            .map_err(|error| reason(&error))?;
        Ok(part.e_tag.unwrap_or_default())
    }

    /// Makes the file of its parts.
    ///
    /// # Errors
    /// When the upload is gone, or its parts are not these, or S3 does not answer.
    pub async fn complete(&self, key: &str, upload: &str, parts: &[String]) -> Result<(), FileError> {
        let parts = parts.iter().enumerate().map(|(index, tag)| {
            CompletedPart::builder()
                .part_number(part_number(index + 1))
                .e_tag(tag)
                .build()
        });
        let parts = CompletedMultipartUpload::builder().set_parts(Some(parts.collect()));
        self.client
            .complete_multipart_upload()
            .bucket(&self.bucket)
            .key(key)
            .upload_id(upload)
            .multipart_upload(parts.build())
            .send()
            .await
            .map(drop)
            .map_err(|error| reason(&error))
    }

    /// Gives an upload up. What cannot be given up now is deleted by the bucket's lifecycle rule.
    ///
    /// # Errors
    /// When the upload is gone or S3 does not answer.
    pub async fn abandon(&self, key: &str, upload: &str) -> Result<(), FileError> {
        self.client
            .abort_multipart_upload()
            .bucket(&self.bucket)
            .key(key)
            .upload_id(upload)
            .send()
            .await
            .map(drop)
            .map_err(|error| reason(&error))
    }

    /// Deletes every file that there is, and returns how many there were.
    ///
    /// # Errors
    /// `Unavailable` alone. Some may be gone then.
    pub async fn delete_all(&self) -> Result<u64, FileError> {
        let mut deleted = 0;
        loop {
            // What is deleted is not listed again, so each page is the first.
            let page = self
                .client
                .list_objects_v2()
                .bucket(&self.bucket)
                .prefix(FOLDER)
                .send()
                .await
                .map_err(|error| reason(&error))?;
            let keys: Vec<&str> = page.contents().iter().filter_map(|object| object.key()).collect();
            if keys.is_empty() {
                return Ok(deleted);
            }
            for key in keys {
                let delete = self.client.delete_object().bucket(&self.bucket).key(key);
                delete.send().await.map_err(|error| reason(&error))?;
                deleted += 1;
            }
        }
    }

    /// An address at which anybody who has it can fetch the file for [`LINK_LASTS`]; the browser saves it under `name`.
    ///
    /// # Errors
    /// When it cannot be signed.
    pub async fn link(&self, key: &str, name: &str, now: OffsetDateTime) -> Result<String, FileError> {
        let lifetime = PresigningConfig::builder()
            .start_time(SystemTime::from(now))
            .expires_in(LINK_LASTS)
            .build()
            .map_err(|error| FileError::Unavailable(error.to_string()))?;
        let request = self
            .client
            .get_object()
            .bucket(&self.bucket)
            .key(key)
            .response_content_disposition(format!("attachment; filename=\"{name}\""))
            .presigned(lifetime)
            .await
            .map_err(|error| reason(&error))?;
        Ok(request.uri().to_owned())
    }
}

/// A part of some megabytes takes longer than the requests that a person waits for, and no checksum besides the
/// signature's is asked for: with one, S3 wants those of all parts again at the end.
fn with_room_for_parts(settings: Builder) -> aws_sdk_s3::Config {
    settings
        .request_checksum_calculation(RequestChecksumCalculation::WhenRequired)
        .timeout_config(
            TimeoutConfig::builder()
                .connect_timeout(Duration::from_secs(2))
                .operation_attempt_timeout(Duration::from_secs(20))
                .operation_timeout(Duration::from_secs(60))
                .build(),
        )
        .build()
}

fn part_number(number: usize) -> i32 {
    i32::try_from(number).unwrap_or(i32::MAX)
}

/// The code alone: S3's message may quote the key.
fn reason<E, R>(error: &SdkError<E, R>) -> FileError
where
    E: ProvideErrorMetadata,
{
    let code = error.code().unwrap_or("no answer").to_owned();
    match code.as_str() {
        "NoSuchUpload" | "InvalidPart" | "InvalidPartOrder" => FileError::Gone(code),
        _ => FileError::Unavailable(code),
    }
}
