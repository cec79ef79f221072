//! Why a thing of the catalogue should not be deleted or emptied.

use domain::catalogue::Package;
use http_api::ApiError;
use serde::Serialize;
use std::borrow::Cow;
use store::catalogue::Everything;
use utoipa::ToSchema;

/// Why a thing should not be deleted, or emptied.
#[derive(Debug, Serialize, ToSchema)]
#[schema(as = Refusal)]
pub struct CatalogueRefusal {
    /// The code with which a deletion that spares what is used is refused.
    code: &'static str,
    /// Its message.
    message: Cow<'static, str>,
}

impl From<CatalogueRefusal> for ApiError {
    fn from(refusal: CatalogueRefusal) -> Self {
        Self::conflict(refusal.code, refusal.message)
    }
}

/// Refuses a change of the catalogue that leaves a package on sale with a college in which there is nothing to choose.
#[must_use]
pub fn left_without(before: &Everything, after: &Everything) -> Option<CatalogueRefusal> {
    let saleable =
        |package: &Package, there: &Everything| package.saleable(&there.colleges, &there.exams).is_ok();
    let broken = before
        .packages
        .iter()
        .filter(|package| package.is_on_sale() && saleable(package, before) && !saleable(package, after));
    let names: Vec<&str> = broken.map(|package| package.name.as_str()).collect();
    (!names.is_empty()).then(|| CatalogueRefusal {
        code: "on_sale",
        message: format!(
            "{} on sale and cannot be without it. Take {} off sale first.",
            match names[..] {
                [one] => format!("{one} is"),
                _ => format!("{} are", names.join(", ")),
            },
            if names.len() == 1 { "it" } else { "them" }
        )
        .into(),
    })
}

/// Why a stream with exams cannot be deleted.
pub const NOT_EMPTY: CatalogueRefusal = CatalogueRefusal {
    code: "not_empty",
    message: Cow::Borrowed("Delete this exam's details first."),
};

/// Refuses where so many candidates have paid; `words` say for what, and what to do instead. None where nobody has.
pub(super) fn paid_for(candidates: u64, words: &str) -> Option<CatalogueRefusal> {
    let people = match candidates {
        0 => return None,
        1 => "1 candidate has paid".to_owned(),
        _ => format!("{candidates} candidates have paid"),
    };
    Some(CatalogueRefusal {
        code: "has_candidates",
        message: format!("{people} {words}").into(),
    })
}
