//! The tables, made as `store` defines them.

use aws_sdk_dynamodb::Client;
use aws_sdk_dynamodb::types::{KeySchemaElement, KeyType, TimeToLiveSpecification};
use config::Env;
use store::tables::Table;

use crate::StartError;
use crate::iam::PartitionKeys;

/// The name of a table in the local system.
pub(crate) fn name(table: Table) -> &'static str {
    match table {
        Table::Catalogue => "catalogue",
        Table::Content => "content",
        Table::Registrations => "registrations",
        Table::Admin => "admin",
        Table::Access => "access",
        Table::CheckIn => "check-in",
    }
}

/// The partition keys of the tables and of their indexes.
///
/// # Errors
/// None in practice: only when a definition lacked a required part.
pub(crate) fn partition_keys() -> Result<PartitionKeys, aws_sdk_dynamodb::error::BuildError> {
    let mut keys = PartitionKeys::new();
    let mut insert = |place: String, schema: &[KeySchemaElement]| {
        let hash = schema.iter().find(|key| key.key_type == KeyType::Hash);
        keys.extend(hash.map(|key| (place, key.attribute_name.clone())));
    };
    for table in Table::ALL {
        let definition = table.definition(name(table))?.build()?;
        insert(name(table).to_owned(), definition.key_schema());
        for index in definition.global_secondary_indexes() {
            let place = format!("{}/index/{}", name(table), index.index_name);
            insert(place, index.key_schema());
        }
    }
    Ok(keys)
}

/// Makes the tables that are not there yet.
///
/// # Errors
/// When the database refuses.
pub(crate) async fn ensure(env: &Env) -> Result<(), StartError> {
    let settings = env.aws_for("DYNAMODB");
    let settings = settings.map_err(|error| StartError::because("Reaching the database", error))?;
    let client = Client::new(&settings);
    for table in Table::ALL {
        make(&client, table)
            .await
            .map_err(|error| StartError::because(format!("Making the table {}", name(table)), error))?;
    }
    Ok(())
}

async fn make(client: &Client, table: Table) -> Result<(), aws_sdk_dynamodb::Error> {
    match table.definition(name(table))?.send_with(client).await {
        Ok(_) => {}
        Err(error) => {
            let there = error.as_service_error().is_some_and(
                aws_sdk_dynamodb::operation::create_table::CreateTableError::is_resource_in_use_exception,
            );
            return if there { Ok(()) } else { Err(error.into()) };
        }
    }
    if let Some(attribute) = table.time_to_live() {
        let specification = TimeToLiveSpecification::builder()
            .attribute_name(attribute)
            .enabled(true)
            .build()?;
        client
            .update_time_to_live()
            .table_name(name(table))
            .time_to_live_specification(specification)
            .send()
            .await?;
    }
    Ok(())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_table_has_its_partition_key_and_each_of_its_indexes_its_own() {
        let keys = partition_keys().unwrap();
        assert_eq!(keys["catalogue"], "pk");
        assert_eq!(keys["registrations"], "pk");
        assert_eq!(keys["registrations/index/due"], "due_shard");
    }
}
