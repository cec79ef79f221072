//! Pictures to upload, good and bad.

use base64::{Engine, prelude::BASE64_STANDARD};
use image::{
    DynamicImage, Frame, ImageFormat, Rgb, RgbImage, Rgba, RgbaImage,
    codecs::{gif::GifEncoder, jpeg::JpegEncoder},
};
use std::io::Cursor;

pub(crate) const RED: [u8; 3] = [220, 30, 30];
pub(crate) const BLUE: [u8; 3] = [30, 30, 220];

pub(crate) fn data_url(kind: &str, bytes: &[u8]) -> String {
    format!("data:image/{kind};base64,{}", BASE64_STANDARD.encode(bytes))
}

/// The left half red, the right half blue.
pub(crate) fn halves(width: u32, height: u32) -> RgbImage {
    RgbImage::from_fn(width, height, |x, _| Rgb(if x < width / 2 { RED } else { BLUE }))
}

pub(crate) fn encoded(picture: impl Into<DynamicImage>, format: ImageFormat) -> Vec<u8> {
    let mut bytes = Cursor::new(Vec::new());
    picture.into().write_to(&mut bytes, format).unwrap();
    bytes.into_inner()
}

pub(crate) fn jpeg(picture: &RgbImage) -> Vec<u8> {
    let mut bytes = Vec::new();
    let mut encoder = JpegEncoder::new_with_quality(&mut bytes, 95);
    encoder.encode_image(picture).unwrap();
    bytes
}

/// A JPEG with further segments behind its start.
pub(crate) fn with_segments(jpeg: &[u8], segments: &[u8]) -> Vec<u8> {
    [&jpeg[..2], segments, &jpeg[2..]].concat()
}

/// The segment of a camera that was held in one of eight ways, with the place where the photo was taken.
pub(crate) fn exif(orientation: u8) -> Vec<u8> {
    let entry = |tag: u16, kind: u16, count: u32, value: [u8; 4]| {
        [
            &tag.to_be_bytes()[..],
            &kind.to_be_bytes(),
            &count.to_be_bytes(),
            &value,
        ]
        .concat()
    };
    let tiff = [
        &b"MM\0*\0\0\0\x08\0\x02"[..],
        &entry(0x010E, 2, 12, [0, 0, 0, 38]),
        &entry(0x0112, 3, 1, [0, orientation, 0, 0]),
        b"\0\0\0\0Marine Drive",
    ]
    .concat();
    let content = [&b"Exif\0\0"[..], &tiff].concat();
    let length = u16::try_from(content.len() + 2).unwrap();
    [&[0xFF, 0xE1][..], &length.to_be_bytes(), &content].concat()
}

/// An animation that begins with `first`.
pub(crate) fn animation(first: RgbaImage, others: Vec<RgbaImage>) -> Vec<u8> {
    let mut bytes = Vec::new();
    {
        let mut encoder = GifEncoder::new(&mut bytes);
        let frames = std::iter::once(first).chain(others).map(Frame::new);
        encoder.encode_frames(frames).unwrap();
    }
    bytes
}

pub(crate) fn plain(width: u32, height: u32, colour: [u8; 4]) -> RgbaImage {
    RgbaImage::from_pixel(width, height, Rgba(colour))
}

/// A PNG that says it has other dimensions than it has.
pub(crate) fn claiming(width: u32, height: u32) -> Vec<u8> {
    let mut png = encoded(halves(64, 64), ImageFormat::Png);
    // Signature, length and name of the header come before the dimensions; its check sum covers name and content.
    png[16..20].copy_from_slice(&width.to_be_bytes());
    png[20..24].copy_from_slice(&height.to_be_bytes());
    let sum = crc32(&png[12..29]);
    png[29..33].copy_from_slice(&sum.to_be_bytes());
    png
}

fn crc32(bytes: &[u8]) -> u32 {
    !bytes.iter().fold(u32::MAX, |sum, byte| {
        (0..8).fold(sum ^ u32::from(*byte), |sum, _| {
            (sum >> 1) ^ (0xEDB8_8320 & 0_u32.wrapping_sub(sum & 1))
        })
    })
}

/// A JPEG for print, 8 × 8 pixels of one colour in cyan, magenta, yellow and black, as a printer's program writes it.
pub(crate) fn cmyk(colour: [u8; 4]) -> Vec<u8> {
    let mut bytes = vec![0xFF, 0xD8];
    let mut segment = |marker: u8, content: &[u8]| {
        let length = u16::try_from(content.len() + 2).unwrap();
        bytes.extend([0xFF, marker]);
        bytes.extend(length.to_be_bytes());
        bytes.extend(content);
    };
    segment(0xEE, b"Adobe\0\x64\0\0\0\0\0");
    segment(0xDB, &[&[0][..], &[8; 64]].concat());
    let parts: Vec<u8> = (1..=4).flat_map(|part| [part, 0x11, 0]).collect();
    segment(0xC0, &[&[8, 0, 8, 0, 8, 4][..], &parts].concat());
    // Twelve codes of four bits for the mean of a block, one of one bit for the end of the block.
    let lengths =
        |at: usize, count: u8| -> [u8; 16] { std::array::from_fn(|i| if i == at { count } else { 0 }) };
    let categories: Vec<u8> = (0..12).collect();
    segment(0xC4, &[&[0x00][..], &lengths(3, 12), &categories].concat());
    segment(0xC4, &[&[0x10][..], &lengths(0, 1), &[0]].concat());
    let parts: Vec<u8> = (1..=4).flat_map(|part| [part, 0]).collect();
    segment(0xDA, &[&[4][..], &parts, &[0, 63, 0]].concat());
    let mut bits = String::new();
    for ink in colour {
        // Stored the other way round: 255 is no ink.
        let mean = 127 - i32::from(ink);
        let size = 32 - mean.unsigned_abs().leading_zeros();
        let offset = if mean < 0 { mean + (1 << size) - 1 } else { mean };
        bits += &format!("{size:04b}");
        if size > 0 {
            bits += &format!("{offset:0width$b}", width = size as usize);
        }
        bits.push('0');
    }
    while !bits.len().is_multiple_of(8) {
        bits.push('1');
    }
    for byte in bits.as_bytes().chunks(8) {
        let byte = u8::from_str_radix(std::str::from_utf8(byte).unwrap(), 2).unwrap();
        bytes.push(byte);
        if byte == 0xFF {
            bytes.push(0);
        }
    }
    bytes.extend([0xFF, 0xD9]);
    bytes
}
