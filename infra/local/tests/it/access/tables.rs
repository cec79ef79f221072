//! What is in the tables of a system that runs.

use std::collections::BTreeMap;

use config::Env;
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

/// How often the tables are read before they must have settled.
const LOOKS: usize = 120;

/// Everything in all tables but the counters of the throttles and of attempts to sign in, and but the sessions, whose use
/// any call may write down; as soon as nothing works on them any more.
pub(crate) async fn everything(fixture: &Fixture) -> BTreeMap<String, Value> {
    let env = environment(fixture);
    let client = aws_sdk_dynamodb::Client::new(&env.aws_for("DYNAMODB").unwrap());
    let mut before: BTreeMap<String, Value> = BTreeMap::new();
    for _ in 0..LOOKS {
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
        if items == before {
            return items;
        }
        before = items;
        tokio::time::sleep(std::time::Duration::from_millis(500)).await;
    }
    panic!("the tables do not come to rest: {:?}", before.keys());
}
