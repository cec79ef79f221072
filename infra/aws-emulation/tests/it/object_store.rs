use aws_emulation::ObjectStore;
use aws_sdk_s3::Client;
use aws_sdk_s3::primitives::ByteStream;
use std::time::{Duration, SystemTime};

fn client(store: &ObjectStore) -> Client {
    let settings = super::settings(store.endpoint());
    let config = aws_sdk_s3::config::Builder::from(&settings)
        .force_path_style(true)
        .build();
    Client::from_conf(config)
}

#[tokio::test]
async fn an_object_keeps_its_bytes_and_its_caching_headers_across_a_restart() {
    let folder = tempfile::tempdir().unwrap();
    {
        let store = ObjectStore::folder(folder.path()).await.unwrap();
        store.ensure_bucket("media").unwrap();
        client(&store)
            .put_object()
            .bucket("media")
            .key("media/a.jpg")
            .content_type("image/jpeg")
            .cache_control("public, max-age=31536000, immutable")
            .body(ByteStream::from_static(b"picture"))
            .send()
            .await
            .unwrap();
    }
    let store = ObjectStore::folder(folder.path()).await.unwrap();
    store.ensure_bucket("media").unwrap();
    let object = client(&store)
        .get_object()
        .bucket("media")
        .key("media/a.jpg")
        .send()
        .await
        .unwrap();
    assert_eq!(object.content_type(), Some("image/jpeg"));
    assert_eq!(
        object.cache_control(),
        Some("public, max-age=31536000, immutable")
    );
    assert_eq!(object.body.collect().await.unwrap().into_bytes(), "picture");
}

#[tokio::test]
async fn a_missing_object_is_the_error_that_s3_gives() {
    let folder = tempfile::tempdir().unwrap();
    let store = ObjectStore::folder(folder.path()).await.unwrap();
    store.ensure_bucket("media").unwrap();
    let error = client(&store)
        .get_object()
        .bucket("media")
        .key("none")
        .send()
        .await
        .unwrap_err();
    assert!(error.into_service_error().is_no_such_key());
}

#[tokio::test]
async fn a_listing_filters_by_prefix_paginates_and_has_the_time_of_each_upload() {
    let folder = tempfile::tempdir().unwrap();
    let store = ObjectStore::folder(folder.path()).await.unwrap();
    store.ensure_bucket("media").unwrap();
    let client = client(&store);
    let before = SystemTime::now() - Duration::from_secs(1);
    for key in ["media/c", "media/a", "other/a", "media/b"] {
        let put = client.put_object().bucket("media").key(key);
        put.body(ByteStream::from_static(b"picture"))
            .send()
            .await
            .unwrap();
    }
    let mut pages: Vec<Vec<String>> = Vec::new();
    let mut from = None;
    loop {
        let list = client
            .list_objects_v2()
            .bucket("media")
            .prefix("media/")
            .max_keys(2);
        let page = list.set_continuation_token(from).send().await.unwrap();
        for object in page.contents() {
            let uploaded = SystemTime::try_from(*object.last_modified().unwrap()).unwrap();
            assert!(
                uploaded >= before && uploaded <= SystemTime::now(),
                "{uploaded:?}"
            );
        }
        let keys = page.contents().iter().filter_map(|object| object.key());
        pages.push(keys.map(str::to_owned).collect());
        assert_eq!(page.is_truncated(), Some(page.next_continuation_token.is_some()));
        from = page.next_continuation_token;
        if from.is_none() {
            break;
        }
    }
    assert_eq!(pages, [vec!["media/a", "media/b"], vec!["media/c"]]);
}

#[tokio::test]
async fn callers_may_have_their_own_keys_and_unknown_keys_are_refused() {
    let folder = tempfile::tempdir().unwrap();
    let store = ObjectStore::folder(folder.path()).await.unwrap();
    store.ensure_bucket("media").unwrap();
    for (key, secret, allowed) in [
        ("local", "local-secret-access-key", true),
        ("local-banners", "local-secret-access-key", true),
        ("local-banners", "another", false),
        ("locals", "local-secret-access-key", false),
        ("stranger", "local-secret-access-key", false),
    ] {
        let credentials = aws_sdk_s3::config::Credentials::new(key, secret, None, None, "test");
        let config = aws_sdk_s3::config::Builder::from(&super::settings(store.endpoint()))
            .force_path_style(true)
            .credentials_provider(credentials)
            .build();
        let put = Client::from_conf(config).put_object().bucket("media").key("a");
        let sent = put.body(ByteStream::from_static(b"a")).send().await;
        assert_eq!(sent.is_ok(), allowed, "{key} {secret}");
    }
}

#[tokio::test(flavor = "multi_thread", worker_threads = 4)]
async fn a_bucket_is_listed_while_objects_come_and_go() {
    let folder = tempfile::tempdir().unwrap();
    let store = ObjectStore::folder(folder.path()).await.unwrap();
    store.ensure_bucket("media").unwrap();
    let client = client(&store);
    // Few at once: each call has three seconds, whatever else the machine does.
    let changes = (0..4).map(|writer| {
        let client = client.clone();
        tokio::spawn(async move {
            for number in 0..25 {
                let key = format!("media/{writer}-{number}");
                let put = client.put_object().bucket("media").key(&key);
                put.body(ByteStream::from_static(b"picture"))
                    .send()
                    .await
                    .unwrap();
                let delete = client.delete_object().bucket("media").key(&key);
                delete.send().await.unwrap();
            }
        })
    });
    let listings = (0..2).map(|_| {
        let client = client.clone();
        tokio::spawn(async move {
            for _ in 0..50 {
                client.list_objects_v2().bucket("media").send().await.unwrap();
            }
        })
    });
    for task in changes.chain(listings).collect::<Vec<_>>() {
        task.await.unwrap();
    }
}
