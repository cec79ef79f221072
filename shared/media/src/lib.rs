//! Pictures that administrators upload: made small and harmless, and kept in S3, each upload under its own name.
//!
//! Every upload is decoded and encoded again, so nothing of the uploaded bytes is ever served: no script of an
//! SVG, no place where a photo was taken.

mod data_url;
mod jpeg;
mod picture;
mod reduce;

pub use picture::Picture;

use aws_sdk_s3::{Client, primitives::ByteStream};
use config::{ClientOnDemand, ConfigError, Env, client_on_demand};
use domain::Entropy;
use time::OffsetDateTime;

/// The pictures of one bucket.
#[derive(Debug, Clone)]
pub struct Images {
    client: ClientOnDemand<Client>,
    bucket: String,
    entropy: Entropy,
}

/// The random symbols of a name: 80 bits.
const RANDOM: usize = 16;

/// Where all pictures are, in the bucket and on the site.
const FOLDER: &str = "media/";

/// Why a picture was not kept. Its text is for people, except that of `Unavailable`.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
pub enum ImageError {
    /// It is no data URL of a picture that can be decoded.
    #[error("This is not a picture we can use. Choose a JPEG, PNG, GIF or WebP.")]
    NotAPicture,
    /// It has more bytes or pixels than are taken.
    #[error("Image size should be less than 5MB")]
    TooLarge,
    /// The picture is good, but S3 did not keep it.
    #[error("the pictures' bucket did not answer: {0}")]
    Unavailable(String),
}

impl Images {
    /// The bucket that `MEDIA_BUCKET` names, with the randomness that names of pictures are made of.
    pub fn from_env(env: &Env, entropy: Entropy) -> Result<Self, ConfigError> {
        let settings = env.aws_for("S3")?;
        Ok(Self {
            client: client_on_demand(move || Client::new(&settings)),
            bucket: env.required("MEDIA_BUCKET")?,
            entropy,
        })
    }

    /// Reads the picture of a data URL and keeps it: [`Picture::from_data_url`], then [`Images::put`].
    ///
    /// # Errors
    /// As those two.
    pub async fn store(&self, owner: &str, data_url: &str) -> Result<String, ImageError> {
        self.put(owner, &Picture::from_data_url(data_url).await?).await
    }

    /// Keeps a picture and returns its address on the site, `/media/<owner>-<random>.jpg`.
    ///
    /// `owner` is the id of what shows it. No name is used twice, not for the same picture of the same owner either:
    /// what nothing refers to any more will not be referred to again, and may be removed without looking for who
    /// uploads.
    ///
    /// # Errors
    /// `Unavailable` alone.
    pub async fn put(&self, owner: &str, picture: &Picture) -> Result<String, ImageError> {
        let key = format!("{FOLDER}{owner}-{}.jpg", self.entropy.symbols(RANDOM));
        self.client
            .put_object()
            .bucket(&self.bucket)
            .key(&key)
            .content_type("image/jpeg")
            // Another picture has another name, so this one never changes.
            .cache_control("public, max-age=31536000, immutable")
            .body(ByteStream::from(picture.jpeg().to_vec()))
            .send()
            .await
            .map_err(|error| unavailable(&error))?;
        Ok(format!("/{key}"))
    }

    /// The addresses of all pictures that were uploaded before `moment`, by S3's clock, in the order of their names.
    ///
    /// # Errors
    /// `Unavailable` alone.
    pub async fn uploaded_before(&self, moment: OffsetDateTime) -> Result<Vec<String>, ImageError> {
        let mut addresses = Vec::new();
        let mut from = None;
        loop {
            let page = self
                .client
                .list_objects_v2()
                .bucket(&self.bucket)
                .prefix(FOLDER)
                .set_continuation_token(from)
                .send()
                .await
                .map_err(|error| unavailable(&error))?;
            for object in page.contents() {
                let before = object
                    .last_modified()
                    .is_some_and(|uploaded| uploaded.secs() < moment.unix_timestamp());
                if let (true, Some(key)) = (before, object.key()) {
                    addresses.push(format!("/{key}"));
                }
            }
            from = page.next_continuation_token;
            if from.is_none() {
                return Ok(addresses);
            }
        }
    }

    /// Removes the picture of an address that [`Images::put`] returned; one that is gone already is no error, and
    /// an address elsewhere is left alone.
    ///
    /// # Errors
    /// `Unavailable` alone. What then stays behind is never shown, and is collected.
    pub async fn remove(&self, address: &str) -> Result<(), ImageError> {
        let Some(key) = address.strip_prefix('/').filter(|key| key.starts_with(FOLDER)) else {
            return Ok(());
        };
        self.client
            .delete_object()
            .bucket(&self.bucket)
            .key(key)
            .send()
            .await
            .map_err(|error| unavailable(&error))?;
        Ok(())
    }

    /// Removes those of `addresses` that are not among the ones `in_use`. What cannot be removed is logged and left:
    /// the change that made it superfluous has been made.
    pub async fn remove_unused(&self, addresses: &[String], in_use: &[&str]) {
        for address in addresses {
            if in_use.contains(&address.as_str()) {
                continue;
            }
            if let Err(error) = self.remove(address).await {
                tracing::warn!(%error, "a picture that nothing shows any more was left behind");
            }
        }
    }
}

/// The code alone: S3's message may quote the key.
fn unavailable<E, R>(error: &aws_sdk_s3::error::SdkError<E, R>) -> ImageError
where
    E: aws_sdk_s3::error::ProvideErrorMetadata,
{
    use aws_sdk_s3::error::ProvideErrorMetadata;
    ImageError::Unavailable(error.code().unwrap_or("no answer").to_owned())
}
