//! How a second factor is set up and used, in the administrator's item.
//!
//! | access pattern | call |
//! |---|---|
//! | begin to set one up | UpdateItem, unless there is one |
//! | set it up, take it away | as any change of the account |
//! | use a code | UpdateItem, if its step is later than the last one used |
//! | use a recovery code | UpdateItem, if it is unused |

use super::{Administrator, Administrators, administrator_key};
use crate::{
    admin::second_factor::Enrolment,
    dynamo::{StoreError, attribute, n, s},
    transaction::{Write, written},
};

impl Administrators {
    /// Keeps what a second factor is being set up with; `Stale` when there is a second factor already.
    pub async fn begin_enrolment(
        &self,
        administrator: &Administrator,
        enrolment: &Enrolment,
    ) -> Result<Write, StoreError> {
        let sent = self
            .client
            .update_item()
            .table_name(&self.table)
            .set_key(Some(administrator_key(&administrator.username)))
            .update_expression("SET enrolment = :enrolment")
            .condition_expression("id = :id AND attribute_not_exists(second_factor)")
            .expression_attribute_values(":enrolment", attribute("admin", enrolment)?)
            .expression_attribute_values(":id", s(&administrator.id))
            .send()
            .await;
        written(sent)
    }

    /// Accepts the code of a step of a second factor, once; `Stale` when it or a later one was accepted, or the second
    /// factor is another.
    pub async fn use_step(
        &self,
        administrator: &Administrator,
        secret: &str,
        step: u64,
    ) -> Result<Write, StoreError> {
        let sent = self
            .client
            .update_item()
            .table_name(&self.table)
            .set_key(Some(administrator_key(&administrator.username)))
            .update_expression("SET second_factor.last_step = :step")
            .condition_expression(
                "id = :id AND second_factor.#secret = :secret AND second_factor.last_step < :step",
            )
            .expression_attribute_names("#secret", "secret")
            .expression_attribute_values(":id", s(&administrator.id))
            .expression_attribute_values(":secret", s(secret))
            .expression_attribute_values(":step", n(step))
            .send()
            .await;
        written(sent)
    }

    /// Accepts a recovery code by its hash, once; `Stale` when it is none that is unused.
    pub async fn use_recovery_code(
        &self,
        administrator: &Administrator,
        hash: &str,
    ) -> Result<Write, StoreError> {
        let sent = self
            .client
            .update_item()
            .table_name(&self.table)
            .set_key(Some(administrator_key(&administrator.username)))
            .update_expression("REMOVE second_factor.recovery.#hash")
            .condition_expression("id = :id AND attribute_exists(second_factor.recovery.#hash)")
            .expression_attribute_names("#hash", hash)
            .expression_attribute_values(":id", s(&administrator.id))
            .send()
            .await;
        written(sent)
    }
}
