//! The form in which a browser sends a picture: `data:image/png;base64,…`.

use crate::ImageError;
use base64::{Engine, prelude::BASE64_STANDARD};

/// The most bytes a picture may have. The browser makes pictures smaller before it sends them; this is for those
/// that come another way.
pub(crate) const MOST_BYTES: usize = 2 * 1024 * 1024;

/// The bytes in a data URL. What it calls them beyond `image/…` says nothing, so the bytes alone decide the format.
pub(crate) fn decode(url: &str) -> Result<Vec<u8>, ImageError> {
    let (kind, data) = url
        .strip_prefix("data:image/")
        .and_then(|rest| rest.split_once(','))
        .ok_or(ImageError::NotAPicture)?;
    if !kind.ends_with(";base64") {
        return Err(ImageError::NotAPicture);
    }
    // Four characters are three bytes; the padding may add two.
    if data.len() / 4 * 3 > MOST_BYTES + 2 {
        return Err(ImageError::TooLarge);
    }
    let bytes = BASE64_STANDARD
        .decode(data)
        .map_err(|_| ImageError::NotAPicture)?;
    if bytes.len() > MOST_BYTES {
        return Err(ImageError::TooLarge);
    }
    Ok(bytes)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_bytes_of_a_data_url_are_those_behind_the_comma() {
        assert_eq!(decode("data:image/png;base64,AQID"), Ok(vec![1, 2, 3]));
        assert_eq!(decode("data:image/jpeg;name=a;base64,AQ=="), Ok(vec![1]));
    }

    #[test]
    fn a_text_that_is_no_data_url_of_a_picture_is_refused() {
        for url in [
            "",
            "/media/a.jpg",
            "https://example.org/a.jpg",
            "data:text/html;base64,AQID",
            "data:image/png,AQID",
            "data:image/png;base64",
            "data:image/png;base64,A",
            "data:image/png;base64,?ID?",
            "data:image/svg+xml,<svg/>",
        ] {
            assert_eq!(decode(url), Err(ImageError::NotAPicture), "{url}");
        }
    }

    #[test]
    fn two_megabytes_are_accepted_and_a_byte_more_is_not() {
        let url = |length: usize| {
            format!(
                "data:image/png;base64,{}",
                BASE64_STANDARD.encode(vec![7; length])
            )
        };
        assert_eq!(decode(&url(MOST_BYTES)).unwrap().len(), MOST_BYTES);
        for more in [1, 2, 3, 4, 1_000_000] {
            assert_eq!(
                decode(&url(MOST_BYTES + more)),
                Err(ImageError::TooLarge),
                "{more}"
            );
        }
        // Too much is refused by its length, before anything is decoded.
        let junk = format!("data:image/png;base64,{}", "?".repeat(3_000_000));
        assert_eq!(decode(&junk), Err(ImageError::TooLarge));
    }
}
