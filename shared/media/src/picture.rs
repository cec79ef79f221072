//! From whatever was uploaded to the one form in which pictures are kept.

use crate::{ImageError, data_url, jpeg, reduce::reduce};
use image::{
    DynamicImage, ExtendedColorType, ImageDecoder, ImageFormat, ImageReader, Limits, RgbImage,
    codecs::jpeg::JpegEncoder, metadata::Orientation,
};
use std::io::Cursor;

/// The largest picture that is kept; a larger one is made to fit into it.
const BOX: (u32, u32) = (1200, 800);
const QUALITY: u8 = 70;

/// What is decoded at most. A few kilobytes can claim to be gigabytes of pixels, so the claim is checked first.
const MOST_PIXELS: u64 = 12_000_000;
const LONGEST_SIDE: u32 = 30_000;
const MOST_MEMORY: u64 = 64 * 1024 * 1024;

/// A picture as it is kept: a JPEG of at most 1200 × 800 pixels that is upright, without transparency,
/// animation or anything about where it comes from.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Picture {
    jpeg: Vec<u8>,
}

impl Picture {
    /// Makes a picture of a data URL, at most 2 MB of a JPEG, PNG, GIF or WebP with at most 12 megapixels. Of an
    /// animation it is the first frame. The work is done on its own thread.
    ///
    /// # Errors
    /// `NotAPicture` or `TooLarge`.
    pub async fn from_data_url(data_url: &str) -> Result<Self, ImageError> {
        let bytes = data_url::decode(data_url)?;
        tokio::task::spawn_blocking(move || Self::from_bytes(bytes))
            .await
            .unwrap_or_else(|_| {
                tracing::warn!("a decoder panicked on an upload");
                Err(ImageError::NotAPicture)
            })
    }

    /// The picture that a form sends for one that is kept at the address `kept` (empty for none): `None` when it
    /// sends nothing or that address, which both leave the picture as it is.
    ///
    /// # Errors
    /// As [`Picture::from_data_url`]; an address other than `kept` is no picture.
    pub async fn picked(sent: Option<&str>, kept: &str) -> Result<Option<Self>, ImageError> {
        match sent {
            None => Ok(None),
            Some(address) if address == kept || address.trim().is_empty() => Ok(None),
            Some(data_url) => Self::from_data_url(data_url).await.map(Some),
        }
    }

    /// The bytes of the JPEG.
    #[must_use]
    pub fn jpeg(&self) -> &[u8] {
        &self.jpeg
    }

    fn from_bytes(bytes: Vec<u8>) -> Result<Self, ImageError> {
        let (picture, orientation) = decode(bytes)?;
        let (width, height) = fitted(picture.width(), picture.height(), orientation);
        let mut upright = DynamicImage::ImageRgb8(reduce(picture, width, height));
        upright.apply_orientation(orientation);
        Self::encode(&upright.into_rgb8())
    }

    fn encode(pixels: &RgbImage) -> Result<Self, ImageError> {
        let mut jpeg = Vec::new();
        JpegEncoder::new_with_quality(&mut jpeg, QUALITY)
            .encode(pixels, pixels.width(), pixels.height(), ExtendedColorType::Rgb8)
            .map_err(|_| ImageError::NotAPicture)?;
        Ok(Self { jpeg })
    }
}

fn decode(bytes: Vec<u8>) -> Result<(DynamicImage, Orientation), ImageError> {
    let format = image::guess_format(&bytes).map_err(|_| ImageError::NotAPicture)?;
    if format == ImageFormat::Jpeg && !jpeg::is_complete(&bytes) {
        return Err(ImageError::NotAPicture);
    }
    let mut limits = Limits::no_limits();
    limits.max_image_width = Some(LONGEST_SIDE);
    limits.max_image_height = Some(LONGEST_SIDE);
    limits.max_alloc = Some(MOST_MEMORY);
    let mut reader = ImageReader::with_format(Cursor::new(bytes), format);
    reader.limits(limits);
    let mut decoder = reader.into_decoder().map_err(refused)?;
    let (width, height) = decoder.dimensions();
    if width == 0 || height == 0 {
        return Err(ImageError::NotAPicture);
    }
    if u64::from(width) * u64::from(height) > MOST_PIXELS || decoder.total_bytes() > MOST_MEMORY {
        return Err(ImageError::TooLarge);
    }
    // Metadata that cannot be read turns nothing.
    let orientation = decoder.orientation().unwrap_or(Orientation::NoTransforms);
    let picture = DynamicImage::from_decoder(decoder).map_err(refused)?;
    Ok((picture, orientation))
}

fn refused(error: image::ImageError) -> ImageError {
    match error {
        image::ImageError::Limits(_) => ImageError::TooLarge,
        _ => ImageError::NotAPicture,
    }
}

/// The size in which a picture fits into the box once it is upright. Nothing is made larger.
fn fitted(width: u32, height: u32, orientation: Orientation) -> (u32, u32) {
    let lies = matches!(
        orientation,
        Orientation::Rotate90
            | Orientation::Rotate270
            | Orientation::Rotate90FlipH
            | Orientation::Rotate270FlipH
    );
    let (most_width, most_height) = if lies { (BOX.1, BOX.0) } else { BOX };
    if width <= most_width && height <= most_height {
        return (width, height);
    }
    let (wide, high) = (u64::from(width), u64::from(height));
    let scaled = |length: u64, most: u32, of: u64| {
        let exact = (length * u64::from(most) + of / 2) / of;
        u32::try_from(exact).unwrap_or(most).max(1)
    };
    if wide * u64::from(most_height) >= high * u64::from(most_width) {
        (most_width, scaled(high, most_width, wide).min(most_height))
    } else {
        (scaled(wide, most_height, high).min(most_width), most_height)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_picture_fits_into_the_box_with_its_shape_and_is_never_enlarged() {
        let upright = Orientation::NoTransforms;
        for (size, fits) in [
            ((1, 1), (1, 1)),
            ((1200, 800), (1200, 800)),
            ((1201, 800), (1200, 799)),
            ((2400, 1600), (1200, 800)),
            ((4000, 3000), (1067, 800)),
            ((3000, 4000), (600, 800)),
            ((30_000, 1), (1200, 1)),
            ((3, 30_000), (1, 800)),
        ] {
            assert_eq!(fitted(size.0, size.1, upright), fits, "{size:?}");
        }
    }

    #[test]
    fn a_rotated_picture_fits_once_it_is_upright() {
        for turned in [Orientation::Rotate90, Orientation::Rotate270FlipH] {
            assert_eq!(fitted(800, 1200, turned), (800, 1200));
            assert_eq!(fitted(4000, 3000, turned), (800, 600));
        }
        assert_eq!(fitted(800, 1200, Orientation::Rotate180), (533, 800));
    }
}
