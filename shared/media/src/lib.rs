//! Pictures that administrators upload: made small and harmless, and kept in S3 under the name of their content.
//!
//! Whatever comes in is decoded and encoded anew, so nothing of the uploaded bytes is ever served: no script of an
//! SVG, no place where a photo was taken.

mod data_url;
mod jpeg;
mod picture;
mod reduce;

pub use picture::Picture;

use aws_sdk_s3::{Client, primitives::ByteStream};
use config::{ClientOnDemand, ConfigError, Env, client_on_demand};

/// The pictures of one bucket.
#[derive(Debug, Clone)]
pub struct Images {
    client: ClientOnDemand<Client>,
    bucket: String,
}

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
    /// The bucket that `MEDIA_BUCKET` names.
    ///
    /// # Errors
    /// Names the variable that is missing or wrong.
    pub fn from_env(env: &Env) -> Result<Self, ConfigError> {
        let settings = env.aws_for("S3")?;
        Ok(Self {
            client: client_on_demand(move || Client::new(&settings)),
            bucket: env.required("MEDIA_BUCKET")?,
        })
    }

    /// Reads the picture of a data URL and keeps it: [`Picture::from_data_url`], then [`Images::put`].
    ///
    /// # Errors
    /// As those two.
    pub async fn store(&self, owner: &str, data_url: &str) -> Result<String, ImageError> {
        self.put(owner, &Picture::from_data_url(data_url).await?).await
    }

    /// Keeps a picture and answers its address on the site, `/media/<owner>-<hash>.jpg`.
    ///
    /// `owner` is the id of what shows it, so that no two things share an object and each can be removed. The same
    /// picture of the same owner is one object.
    ///
    /// # Errors
    /// `Unavailable` alone.
    pub async fn put(&self, owner: &str, picture: &Picture) -> Result<String, ImageError> {
        let key = format!("media/{owner}-{}.jpg", picture.hash());
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

    /// Removes the picture of an address that [`Images::put`] answered; one that is gone already is no error, and
    /// an address elsewhere is left alone.
    ///
    /// # Errors
    /// `Unavailable` alone. What then stays behind costs a few kilobytes and is never shown.
    pub async fn remove(&self, address: &str) -> Result<(), ImageError> {
        let Some(key) = address.strip_prefix('/').filter(|key| key.starts_with("media/")) else {
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
