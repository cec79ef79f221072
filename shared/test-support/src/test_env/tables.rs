//! What is in the tables and their streams, past every rule and the fault injector.

use crate::TestEnv;
use aws_sdk_dynamodb::types::{
    AttributeValue, DeleteRequest, PutRequest, StreamSpecification, StreamViewType, WriteRequest,
};
use domain::payment::Order;
use serde_json::Value;
use std::collections::HashMap;
use store::tables::Table;

impl TestEnv {
    /// Everything in a table, in the order of its keys: what "changes nothing" is checked against.
    pub async fn dump(&self, table: Table) -> Vec<Value> {
        let pages = self.client.scan().table_name(table.variable()).into_paginator();
        let items: Result<Vec<_>, _> = pages.items().send().collect().await;
        let mut items: Vec<Value> = items
            .unwrap()
            .into_iter()
            .map(|item| serde_dynamo::from_item(item).unwrap())
            .collect();
        items.sort_by_key(|item| (item["pk"].to_string(), item["sk"].to_string()));
        items
    }

    /// The items of a kind in a table, in the order of their keys.
    pub async fn of_kind(&self, table: Table, kind: &str) -> Vec<Value> {
        let items = self.dump(table).await.into_iter();
        items.filter(|item| item["kind"] == kind).collect()
    }

    /// Makes a member of the first item of a kind that a candidate has one that cannot be read.
    pub async fn spoil(&self, kind: &str, customer_id: &str, pointer: &str) {
        let items = self.of_kind(Table::Registrations, kind).await;
        let partition = format!("REG#{customer_id}");
        let mut item = items.into_iter().find(|item| item["pk"] == partition).unwrap();
        *item.pointer_mut(pointer).unwrap() = Value::from("another word");
        self.put(Table::Registrations, &item).await;
    }

    /// Brings the candidate of an order into the lists and totals, as the notifier does when it hears of them.
    pub async fn project(&self, order: &Order) {
        let customer = std::slice::from_ref(&order.customer_id);
        let missed = self.registrations().project(customer, self.clock.now()).await;
        assert!(missed.is_empty());
    }

    /// Puts many items into a table as they are.
    pub async fn put_all(&self, table: Table, items: impl IntoIterator<Item = Value>) {
        self.write_all(table, items.into_iter().map(putting).collect())
            .await;
    }

    async fn write_all(&self, table: Table, requests: Vec<WriteRequest>) {
        for batch in requests.chunks(25) {
            let batch = self
                .client
                .batch_write_item()
                .request_items(table.variable(), batch.to_vec());
            assert!(
                batch
                    .send()
                    .await
                    .unwrap()
                    .unprocessed_items
                    .is_none_or(|left| left.is_empty())
            );
        }
    }

    /// Puts an item into a table as it is.
    pub async fn put(&self, table: Table, item: &Value) {
        let item = serde_dynamo::to_item(item).unwrap();
        self.client
            .put_item()
            .table_name(table.variable())
            .set_item(Some(item))
            .send()
            .await
            .unwrap();
    }

    /// Makes a table that holds `present` hold `wanted`, both as [`TestEnv::dump`] gives them.
    pub async fn restore(&self, table: Table, present: &[Value], wanted: &[Value]) {
        let gone = present
            .iter()
            .filter(|item| !wanted.iter().any(|kept| same_key(kept, item)));
        let changed = wanted.iter().filter(|item| !present.contains(item)).cloned();
        let requests = gone.map(deleting).chain(changed.map(putting));
        self.write_all(table, requests.collect()).await;
    }

    /// Removes an item.
    pub async fn delete(&self, table: Table, item: &Value) {
        self.client
            .delete_item()
            .table_name(table.variable())
            .set_key(Some(key(item)))
            .send()
            .await
            .unwrap();
    }

    /// Everything the stream of a table has brought since [`Self::start_stream`], as Lambda hands it on.
    #[must_use]
    pub fn stream(&self, table: Table) -> Vec<Value> {
        self.stream_after(table, None)
    }

    /// What the stream of a table has brought after the record of this sequence number, as Lambda hands it on.
    #[must_use]
    pub fn stream_after(&self, table: Table, after: Option<&str>) -> Vec<Value> {
        let stream = self.dynamodb.stream(table.variable()).unwrap();
        stream.after(after, 1_000).unwrap()
    }

    /// Starts the stream of a table.
    pub async fn start_stream(&self, table: Table) {
        let both_images = StreamSpecification::builder()
            .stream_enabled(true)
            .stream_view_type(StreamViewType::NewAndOldImages)
            .build();
        self.client
            .update_table()
            .table_name(table.variable())
            .stream_specification(both_images.unwrap())
            .send()
            .await
            .unwrap();
    }
}

fn same_key(one: &Value, other: &Value) -> bool {
    one["pk"] == other["pk"] && one["sk"] == other["sk"]
}

fn key(item: &Value) -> HashMap<String, AttributeValue> {
    let part = |name: &str| AttributeValue::S(item[name].as_str().unwrap().to_owned());
    HashMap::from(["pk", "sk"].map(|name| (name.to_owned(), part(name))))
}

fn putting(item: Value) -> WriteRequest {
    let item = serde_dynamo::to_item(item).unwrap();
    let put = PutRequest::builder().set_item(Some(item)).build().unwrap();
    WriteRequest::builder().put_request(put).build()
}

fn deleting(item: &Value) -> WriteRequest {
    let delete = DeleteRequest::builder().set_key(Some(key(item))).build().unwrap();
    WriteRequest::builder().delete_request(delete).build()
}
