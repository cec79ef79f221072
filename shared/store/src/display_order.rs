//! The display order of a list, one item beside the things of the list in their table.

use crate::{
    dynamo::{Item, StoreError, n, write},
    transaction::incomplete,
};
use aws_sdk_dynamodb::types::{Put, TransactWriteItem};
use domain::display_order::DisplayOrder;

/// The action that writes an order over the version before its own.
pub(crate) fn put(
    (table, name): (&'static str, &str),
    key: Item,
    order: &DisplayOrder,
) -> Result<TransactWriteItem, StoreError> {
    let mut item = write(table, order)?;
    item.extend(key);
    let put = Put::builder().table_name(name).set_item(Some(item));
    let put = match order.version() {
        0 | 1 => put.condition_expression("attribute_not_exists(pk)"),
        version => put
            .condition_expression("version = :decided_on")
            .expression_attribute_values(":decided_on", n(version - 1)),
    };
    let put = put.build().map_err(incomplete)?;
    Ok(TransactWriteItem::builder().put(put).build())
}
