//! The QR code as a picture.

use domain::{OrderId, pass::qr_text};
use qrcode::{Color as Module, EcLevel, QrCode};
use std::error::Error;

/// Pixels for each module: sharp on a screen of twice the usual density, at 200 units of a mail's width.
const SCALE: usize = 11;

/// Empty modules around the code, which a reader needs.
const BORDER: usize = 4;

/// The code of an order's pass, black on white, as a PNG of one bit for each pixel.
///
/// # Errors
/// When the text does not fit a code, which an identifier of ours always does.
pub(crate) fn png(order: &OrderId) -> Result<Vec<u8>, Box<dyn Error + Send + Sync>> {
    let code = QrCode::with_error_correction_level(qr_text(order), EcLevel::Q)?;
    let modules = code.width() + 2 * BORDER;
    let is_dark = |column: usize, row: usize| {
        let place = |module: usize| module.checked_sub(BORDER).filter(|at| *at < code.width());
        place(column)
            .zip(place(row))
            .is_some_and(|at| code[at] == Module::Dark)
    };
    let side = modules * SCALE;
    let mut rows = Vec::with_capacity(side * side.div_ceil(8));
    for row in 0..modules {
        let mut line = vec![0xFF; side.div_ceil(8)];
        for column in (0..modules).filter(|column| is_dark(*column, row)) {
            for pixel in column * SCALE..(column + 1) * SCALE {
                line[pixel / 8] &= !(0x80 >> (pixel % 8));
            }
        }
        rows.extend(line.repeat(SCALE));
    }
    let pixels = u32::try_from(side)?;
    let mut file = Vec::new();
    let mut encoder = png::Encoder::new(&mut file, pixels, pixels);
    encoder.set_color(png::ColorType::Grayscale);
    encoder.set_depth(png::BitDepth::One);
    let mut writer = encoder.write_header()?;
    writer.write_image_data(&rows)?;
    writer.finish()?;
    Ok(file)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_picture_is_read_back_by_a_scanner() {
        let order = OrderId::parse("CZ6S4932KF26-KQAKWGQT91BP5E009TE6").unwrap();
        let picture = image::load_from_memory(&png(&order).unwrap()).unwrap().to_luma8();
        let mut found = rqrr::PreparedImage::prepare(picture);
        let [grid] = &found.detect_grids()[..] else {
            panic!("there is not one code in the picture");
        };
        let (data, text) = grid.decode().unwrap();
        assert_eq!(text, qr_text(&order));
        assert_eq!(data.version.0, 3);
    }
}
