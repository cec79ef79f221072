//! What an administrator sends, parsed.

use crate::shape::BannerIn;
use axum::http::StatusCode;
use domain::{
    content::{Banner, Group, Link},
    field,
};
use http_api::{ApiError, ApiResult};
use media::{ImageError, Picture};

const DESKTOP: &str = "deskImgLink";
const MOBILE: &str = "mobImgLink";

/// A form in order.
pub(crate) struct BannerForm {
    pub(crate) name: String,
    /// `None` when it was left out.
    pub(crate) link: Option<Link>,
    /// A new picture, or `None` to keep the one that is there.
    pub(crate) desktop: Option<Picture>,
    /// The same for phones.
    pub(crate) mobile: Option<Picture>,
}

impl BannerForm {
    /// Parses a form for a new banner, or for the one that is `kept`. The pictures come last: they are the work.
    pub(crate) async fn read(body: BannerIn, group: Group, kept: Option<&Banner>) -> ApiResult<Self> {
        let BannerIn {
            banner_name,
            desk_img_link,
            mob_img_link,
            link,
            version: _,
        } = body;
        let name = field::required("bannerName", banner_name, field::NAME, "Banner name is required")?;
        let link = link.as_deref().map(Link::parse).transpose()?;
        let mob_img_link = mob_img_link.filter(|_| group.has_mobile());
        if kept.is_none() {
            all_there(group, desk_img_link.as_deref(), mob_img_link.as_deref())?;
        }
        let shown = kept.map_or("", |banner| &banner.desktop);
        let desktop = picture(DESKTOP, desk_img_link, shown).await?;
        let shown = kept
            .and_then(|banner| banner.mobile.as_deref())
            .unwrap_or_default();
        let mobile = picture(MOBILE, mob_img_link, shown).await?;
        Ok(Self {
            name,
            link,
            desktop,
            mobile,
        })
    }
}

/// The body of a call, or why there is none: one that is too large is so because of its pictures.
pub(crate) fn body<T>(sent: ApiResult<T>) -> ApiResult<T> {
    sent.map_err(|error| match error.status() {
        StatusCode::PAYLOAD_TOO_LARGE => error.message(ImageError::TooLarge.to_string()),
        _ => error,
    })
}

fn all_there(group: Group, desktop: Option<&str>, mobile: Option<&str>) -> ApiResult<()> {
    let absent = |sent: Option<&str>| sent.is_none_or(|text| text.trim().is_empty());
    let message = if group.has_mobile() {
        "Both desktop and mobile images are required"
    } else {
        "Image is required"
    };
    if absent(desktop) {
        return Err(ApiError::invalid(DESKTOP, message));
    }
    if group.has_mobile() && absent(mobile) {
        return Err(ApiError::invalid(MOBILE, message));
    }
    Ok(())
}

async fn picture(field: &'static str, sent: Option<String>, shown: &str) -> ApiResult<Option<Picture>> {
    Picture::picked(sent.as_deref(), shown)
        .await
        .map_err(|error| match error {
            ImageError::NotAPicture | ImageError::TooLarge => ApiError::invalid(field, error.to_string()),
            ImageError::Unavailable(_) => ApiError::internal(error),
        })
}
