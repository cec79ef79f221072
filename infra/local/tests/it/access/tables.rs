//! What is in the tables of a system that runs.

use std::collections::BTreeMap;

use config::Env;
use local::System;
use serde_json::Value;
use store::tables::Table;

use crate::Fixture;

/// What a command on the system's tables is configured with.
pub(crate) fn environment(fixture: &Fixture) -> Env {
    let environment = std::fs::read_to_string(fixture.options().data.join("environment")).unwrap();
    let pairs = environment.lines().map(|line| {
        let (name, value) = line.split_once('=').unwrap();
        (name.to_owned(), value.trim_matches('\'').to_owned())
    });
    Env::from_pairs(pairs)
}

/// Everything in all tables but the counters of the throttles and of attempts to sign in, and but the sessions, whose use
/// any call may write down; as soon as nothing works on them any more.
pub(crate) async fn everything(fixture: &Fixture, system: &System) -> BTreeMap<String, Value> {
    system.stream_is_read().await;
    let env = environment(fixture);
    let client = aws_sdk_dynamodb::Client::new(&env.aws_for("DYNAMODB").unwrap());
    let mut items = BTreeMap::new();
    for table in Table::ALL {
        let name = env.required(table.variable()).unwrap();
        let scan = client.scan().table_name(&name).consistent_read(true);
        let mut pages = scan.into_paginator().items().send();
        while let Some(item) = pages.next().await {
            let item: Value = serde_dynamo::from_item(item.unwrap()).unwrap();
            let key = format!("{name} {} {}", item["pk"], item["sk"]);
            if !["THROTTLE#", "LOGIN#", "SESSION#"]
                .iter()
                .any(|of| key.contains(of))
            {
                items.insert(key, item);
            }
        }
    }
    items
}
