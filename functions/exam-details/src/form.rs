//! What an administrator sends, parsed.

use axum::http::StatusCode;
use domain::{
    Capacity, CourseId, HallId, Invalid, Paise, StreamId,
    catalogue::{self, Exam, ExamSeating, NotAPrice, Stream},
    day,
    field::{self, DESCRIPTION, NAME},
};
use http_api::{ApiError, ApiResult};
use media::{ImageError, Picture};
use serde::Deserialize;
use serde_json::Value;
use time::{Time, format_description::BorrowedFormatItem, macros::format_description};
use utoipa::ToSchema;

/// The most characters of a venue.
const VENUE: usize = 200;

const TIME: &[BorrowedFormatItem<'_>] = format_description!("[hour]:[minute]");

/// An exam as the form sends it.
#[derive(Deserialize, ToSchema)]
pub(crate) struct ExamDetailIn {
    /// The stream.
    #[serde(rename = "examId")]
    #[schema(required = true, value_type = String)]
    exam_id: Option<String>,
    /// A new picture as a data URL. Left out, or with the present address, the picture stays.
    image: Option<String>,
    /// The day, `YYYY-MM-DD`.
    #[schema(required = true, value_type = String)]
    date: Option<String>,
    /// The start, `HH:MM`.
    #[serde(rename = "timeStart")]
    #[schema(required = true, value_type = String)]
    time_start: Option<String>,
    /// The end, `HH:MM`, after the start.
    #[serde(rename = "timeEnd")]
    #[schema(required = true, value_type = String)]
    time_end: Option<String>,
    venue: Option<String>,
    /// In rupees, with at most two decimals.
    #[serde(rename = "examFee")]
    #[schema(required = true, value_type = f64)]
    exam_fee: Option<Value>,
    /// Left out or blank, it is the stream's name.
    #[serde(rename = "examName")]
    exam_name: Option<String>,
    details: Option<String>,
    /// How many it has places for, from 1 to 10,000; left out or null, any number.
    #[schema(value_type = Option<u64>)]
    capacity: Option<Value>,
    /// The halls, in the order in which they are filled. Left out, they stay.
    halls: Option<Vec<String>>,
    /// By when candidates are to be there, `HH:MM`, not after the start; blank for no such time. Left out, it stays.
    #[serde(rename = "reportingTime")]
    reporting_time: Option<String>,
    /// The version that the edit was made on. Without it the last one to save wins.
    #[serde(default, deserialize_with = "http_api::whole_number")]
    pub(crate) version: Option<u64>,
    /// Whom the person knows to be disturbed: `confirm` of the refusal `exam_is_held` or `hall_is_occupied`.
    #[serde(default)]
    pub(crate) confirm: Vec<String>,
    /// Whether those who hold a moved exam are mailed their pass as it is then. Without it nobody is told.
    #[serde(default)]
    pub(crate) tell: bool,
}

/// A form in order.
pub(crate) struct ExamForm {
    pub(crate) stream: StreamId,
    date: String,
    time_start: String,
    time_end: String,
    venue: String,
    fee: Paise,
    /// Empty for the stream's.
    name: String,
    details: String,
    capacity: Option<Capacity>,
    /// None to keep those that are there.
    pub(crate) halls: Option<Vec<HallId>>,
    /// None to keep the one that is there; empty for none.
    reporting_time: Option<String>,
    /// A new picture, or `None` to keep the one that is there.
    pub(crate) picture: Option<Picture>,
}

/// The body of a call, or why there is none: one that is too large is so because of its picture.
pub(crate) fn body<T>(sent: ApiResult<T>) -> ApiResult<T> {
    sent.map_err(|error| match error.status() {
        StatusCode::PAYLOAD_TOO_LARGE => error.message(ImageError::TooLarge.to_string()),
        _ => error,
    })
}

/// What is said of a stream that is not there.
pub(crate) const NO_STREAM: Invalid = Invalid::new("examId", "This exam does not exist any more");

impl ExamForm {
    /// Parses a form for an exam whose picture is at `kept`, empty for none. The picture comes last: it is the work.
    pub(crate) async fn read(body: ExamDetailIn, kept: &str) -> ApiResult<Self> {
        let ExamDetailIn {
            exam_id,
            image,
            date,
            time_start,
            time_end,
            venue,
            exam_fee,
            exam_name,
            details,
            capacity,
            halls,
            reporting_time,
            version: _,
            confirm: _,
            tell: _,
        } = body;
        let exam_id = field::required("examId", exam_id, NAME, "Exam is required")?;
        let stream = StreamId::parse(&exam_id).map_err(|_| NO_STREAM)?;
        let date = valid_day(date)?;
        let time_start = hour("timeStart", time_start, "Start time is required")?;
        let time_end = hour("timeEnd", time_end, "End time is required")?;
        // Both are `HH:MM`, so their order as text is that of the times.
        if time_end <= time_start {
            let message = "End time must be after the start time";
            return Err(Invalid::new("timeEnd", message).into());
        }
        let fee = catalogue::price(exam_fee.as_ref()).map_err(not_a_fee)?;
        let venue = field::optional("venue", venue, VENUE)?;
        let name = field::optional("examName", exam_name, NAME)?;
        let details = field::optional("details", details, DESCRIPTION)?;
        let capacity = match capacity {
            None | Some(Value::Null) => None,
            // What is no whole number is none of the numbers from 1 on either.
            Some(places) => Some(Capacity::parse(places.as_u64().unwrap_or_default())?),
        };
        let halls = halls.map(hall_ids).transpose()?;
        let reporting_time = reporting_time
            .map(|time| reporting(time, &time_start))
            .transpose()?;
        let picture = Picture::picked(image.as_deref(), kept).await;
        Ok(Self {
            stream,
            date,
            time_start,
            time_end,
            venue,
            fee,
            name,
            details,
            capacity,
            halls,
            reporting_time,
            picture: picture.map_err(not_a_picture)?,
        })
    }

    /// The exam that the form makes, in its stream; of what it leaves out, `kept` stays.
    pub(crate) fn exam(
        &self,
        (id, version): (CourseId, u64),
        stream: &Stream,
        image: String,
        kept: &ExamSeating,
    ) -> Exam {
        let Self {
            stream: _,
            date,
            time_start,
            time_end,
            venue,
            fee,
            name,
            details,
            capacity,
            halls,
            reporting_time,
            picture: _,
        } = self;
        // A course without a name could not be chosen.
        let exam_name = if name.is_empty() { &stream.name } else { name };
        Exam {
            id,
            stream_id: stream.id.clone(),
            exam_name: exam_name.clone(),
            date: date.clone(),
            time_start: time_start.clone(),
            time_end: time_end.clone(),
            venue: venue.clone(),
            fee: *fee,
            details: details.clone(),
            image,
            capacity: *capacity,
            seating: ExamSeating {
                halls: halls.as_ref().unwrap_or(&kept.halls).clone(),
                reporting_time: reporting_time.as_ref().unwrap_or(&kept.reporting_time).clone(),
            },
            version,
        }
    }
}

fn valid_day(given: Option<String>) -> Result<String, Invalid> {
    let text = field::required("date", given, NAME, "Date is required")?;
    match day::read(&text) {
        Some(_) => Ok(text),
        None => Err(Invalid::new("date", "Please enter a valid date")),
    }
}

fn hour(name: &'static str, given: Option<String>, missing: &'static str) -> Result<String, Invalid> {
    let text = field::required(name, given, NAME, missing)?;
    match Time::parse(&text, TIME) {
        Ok(_) => Ok(text),
        Err(_) => Err(Invalid::new(name, "Please enter a valid time")),
    }
}

/// What is said of a hall that is not there.
pub(crate) const NO_HALL: Invalid = Invalid::new("halls", "This hall does not exist any more");

/// The most halls of an exam: its seats are published in one transaction, which names each.
const MOST_HALLS: usize = 40;

fn hall_ids(given: Vec<String>) -> Result<Vec<HallId>, Invalid> {
    if given.len() > MOST_HALLS {
        return Err(Invalid::new("halls", "An exam has at most 40 halls"));
    }
    let mut ids: Vec<HallId> = Vec::new();
    for text in given {
        let id = HallId::parse(&text).map_err(|_| NO_HALL)?;
        if ids.contains(&id) {
            return Err(Invalid::new("halls", "Please choose each hall once"));
        }
        ids.push(id);
    }
    Ok(ids)
}

fn reporting(given: String, start: &str) -> Result<String, Invalid> {
    let text = field::optional("reportingTime", Some(given), NAME)?;
    if text.is_empty() {
        return Ok(text);
    }
    let text = hour("reportingTime", Some(text), "")?;
    if text.as_str() > start {
        let message = "The reporting time must not be after the start time";
        return Err(Invalid::new("reportingTime", message));
    }
    Ok(text)
}

const fn not_a_fee(why: NotAPrice) -> Invalid {
    Invalid::new(
        "examFee",
        match why {
            NotAPrice::Missing => "Fee is required",
            NotAPrice::Malformed => "Fee must be a number with at most two decimals",
            NotAPrice::TooMuch => "Fee must be at most Rs\u{a0}10,00,000",
        },
    )
}

fn not_a_picture(error: ImageError) -> ApiError {
    match error {
        ImageError::NotAPicture | ImageError::TooLarge => ApiError::invalid("image", error.to_string()),
        ImageError::Unavailable(_) => ApiError::internal(error),
    }
}
