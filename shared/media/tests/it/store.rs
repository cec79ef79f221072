//! Keeping pictures in S3.

use crate::making::{data_url, encoded, halves};
use aws_emulation::ObjectStore;
use config::Env;
use domain::Entropy;
use image::ImageFormat;
use media::{ImageError, Images};
use std::{fs::File, path::Path};
use tempfile::TempDir;
use time::{Duration, OffsetDateTime};

fn images(endpoint: &str) -> Images {
    let env = Env::from_pairs([
        ("AWS_REGION", "ap-south-1"),
        ("AWS_ACCESS_KEY_ID", aws_emulation::ACCESS_KEY_ID),
        ("AWS_SECRET_ACCESS_KEY", aws_emulation::SECRET_ACCESS_KEY),
        ("AWS_ENDPOINT_URL_S3", endpoint),
        ("MEDIA_BUCKET", "media"),
    ]);
    Images::from_env(&env, Entropy::system()).unwrap()
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
async fn a_picture_is_kept_under_its_owner_and_a_unique_name_until_it_is_removed() {
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
    // What is removed under one name must not be what another request has just uploaded.
    assert_ne!(address, again);
    let mut all = [&address[1..], &again[1..], &others[1..]];
    all.sort_unstable();
    assert_eq!(keys(folder.path()), all);

    for _ in 0..2 {
        images.remove(&address).await.unwrap();
        assert_eq!(keys(folder.path()), [&again[1..], &others[1..]]);
    }
    images.remove(&again).await.unwrap();
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
async fn what_was_uploaded_before_a_moment_is_listed_page_by_page() {
    let folder = TempDir::new().unwrap();
    let objects = ObjectStore::folder(folder.path()).await.unwrap();
    objects.ensure_bucket("media").unwrap();
    let images = images(objects.endpoint());
    let moment = OffsetDateTime::now_utc();
    assert!(images.uploaded_before(moment).await.unwrap().is_empty());

    // More than two pages of S3's, a file each as the emulator keeps them.
    std::fs::create_dir_all(folder.path().join("media/media")).unwrap();
    std::fs::create_dir_all(folder.path().join("media/other")).unwrap();
    let put = |key: &str, modified: OffsetDateTime| {
        let file = File::create(folder.path().join("media").join(key)).unwrap();
        file.set_modified(modified.into()).unwrap();
    };
    let older: Vec<String> = (1000..3100)
        .map(|number| format!("/media/a-{number}.jpg"))
        .collect();
    for address in &older {
        put(&address[1..], moment - Duration::seconds(1));
    }
    put("media/a-0-at-that-moment.jpg", moment);
    put("other/a.jpg", moment - Duration::DAY);
    let listed = images.uploaded_before(moment).await.unwrap();
    assert!(listed == older, "{} are listed", listed.len());
}

#[tokio::test]
async fn an_unavailable_store_is_distinguished_from_a_bad_picture() {
    let images = images("http://127.0.0.1:9");
    let failed = images.store("banner-1", &picture(40)).await.unwrap_err();
    assert!(matches!(failed, ImageError::Unavailable(_)), "{failed:?}");
    let failed = images.remove("/media/a.jpg").await.unwrap_err();
    assert!(matches!(failed, ImageError::Unavailable(_)), "{failed:?}");
    let failed = images
        .uploaded_before(OffsetDateTime::now_utc())
        .await
        .unwrap_err();
    assert!(matches!(failed, ImageError::Unavailable(_)), "{failed:?}");
    // For the callers it is best effort.
    images.remove_unused(&["/media/a.jpg".to_owned()], &[]).await;
    let refused = images.store("banner-1", "data:image/png;base64,AQID").await;
    assert_eq!(refused, Err(ImageError::NotAPicture));
}
