//! The tables, made as `store` defines them.

use aws_sdk_dynamodb::Client;
use aws_sdk_dynamodb::types::TimeToLiveSpecification;
use store::tables::Table;

use crate::StartError;

/// The name of a table in the local system.
pub(crate) fn name(table: Table) -> &'static str {
    match table {
        Table::Catalog => "catalog",
        Table::Content => "content",
        Table::Registrations => "registrations",
        Table::Admin => "admin",
        Table::Access => "access",
    }
}

/// The name of a table in template.yaml.
pub(crate) fn name_in_template(table: Table) -> &'static str {
    match table {
        Table::Catalog => "CatalogTable",
        Table::Content => "ContentTable",
        Table::Registrations => "RegistrationsTable",
        Table::Admin => "AdminTable",
        Table::Access => "AccessTable",
    }
}

/// Makes the tables that are not there yet.
///
/// # Errors
/// When the database refuses.
pub(crate) async fn ensure(client: &Client) -> Result<(), StartError> {
    for table in Table::ALL {
        make(client, table)
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
