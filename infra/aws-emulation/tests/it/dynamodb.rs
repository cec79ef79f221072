use aws_emulation::DynamoDb;
use aws_sdk_dynamodb::Client;
use aws_sdk_dynamodb::types::{
    AttributeDefinition, AttributeValue, BillingMode, KeySchemaElement, KeyType, ScalarAttributeType,
    StreamSpecification, StreamViewType, TimeToLiveSpecification,
};
use aws_sdk_dynamodbstreams::types::ShardIteratorType;

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
async fn the_stream_hands_out_writes_in_order() {
    let database = DynamoDb::memory().await.unwrap();
    let settings = super::settings(database.endpoint());
    let client = Client::new(&settings);
    create_table(&client).await;
    put(&client, "first", 1).await;
    put(&client, "second", 1).await;

    let streams = aws_sdk_dynamodbstreams::Client::new(&settings);
    let arn = client
        .describe_table()
        .table_name("things")
        .send()
        .await
        .unwrap()
        .table
        .and_then(|table| table.latest_stream_arn)
        .unwrap();
    let described = streams.describe_stream().stream_arn(&arn).send().await.unwrap();
    let shard = described.stream_description.unwrap().shards.unwrap()[0]
        .shard_id
        .clone()
        .unwrap();
    let iterator = streams
        .get_shard_iterator()
        .stream_arn(&arn)
        .shard_id(shard)
        .shard_iterator_type(ShardIteratorType::TrimHorizon)
        .send()
        .await
        .unwrap()
        .shard_iterator
        .unwrap();
    let records = streams
        .get_records()
        .shard_iterator(iterator)
        .send()
        .await
        .unwrap()
        .records
        .unwrap();
    let keys: Vec<_> = records
        .iter()
        .map(|record| {
            record.dynamodb.as_ref().unwrap().keys.as_ref().unwrap()["pk"]
                .as_s()
                .unwrap()
                .clone()
        })
        .collect();
    assert_eq!(keys, ["first", "second"]);
}
