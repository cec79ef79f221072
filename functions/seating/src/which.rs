//! Which of an exam's plans a request means, while a draft is beside what is published.

use domain::Invalid;
use seating_plans::WhichPlan;
use serde::Deserialize;
use utoipa::IntoParams;

#[derive(Deserialize, IntoParams)]
#[serde(deny_unknown_fields)]
#[into_params(parameter_in = Query)]
pub(crate) struct WhichIn {
    /// `draft`, the draft or else what is published; or `published`. `draft` when left out.
    of: Option<String>,
}

impl WhichIn {
    pub(crate) fn parse(self) -> Result<WhichPlan, Invalid> {
        match self.of.as_deref().map(str::trim) {
            None | Some("" | "draft") => Ok(WhichPlan::Draft),
            Some("published") => Ok(WhichPlan::Published),
            Some(_) => Err(Invalid::new("of", "Please send draft or published")),
        }
    }
}
