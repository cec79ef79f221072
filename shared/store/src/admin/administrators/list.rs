//! All administrators, by the list of their names.

use super::{Administrator, Administrators, administrator_key};
use crate::dynamo::{Item, StoreError, get_all, key, query_all, read, s, text};

/// The partition of the names.
const ACCOUNTS: &str = "ACCOUNTS";

impl Administrators {
    /// Every administrator of a role that is known or not, by name, from the list of names.
    pub async fn listed(&self) -> Result<Vec<Administrator>, StoreError> {
        let query = self
            .client
            .query()
            .table_name(&self.table)
            .consistent_read(true)
            .key_condition_expression("pk = :accounts")
            .expression_attribute_values(":accounts", s(ACCOUNTS));
        let items = query_all(query).await?;
        let keys: Vec<Item> = items
            .iter()
            .map(|item| administrator_key(text(item, "sk")))
            .collect();
        let items = get_all(&self.client, &self.table, &keys).await?.into_iter();
        let mut found: Vec<Administrator> =
            items.map(|item| read("admin", item)).collect::<Result<_, _>>()?;
        found.sort_by_key(|administrator| administrator.username.to_lowercase());
        Ok(found)
    }

    /// Every administrator, by name. Reads the whole table, the audit log with it: not for a request.
    pub async fn all(&self) -> Result<Vec<Administrator>, StoreError> {
        let mut found: Vec<Administrator> = Vec::new();
        let mut from = None;
        loop {
            let page = self
                .client
                .scan()
                .table_name(&self.table)
                .filter_expression("sk = :administrator")
                .expression_attribute_values(":administrator", s("ADMIN"))
                .consistent_read(true)
                .set_exclusive_start_key(from)
                .send()
                .await?;
            for item in page.items.unwrap_or_default() {
                found.push(read("admin", item)?);
            }
            from = page.last_evaluated_key;
            if from.is_none() {
                break;
            }
        }
        found.sort_by_key(|administrator| administrator.username.to_lowercase());
        Ok(found)
    }
}

/// That there is one of a name.
pub(super) fn name_item(username: &str) -> Item {
    key(ACCOUNTS, username.to_lowercase())
}
