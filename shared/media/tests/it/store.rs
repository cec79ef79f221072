//! Keeping pictures in S3.

use crate::making::{data_url, encoded, halves};
use aws_emulation::ObjectStore;
use config::Env;
use image::ImageFormat;
use media::{ImageError, Images};
use std::path::Path;
use tempfile::TempDir;

fn images(endpoint: &str) -> Images {
    let env = Env::from_pairs([
        ("AWS_REGION", "ap-south-1"),
        ("AWS_ACCESS_KEY_ID", aws_emulation::ACCESS_KEY_ID),
        ("AWS_SECRET_ACCESS_KEY", aws_emulation::SECRET_ACCESS_KEY),
        ("AWS_ENDPOINT_URL_S3", endpoint),
        ("MEDIA_BUCKET", "media"),
    ]);
    Images::from_env(&env).unwrap()
}

fn picture(width: u32) -> String {
    data_url("png", &encoded(halves(width, 20), ImageFormat::Png))
}

/// The keys in the bucket.
fn keys(folder: &Path) -> Vec<String> {
    let files = std::fs::read_dir(folder.join("media/media"))
        .into_iter()
        .flatten();
    let mut keys: Vec<String> = files
        .map(|file| format!("media/{}", file.unwrap().file_name().into_string().unwrap()))
        .collect();
    keys.sort();
    keys
}

#[tokio::test]
async fn a_picture_is_kept_for_ever_under_its_owner_and_its_content_until_it_is_removed() {
    let folder = TempDir::new().unwrap();
    let objects = ObjectStore::folder(folder.path()).await.unwrap();
    objects.ensure_bucket("media").unwrap();
    let images = images(objects.endpoint());

    let address = images.store("banner-1", &picture(40)).await.unwrap();
    let again = images.store("banner-1", &picture(40)).await.unwrap();
    let others = images.store("banner-2", &picture(40)).await.unwrap();
    assert!(
        address.starts_with("/media/banner-1-") && address.ends_with(".jpg"),
        "{address}"
    );
    assert_eq!(address, again);
    assert_ne!(address, others);
    assert_eq!(keys(folder.path()), [&address[1..], &others[1..]]);

    images.remove(&address).await.unwrap();
    assert_eq!(keys(folder.path()), [&others[1..]]);
    images.remove(&address).await.unwrap();
    for elsewhere in ["", "/", "https://example.org/media/a.jpg", "/other/a.jpg"] {
        images.remove(elsewhere).await.unwrap();
    }
    images
        .remove_unused(std::slice::from_ref(&others), &[&others])
        .await;
    assert_eq!(keys(folder.path()), [&others[1..]]);
    images.remove_unused(std::slice::from_ref(&others), &[]).await;
    assert!(keys(folder.path()).is_empty());
}

#[tokio::test]
async fn a_store_that_does_not_answer_is_told_from_a_bad_picture() {
    let images = images("http://127.0.0.1:9");
    let failed = images.store("banner-1", &picture(40)).await.unwrap_err();
    assert!(matches!(failed, ImageError::Unavailable(_)), "{failed:?}");
    let failed = images.remove("/media/a.jpg").await.unwrap_err();
    assert!(matches!(failed, ImageError::Unavailable(_)), "{failed:?}");
    // For the callers it is best effort.
    images.remove_unused(&["/media/a.jpg".to_owned()], &[]).await;
    let refused = images.store("banner-1", "data:image/png;base64,AQID").await;
    assert_eq!(refused, Err(ImageError::NotAPicture));
}
