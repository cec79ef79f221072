//! What the names of the template stand for in the local system, as CloudFormation would resolve them.

use std::collections::BTreeMap;

use crate::environment::{Environment, MAIL_DOMAIN};
use crate::iam::{ACCOUNT, REGION, arn};
use crate::template::Template;

/// The values of parameters and resources.
pub(crate) struct Stack {
    /// By what the template writes: `ProviderSecretArn`, `CatalogueTable`, `CatalogueTable.Arn`, `AWS::Region`.
    values: BTreeMap<String, String>,
}

impl Stack {
    /// The values of everything that a function has as a variable are the variable's; the rest follows from its kind.
    pub(crate) fn new(template: &Template, environment: &Environment) -> Stack {
        let mut values = BTreeMap::from(
            [
                ("AWS::Partition", "aws".to_owned()),
                ("AWS::Region", REGION.to_owned()),
                ("AWS::AccountId", ACCOUNT.to_owned()),
                ("MailIdentity", MAIL_DOMAIN.to_owned()),
            ]
            .map(|(name, value)| (name.to_owned(), value)),
        );
        for (name, function) in &template.functions {
            values.insert(function.id.clone(), name.clone());
            for (variable, written) in &function.variables {
                let named = written.as_str().filter(|written| template.names(written));
                if let Some((written, value)) = named.zip(environment.value(variable)) {
                    values.insert(written.to_owned(), value.to_owned());
                }
            }
        }
        for (id, kind) in &template.resources {
            if let Some(found) = values.get(id).and_then(|name| arn_of(kind, name)) {
                values.insert(format!("{id}.Arn"), found);
            }
        }
        Stack { values }
    }

    /// The value of a name of the template, if it has one.
    pub(crate) fn value(&self, name: &str) -> Option<String> {
        self.values.get(name).cloned()
    }

    /// What a resource of a policy is in the local system.
    ///
    /// # Errors
    /// When it names something without a value.
    pub(crate) fn resolve(&self, written: &str) -> Result<String, String> {
        if let Some(value) = self.values.get(written) {
            return Ok(value.clone());
        }
        let mut resolved = String::new();
        let mut rest = written;
        while let Some((before, after)) = rest.split_once("${") {
            let (name, after) = after.split_once('}').unwrap_or((after, ""));
            let value = self.values.get(name).ok_or_else(|| unknown(written, name))?;
            resolved.push_str(before);
            resolved.push_str(value);
            rest = after;
        }
        resolved.push_str(rest);
        if resolved == "*" || resolved.starts_with("arn:") {
            Ok(resolved)
        } else {
            Err(unknown(written, written))
        }
    }
}

fn unknown(written: &str, name: &str) -> String {
    format!(
        "the policy's resource {written} has no local value because {name} has none; add it to infra/local/src/stack.rs"
    )
}

fn arn_of(kind: &str, name: &str) -> Option<String> {
    match kind {
        "AWS::DynamoDB::Table" => Some(arn("dynamodb", &format!("table/{name}"))),
        "AWS::S3::Bucket" => Some(arn("s3", name)),
        "AWS::Serverless::Function" => Some(arn("lambda", &format!("function:{name}"))),
        _ => None,
    }
}
