//! From an upload to a picture.

use crate::making::{
    BLUE, RED, animation, claiming, cmyk, data_url, encoded, exif, halves, jpeg, plain, with_segments,
};
use image::{DynamicImage, ImageFormat, ImageReader, Rgb, RgbImage, RgbaImage};
use media::{ImageError, Picture};
use std::io::Cursor;

const WHITE: [u8; 3] = [255; 3];

async fn made(kind: &str, bytes: &[u8]) -> Result<Picture, ImageError> {
    Picture::from_data_url(&data_url(kind, bytes)).await
}

async fn pixels(kind: &str, bytes: &[u8]) -> RgbImage {
    let picture = made(kind, bytes).await.unwrap();
    assert!(picture.jpeg().starts_with(&[0xFF, 0xD8]), "a JPEG");
    let reader = ImageReader::with_format(Cursor::new(picture.jpeg()), ImageFormat::Jpeg);
    reader.decode().unwrap().into_rgb8()
}

/// JPEG is not exact.
#[track_caller]
fn assert_colour(picture: &RgbImage, x: u32, y: u32, colour: [u8; 3]) {
    let found = picture.get_pixel(x, y).0;
    let near = found.iter().zip(colour).all(|(a, b)| a.abs_diff(b) < 24);
    assert!(near, "at {x},{y}: {found:?} instead of {colour:?}");
}

#[tokio::test]
async fn every_format_that_browsers_show_becomes_the_same_picture() {
    for (kind, bytes) in [
        ("jpeg", jpeg(&halves(64, 32))),
        ("png", encoded(halves(64, 32), ImageFormat::Png)),
        ("gif", encoded(halves(64, 32), ImageFormat::Gif)),
        ("webp", encoded(halves(64, 32), ImageFormat::WebP)),
        // What the browser calls it is taken from the file's name.
        ("jpeg", encoded(halves(64, 32), ImageFormat::Png)),
    ] {
        let picture = pixels(kind, &bytes).await;
        assert_eq!(picture.dimensions(), (64, 32), "{kind}");
        assert_colour(&picture, 8, 16, RED);
        assert_colour(&picture, 56, 16, BLUE);
    }
}

#[tokio::test]
async fn sixteen_bits_and_grey_are_pictures_too() {
    let deep = DynamicImage::ImageRgb8(halves(16, 16)).into_rgb16();
    let picture = pixels("png", &encoded(deep, ImageFormat::Png)).await;
    assert_colour(&picture, 3, 8, RED);
    let grey = DynamicImage::ImageRgb8(halves(16, 16)).into_luma8();
    let picture = pixels("png", &encoded(grey, ImageFormat::Png)).await;
    assert_eq!(picture.dimensions(), (16, 16));
}

#[tokio::test]
async fn data_that_is_no_picture_is_refused() {
    let photo = jpeg(&halves(300, 200));
    let png = encoded(halves(300, 200), ImageFormat::Png);
    let gif = encoded(halves(300, 200), ImageFormat::Gif);
    let webp = encoded(halves(300, 200), ImageFormat::WebP);
    let script = br#"<svg xmlns="http://www.w3.org/2000/svg"><script>alert(1)</script></svg>"#;
    for (what, kind, bytes) in [
        ("a text", "jpeg", &b"Dear all, see you on Saturday."[..]),
        ("nothing", "jpeg", b""),
        ("an SVG", "svg+xml", script),
        ("an SVG called PNG", "png", script),
        ("the start of a JPEG", "jpeg", &photo[..4]),
        ("half a JPEG", "jpeg", &photo[..photo.len() / 2]),
        ("a JPEG without its end", "jpeg", &photo[..photo.len() - 2]),
        ("half a PNG", "png", &png[..png.len() / 2]),
        ("half a GIF", "gif", &gif[..gif.len() / 2]),
        ("half a WebP", "webp", &webp[..webp.len() / 2]),
        ("a bitmap", "bmp", b"BM\x46\0\0\0\0\0\0\0\x36\0\0\0\x28\0\0\0"),
    ] {
        assert_eq!(made(kind, bytes).await, Err(ImageError::NotAPicture), "{what}");
    }
}

#[tokio::test]
async fn a_jpeg_cut_off_anywhere_is_refused() {
    let photo = with_segments(&jpeg(&halves(40, 40)), &exif(1));
    for length in 0..photo.len() {
        assert!(
            made("jpeg", &photo[..length]).await.is_err(),
            "{length} of {}",
            photo.len()
        );
    }
    assert!(made("jpeg", &photo).await.is_ok());
}

#[tokio::test]
async fn a_few_kilobytes_that_claim_to_be_gigabytes_are_refused_before_they_are_decoded() {
    for (width, height) in [(40_000, 40_000), (4_001, 3_000), (1, 30_001), (u32::MAX >> 1, 1)] {
        let bomb = claiming(width, height);
        assert!(bomb.len() < 4096);
        assert_eq!(
            made("png", &bomb).await,
            Err(ImageError::TooLarge),
            "{width}×{height}"
        );
    }
    // Within the limits it is decoded, and then there is too little of it.
    assert_eq!(
        made("png", &claiming(4_000, 3_000)).await,
        Err(ImageError::NotAPicture)
    );
}

#[tokio::test]
async fn more_than_two_megabytes_are_refused() {
    let photo = jpeg(&halves(40, 40));
    let comment = [&[0xFF, 0xFE, 0xFF, 0xFF][..], &[b'x'; 65_533]].concat();
    let large = with_segments(&photo, &comment.repeat(33));
    assert!(large.len() > 2 * 1024 * 1024);
    assert_eq!(made("jpeg", &large).await, Err(ImageError::TooLarge));
    let less = with_segments(&photo, &comment.repeat(31));
    assert!(made("jpeg", &less).await.is_ok());
}

#[tokio::test]
async fn large_pictures_are_shrunk_to_fit_and_small_ones_keep_their_size() {
    for (size, fits) in [
        ((2400, 1600), (1200, 800)),
        ((3000, 500), (1200, 200)),
        ((20_000, 2), (1200, 1)),
        ((2, 20_000), (1, 800)),
        ((1, 1), (1, 1)),
        ((1199, 799), (1199, 799)),
    ] {
        let picture = pixels("png", &encoded(halves(size.0, size.1), ImageFormat::Png)).await;
        assert_eq!(picture.dimensions(), fits, "{size:?}");
    }
    let reduced = pixels("png", &encoded(halves(2400, 1600), ImageFormat::Png)).await;
    assert_colour(&reduced, 20, 20, RED);
    assert_colour(&reduced, 590, 790, RED);
    assert_colour(&reduced, 610, 10, BLUE);
    assert_colour(&reduced, 1190, 790, BLUE);
}

#[tokio::test]
async fn a_photo_is_upright_however_the_camera_was_held() {
    // Red on the left as stored: on top once turned right, at the bottom once turned left.
    let photo = jpeg(&halves(64, 32));
    let held = async |orientation: u8| pixels("jpeg", &with_segments(&photo, &exif(orientation))).await;

    for (orientation, red, blue) in [
        (1, (4, 16), (60, 16)),
        (2, (60, 16), (4, 16)),
        (3, (60, 16), (4, 16)),
        (4, (4, 16), (60, 16)),
    ] {
        let picture = held(orientation).await;
        assert_eq!(picture.dimensions(), (64, 32), "{orientation}");
        assert_colour(&picture, red.0, red.1, RED);
        assert_colour(&picture, blue.0, blue.1, BLUE);
    }
    for (orientation, red, blue) in [
        (5, (16, 4), (16, 60)),
        (6, (16, 4), (16, 60)),
        (7, (16, 60), (16, 4)),
        (8, (16, 60), (16, 4)),
    ] {
        let picture = held(orientation).await;
        assert_eq!(picture.dimensions(), (32, 64), "{orientation}");
        assert_colour(&picture, red.0, red.1, RED);
        assert_colour(&picture, blue.0, blue.1, BLUE);
    }
    // A number that means nothing turns nothing.
    assert_eq!(held(99).await.dimensions(), (64, 32));
}

#[tokio::test]
async fn a_photo_that_was_turned_fits_in_its_new_shape() {
    let photo = with_segments(&jpeg(&halves(1600, 1200)), &exif(6));
    let picture = pixels("jpeg", &photo).await;
    assert_eq!(picture.dimensions(), (600, 800));
    assert_colour(&picture, 300, 20, RED);
    assert_colour(&picture, 300, 780, BLUE);
}

#[tokio::test]
async fn transparent_pixels_become_white() {
    let mut drawing = plain(64, 64, [0, 0, 0, 0]);
    for (x, y, pixel) in drawing.enumerate_pixels_mut() {
        if x < 32 && y < 32 {
            *pixel = image::Rgba([220, 30, 30, 255]);
        } else if x < 32 {
            *pixel = image::Rgba([0, 0, 0, 128]);
        }
    }
    for (kind, bytes) in [
        ("png", encoded(drawing.clone(), ImageFormat::Png)),
        ("webp", encoded(drawing.clone(), ImageFormat::WebP)),
    ] {
        let picture = pixels(kind, &bytes).await;
        assert_colour(&picture, 12, 12, RED);
        assert_colour(&picture, 12, 52, [127; 3]);
        assert_colour(&picture, 52, 32, WHITE);
    }
}

#[tokio::test]
async fn of_an_animation_the_first_frame_is_kept() {
    let frame = |colour: [u8; 3]| -> RgbaImage { plain(40, 20, [colour[0], colour[1], colour[2], 255]) };
    let bytes = animation(frame(RED), vec![frame(BLUE), frame(WHITE)]);
    let picture = pixels("gif", &bytes).await;
    assert_eq!(picture.dimensions(), (40, 20));
    assert_colour(&picture, 20, 10, RED);
    let transparent = animation(plain(40, 20, [9, 9, 9, 0]), vec![frame(BLUE)]);
    assert_colour(&pixels("gif", &transparent).await, 20, 10, WHITE);
}

#[tokio::test]
async fn a_jpeg_for_print_keeps_its_colours() {
    for (ink, colour) in [
        ([0, 255, 255, 0], [255, 0, 0]),
        ([255, 255, 0, 0], [0, 0, 255]),
        ([0, 0, 0, 0], WHITE),
        ([0, 0, 0, 255], [0, 0, 0]),
    ] {
        assert_colour(&pixels("jpeg", &cmyk(ink)).await, 4, 4, colour);
    }
}

#[tokio::test]
async fn nothing_about_where_a_photo_was_taken_is_kept() {
    let photo = with_segments(&jpeg(&halves(40, 40)), &exif(1));
    let text = b"Marine Drive";
    let holds = |bytes: &[u8]| bytes.windows(text.len()).any(|window| window == text);
    assert!(holds(&photo));
    assert!(!holds(made("jpeg", &photo).await.unwrap().jpeg()));
    let plain = made("jpeg", &jpeg(&halves(40, 40))).await.unwrap();
    assert_eq!(made("jpeg", &photo).await.unwrap(), plain);
}

#[tokio::test]
async fn a_stored_picture_is_made_of_the_pixels_alone() {
    let one = made("png", &encoded(halves(40, 40), ImageFormat::Png))
        .await
        .unwrap();
    let same = made("webp", &encoded(halves(40, 40), ImageFormat::WebP))
        .await
        .unwrap();
    let other = made("png", &encoded(halves(40, 41), ImageFormat::Png))
        .await
        .unwrap();
    assert_eq!(one, same);
    assert_ne!(one, other);
}

#[tokio::test]
async fn a_form_keeps_the_picture_by_sending_nothing_or_its_address() {
    let kept = "/media/a-1.jpg";
    for sent in [None, Some(""), Some(" \n"), Some(kept)] {
        assert_eq!(Picture::picked(sent, kept).await, Ok(None), "{sent:?}");
    }
    assert_eq!(
        Picture::picked(Some("/media/b-2.jpg"), kept).await,
        Err(ImageError::NotAPicture)
    );
    let new = data_url(
        "png",
        &encoded(RgbImage::from_pixel(2, 2, Rgb(RED)), ImageFormat::Png),
    );
    assert!(Picture::picked(Some(&new), kept).await.unwrap().is_some());
}
