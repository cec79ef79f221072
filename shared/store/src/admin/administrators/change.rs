//! A change of an account as it was read, with everything that is written if and only if it is made.

use super::{Administrator, Administrators, MailsAfter, administrator_key};
use crate::{
    access::{Access, SessionsAfter},
    admin::{
        audit::{self, AuditEntry},
        reports,
    },
    dynamo::{StoreError, attribute, n, s},
    transaction::{self, Transaction, incomplete},
};
use aws_sdk_dynamodb::types::{AttributeValue, ConditionCheck, TransactWriteItem, Update};
use domain::{Contended, Role};

/// How a change of an account ended.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
#[must_use]
pub enum Changed {
    /// It was written.
    Done,
    /// The account has changed since it was read; nothing was written.
    Stale,
    /// The account that must stay an administrator is none any more; nothing was written.
    NoAdministratorLeft,
}

impl Administrators {
    /// Makes of an administrator as read what `after` is, with the audit entry of it, and ends sessions. `left` is an
    /// account that must be one of an administrator who can sign in, for the change to be made.
    pub async fn change(
        &self,
        after: &Administrator,
        access: &Access,
        sessions: SessionsAfter<'_>,
        left: Option<&Administrator>,
        entry: &AuditEntry,
        mails: MailsAfter<'_>,
    ) -> Result<Changed, StoreError> {
        let mut actions = vec![
            self.replacement(after)?,
            audit::put(entry, &self.table)?,
            reports::reading(&self.table, after)?,
        ];
        actions.extend(access.ending(&after.id, sessions)?);
        actions.extend(mails.actions()?);
        if let Some(left) = left {
            actions.push(self.is_administrator(left)?);
        }
        let of_left = left.map(|_| actions.len() - 1);
        match transaction::transact(&self.client, actions).await? {
            Transaction::Done => Ok(Changed::Done),
            Transaction::Refused(places) => Ok(match places[..] {
                [place] if Some(place) == of_left => Changed::NoAdministratorLeft,
                _ => Changed::Stale,
            }),
            Transaction::Conflict => Err(Contended("an administrator").into()),
        }
    }

    /// Everything that may change of an account, if it is as it was read.
    fn replacement(&self, after: &Administrator) -> Result<TransactWriteItem, StoreError> {
        let Administrator {
            id,
            username,
            password_hash,
            role,
            disabled,
            email,
            must_change_password,
            second_factor,
            enrolment,
            invitation,
            daily_report,
            rev,
        } = after;
        // A code that was used since then stays used, though it leaves `rev` alone.
        let unchanged = match second_factor {
            Some(_) => {
                "id = :id AND rev = :rev AND \
                        (attribute_not_exists(second_factor) OR second_factor = :second_factor)"
            }
            None => "id = :id AND rev = :rev",
        };
        let mut update = Update::builder()
            .table_name(&self.table)
            .set_key(Some(administrator_key(username)))
            .condition_expression(unchanged)
            .expression_attribute_names("#role", "role")
            .expression_attribute_values(":id", s(id))
            .expression_attribute_values(":rev", n(rev))
            .expression_attribute_values(":next", n(rev + 1))
            .expression_attribute_values(":hash", s(password_hash))
            .expression_attribute_values(":role", s(role.word()))
            .expression_attribute_values(":disabled", AttributeValue::Bool(*disabled))
            .expression_attribute_values(":must", AttributeValue::Bool(*must_change_password))
            .expression_attribute_values(":report", AttributeValue::Bool(*daily_report));
        let mut set = "SET rev = :next, password_hash = :hash, #role = :role, disabled = :disabled, \
                       must_change_password = :must, daily_report = :report"
            .to_owned();
        let mut remove = Vec::new();
        for (name, value) in [
            ("email", email.as_ref().map(|email| Ok(s(email.as_str())))),
            (
                "second_factor",
                second_factor.as_ref().map(|factor| attribute("admin", factor)),
            ),
            (
                "enrolment",
                enrolment.as_ref().map(|enrolment| attribute("admin", enrolment)),
            ),
            (
                "invitation",
                invitation
                    .as_ref()
                    .map(|invitation| attribute("admin", invitation)),
            ),
        ] {
            match value {
                Some(value) => {
                    set = format!("{set}, {name} = :{name}");
                    update = update.expression_attribute_values(format!(":{name}"), value?);
                }
                None => remove.push(name),
            }
        }
        if !remove.is_empty() {
            set = format!("{set} REMOVE {}", remove.join(", "));
        }
        let update = update.update_expression(set).build().map_err(incomplete)?;
        Ok(TransactWriteItem::builder().update(update).build())
    }

    fn is_administrator(&self, left: &Administrator) -> Result<TransactWriteItem, StoreError> {
        let check = ConditionCheck::builder()
            .table_name(&self.table)
            .set_key(Some(administrator_key(&left.username)))
            .condition_expression(
                "id = :id AND #role = :admin AND disabled = :no AND attribute_not_exists(invitation)",
            )
            .expression_attribute_names("#role", "role")
            .expression_attribute_values(":id", s(&left.id))
            .expression_attribute_values(":admin", s(Role::Admin.word()))
            .expression_attribute_values(":no", AttributeValue::Bool(false))
            .build()
            .map_err(incomplete)?;
        Ok(TransactWriteItem::builder().condition_check(check).build())
    }
}
