//! What is sent with a file, and what it means once it is found to be in order.

use domain::{
    Invalid, Paise, field,
    registration::{Choice, PaymentMode},
};
use http_api::ApiResult;
use serde::Deserialize;
use utoipa::ToSchema;

/// The most characters of the name of a group.
pub(crate) const LONGEST_GROUP: usize = 120;
/// The most characters of a reference.
const LONGEST_REFERENCE: usize = 100;
const REQUIRED: &str = "Please fill all required fields";

/// A school's list.
#[derive(Deserialize, ToSchema)]
pub(crate) struct ImportIn {
    /// The text of the file: a header with the columns `name`, `email`, `phone` and, if wanted, `phone2` and
    /// `exam_preference`, in any order and case, and at most 2,000 lines below it. Commas, semicolons or tabs separate them.
    #[schema(required = true, value_type = String)]
    csv: Option<String>,
    /// The package that everybody on it gets.
    #[schema(required = true, value_type = String)]
    package: Option<String>,
    /// The college, of a package that is for one exam.
    college: Option<String>,
    /// The exam, of a package that is for one exam.
    course: Option<String>,
    /// `paid`: the money of all is taken now. `later`: each payment is marked as paid when it comes.
    #[schema(required = true, value_type = String)]
    payment: Option<String>,
    /// `cash`, `card` or `upi`: how it is paid, or is to be; `cash` without it.
    mode: Option<String>,
    /// What the payment is known by elsewhere, as the number of a cheque.
    reference: Option<String>,
    /// What the group is called; left out, the reference, or `School list`.
    group: Option<String>,
    /// The sum that was shown, in rupees. Another one is refused, so that nobody confirms a price that has changed.
    #[schema(value_type = Option<f64>)]
    amount: Option<serde_json::Number>,
    /// Whether to register them. Left out or `false`, nothing is written.
    commit: Option<bool>,
}

/// A list that is in order but for its lines.
pub(crate) struct ListForm {
    pub(crate) csv: String,
    pub(crate) choice: Choice,
    pub(crate) paid: bool,
    pub(crate) mode: PaymentMode,
    pub(crate) reference: String,
    pub(crate) group: String,
    pub(crate) amount: Option<Paise>,
    pub(crate) commit: bool,
}

impl ImportIn {
    pub(crate) fn parse(self) -> ApiResult<ListForm> {
        let Self {
            csv,
            package,
            college,
            course,
            payment,
            mode,
            reference,
            group,
            amount,
            commit,
        } = self;
        let csv = filled(csv).ok_or(Invalid::new("csv", "Choose a file or paste a list"))?;
        let package = filled(package).ok_or(Invalid::new("package", REQUIRED))?;
        let (college, course) = (filled(college), filled(course));
        let kind = if college.is_some() || course.is_some() {
            "specificCollege"
        } else {
            "allColleges"
        };
        let choice = Choice::parse(kind, &package, college.as_deref(), course.as_deref()).map_err(here)?;
        let mode = filled(mode).map(|mode| at_counter(&mode)).transpose()?;
        let paid = match filled(payment).as_deref() {
            Some("paid") => true,
            Some("later") => false,
            Some(_) => return Err(Invalid::new("payment", "The payment must be paid or later").into()),
            None => return Err(Invalid::new("payment", REQUIRED).into()),
        };
        let reference = field::optional("reference", reference, LONGEST_REFERENCE)?;
        let group = field::optional("group", group, LONGEST_GROUP)?;
        let group = [group, reference.clone()]
            .into_iter()
            .find(|name| !name.is_empty());
        let amount = amount.map(|amount| {
            Paise::sum_from_json(&amount).ok_or(Invalid::new("amount", "The amount must be in rupees"))
        });
        Ok(ListForm {
            csv,
            choice,
            paid,
            mode: mode.unwrap_or(PaymentMode::Cash),
            reference,
            group: group.unwrap_or_else(|| "School list".to_owned()),
            amount: amount.transpose()?,
            commit: commit.unwrap_or_default(),
        })
    }
}

fn at_counter(mode: &str) -> Result<PaymentMode, Invalid> {
    match PaymentMode::parse(mode) {
        Some(mode @ (PaymentMode::Card | PaymentMode::Cash | PaymentMode::Upi)) => Ok(mode),
        Some(PaymentMode::Online) | None => Err(Invalid::new("mode", "The mode must be card, cash or upi")),
    }
}

/// The field of this form for a rule of the domain, which names the fields of the site's form.
pub(crate) fn here(invalid: Invalid) -> Invalid {
    let field = match invalid.field {
        "packageId" | "order_amount" => "package",
        "collegeId" | "type" => "college",
        "course_category" => "course",
        other => other,
    };
    invalid.on(field)
}

fn filled(text: Option<String>) -> Option<String> {
    text.filter(|text| !text.trim().is_empty())
}
