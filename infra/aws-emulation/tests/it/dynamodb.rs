use aws_emulation::DynamoDb;
use aws_sdk_dynamodb::Client;
use aws_sdk_dynamodb::types::{
    AttributeDefinition, AttributeValue, BillingMode, KeySchemaElement, KeyType, ScalarAttributeType,
    StreamSpecification, StreamViewType, TimeToLiveSpecification,
};

async fn create_table(client: &Client) {
    client
        .create_table()
        .table_name("things")
        .billing_mode(BillingMode::PayPerRequest)
        .key_schema(
            KeySchemaElement::builder()
                .attribute_name("pk")
                .key_type(KeyType::Hash)
                .build()
                .unwrap(),
        )
        .attribute_definitions(
            AttributeDefinition::builder()
                .attribute_name("pk")
                .attribute_type(ScalarAttributeType::S)
                .build()
                .unwrap(),
        )
        .stream_specification(
            StreamSpecification::builder()
                .stream_enabled(true)
                .stream_view_type(StreamViewType::NewAndOldImages)
                .build()
                .unwrap(),
        )
        .send()
        .await
        .unwrap();
}

async fn put(client: &Client, pk: &str, expires: i64) {
    client
        .put_item()
        .table_name("things")
        .item("pk", AttributeValue::S(pk.to_owned()))
        .item("expires", AttributeValue::N(expires.to_string()))
        .send()
        .await
        .unwrap();
}

async fn present(client: &Client, pk: &str) -> bool {
    client
        .get_item()
        .table_name("things")
        .key("pk", AttributeValue::S(pk.to_owned()))
        .send()
        .await
        .unwrap()
        .item
        .is_some()
}

#[tokio::test]
async fn an_item_survives_in_the_file_and_not_in_memory() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("dynamodb.sqlite");
    {
        let database = DynamoDb::file(&path).await.unwrap();
        let client = Client::new(&super::settings(database.endpoint()));
        create_table(&client).await;
        put(&client, "kept", 0).await;
    }
    let database = DynamoDb::file(&path).await.unwrap();
    assert!(present(&Client::new(&super::settings(database.endpoint())), "kept").await);

    let other = DynamoDb::memory().await.unwrap();
    let client = Client::new(&super::settings(other.endpoint()));
    assert!(client.describe_table().table_name("things").send().await.is_err());
}

/// A table keeps the records of a day, and each write looks for the last of them.
#[tokio::test]
async fn a_write_finds_its_place_in_the_stream_without_looking_through_it() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("dynamodb.sqlite");
    let _database = DynamoDb::file(&path).await.unwrap();
    let database = rusqlite::Connection::open(&path).unwrap();
    // As the database asks when it writes, and when a reader asks for what is new.
    for (asks, index) in [
        (
            "SELECT COALESCE(MAX(CAST(sequence_number AS INTEGER)), 0) + 1 FROM _stream_records
             WHERE table_name = 'things'",
            "COVERING INDEX stream_positions ",
        ),
        (
            "SELECT MIN(CAST(sequence_number AS INTEGER)), MAX(CAST(sequence_number AS INTEGER)) FROM _stream_records
             WHERE table_name = 'things' AND shard_id = 'one'",
            "COVERING INDEX stream_positions_by_shard ",
        ),
    ] {
        let plan = database.query_row(&format!("EXPLAIN QUERY PLAN {asks}"), [], |row| row.get("detail"));
        let plan: String = plan.unwrap();
        assert!(plan.contains(index), "{plan}");
    }
}

#[tokio::test]
async fn a_sweep_deletes_exactly_what_has_expired() {
    let database = DynamoDb::memory().await.unwrap();
    let client = Client::new(&super::settings(database.endpoint()));
    create_table(&client).await;
    client
        .update_time_to_live()
        .table_name("things")
        .time_to_live_specification(
            TimeToLiveSpecification::builder()
                .attribute_name("expires")
                .enabled(true)
                .build()
                .unwrap(),
        )
        .send()
        .await
        .unwrap();
    let now = time::OffsetDateTime::now_utc().unix_timestamp();
    put(&client, "old", now - 60).await;
    put(&client, "new", now + 600).await;
    assert!(present(&client, "old").await, "nothing expires before the sweep");

    assert_eq!(database.sweep_expired().await.unwrap(), 1);

    assert!(!present(&client, "old").await);
    assert!(present(&client, "new").await);
}

#[tokio::test]
async fn the_stream_hands_out_writes_in_order_and_goes_on_after_any_of_them() {
    let database = DynamoDb::memory().await.unwrap();
    let client = Client::new(&super::settings(database.endpoint()));
    create_table(&client).await;
    for pk in ["first", "second", "third"] {
        put(&client, pk, 1).await;
    }

    let stream = database.stream("things").unwrap();
    let records = stream.after(None, 10).unwrap();
    let keys = |records: &[serde_json::Value]| -> Vec<String> {
        records
            .iter()
            .map(|record| record["dynamodb"]["Keys"]["pk"]["S"].as_str().unwrap().to_owned())
            .collect()
    };
    assert_eq!(keys(&records), ["first", "second", "third"]);
    assert_eq!(records[0]["eventName"], "INSERT");
    assert_eq!(records[0]["dynamodb"]["NewImage"]["expires"]["N"], "1");

    let first = records[0]["dynamodb"]["SequenceNumber"].as_str();
    assert_eq!(keys(&stream.after(first, 1).unwrap()), ["second"]);
    let last = records[2]["dynamodb"]["SequenceNumber"].as_str();
    assert!(stream.after(last, 10).unwrap().is_empty());
}
