//! Making a picture smaller, row by row: each new pixel is the mean of those it covers.
//!
//! Only the rows of the new picture are held beside the old one. The filters of the image crate would hold a copy in
//! floating point, which for a photo is more memory than the photo.

use image::{DynamicImage, RgbImage};

/// The picture in `width` × `height` pixels, neither more than it has, with white behind what is transparent.
pub(crate) fn reduce(picture: DynamicImage, width: u32, height: u32) -> RgbImage {
    let mut reducer = Reducer::new((picture.width(), picture.height()), (width, height));
    match &picture {
        DynamicImage::ImageLuma8(pixels) => {
            for row in pixels.rows() {
                reducer.add(row.map(|pixel| [pixel.0[0]; 3]));
            }
        }
        DynamicImage::ImageLumaA8(pixels) => {
            for row in pixels.rows() {
                reducer.add(row.map(|pixel| [over_white(pixel.0[0], pixel.0[1]); 3]));
            }
        }
        DynamicImage::ImageRgb8(pixels) => {
            for row in pixels.rows() {
                reducer.add(row.map(|pixel| pixel.0));
            }
        }
        DynamicImage::ImageRgba8(pixels) => {
            for row in pixels.rows() {
                reducer.add(row.map(|pixel| {
                    let [red, green, blue, alpha] = pixel.0;
                    [red, green, blue].map(|value| over_white(value, alpha))
                }));
            }
        }
        // Sixteen bits to a colour.
        _ => return reduce(DynamicImage::ImageRgba8(picture.into_rgba8()), width, height),
    }
    reducer.done
}

fn over_white(value: u8, alpha: u8) -> u8 {
    let (value, alpha) = (u32::from(value), u32::from(alpha));
    narrow((value * alpha + 255 * (255 - alpha) + 127) / 255)
}

fn narrow(value: u32) -> u8 {
    u8::try_from(value).unwrap_or(u8::MAX)
}

/// Lengths are counted so that an old pixel is as wide as the new picture and a new pixel as wide as the old one:
/// then all shares are whole numbers, and those of a new pixel make the old width × the old height.
struct Reducer {
    from: (u32, u32),
    to: (u32, u32),
    /// The old row that comes next.
    next: u32,
    /// The sums over one old row.
    row: Vec<u32>,
    /// The sums of the new row in the making.
    sums: Vec<u64>,
    done: RgbImage,
    written: u32,
}

impl Reducer {
    fn new(from: (u32, u32), to: (u32, u32)) -> Self {
        let length = to.0 as usize * 3;
        Self {
            from,
            to,
            next: 0,
            row: vec![0; length],
            sums: vec![0; length],
            done: RgbImage::new(to.0, to.1),
            written: 0,
        }
    }

    fn add(&mut self, pixels: impl Iterator<Item = [u8; 3]>) {
        self.row.fill(0);
        for (column, pixel) in (0..).zip(pixels) {
            for (new, share) in shares(column, self.from.0, self.to.0) {
                let at = new as usize * 3;
                for (sum, value) in self.row[at..at + 3].iter_mut().zip(pixel) {
                    *sum += share * u32::from(value);
                }
            }
        }
        for (new, share) in shares(self.next, self.from.1, self.to.1) {
            if new > self.written {
                self.finish_row();
            }
            for (sum, value) in self.sums.iter_mut().zip(&self.row) {
                *sum += u64::from(share) * u64::from(*value);
            }
        }
        self.next += 1;
        if self.next == self.from.1 {
            self.finish_row();
        }
    }

    fn finish_row(&mut self) {
        let whole = u64::from(self.from.0) * u64::from(self.from.1);
        let start = self.written as usize * self.to.0 as usize * 3;
        for (value, sum) in self.done.iter_mut().skip(start).zip(&mut self.sums) {
            *value = u8::try_from((*sum + whole / 2) / whole).unwrap_or(u8::MAX);
            *sum = 0;
        }
        self.written += 1;
    }
}

/// The one or two new pixels that an old one lies in, with its share of each.
fn shares(old: u32, from: u32, to: u32) -> impl Iterator<Item = (u32, u32)> {
    let start = u64::from(old) * u64::from(to);
    let new = start / u64::from(from);
    let left = (new + 1) * u64::from(from) - start;
    let first = u64::from(to).min(left);
    let narrow = |value: u64| u32::try_from(value).unwrap_or(u32::MAX);
    let second = u64::from(to) - first;
    let new = narrow(new);
    [(new, narrow(first)), (new + 1, narrow(second))]
        .into_iter()
        .filter(|(_, share)| *share > 0)
}

#[cfg(test)]
mod tests {
    use super::*;
    use image::{GrayImage, Luma, Rgba, RgbaImage};

    fn gray(width: u32, height: u32, value: impl Fn(u32, u32) -> u8) -> DynamicImage {
        DynamicImage::ImageLuma8(GrayImage::from_fn(width, height, |x, y| Luma([value(x, y)])))
    }

    fn values(picture: &RgbImage) -> Vec<u8> {
        picture.pixels().map(|pixel| pixel.0[0]).collect()
    }

    #[test]
    fn a_picture_of_the_same_size_stays_as_it_is() {
        let same = reduce(gray(3, 2, |x, y| u8::try_from(x * 50 + y).unwrap()), 3, 2);
        assert_eq!(values(&same), [0, 50, 100, 1, 51, 101]);
    }

    #[test]
    fn each_new_pixel_is_the_mean_of_what_it_covers_with_parts_of_pixels_by_their_parts() {
        let half = reduce(gray(4, 2, |x, y| u8::try_from(x * 40 + y * 20).unwrap()), 2, 1);
        assert_eq!(values(&half), [30, 110]);
        // Two thirds: the pixel in the middle belongs half to each.
        let thirds = reduce(gray(3, 1, |x, _| [0, 90, 240][x as usize]), 2, 1);
        assert_eq!(values(&thirds), [30, 190]);
        let thirds = reduce(gray(1, 3, |_, y| [0, 90, 240][y as usize]), 1, 2);
        assert_eq!(values(&thirds), [30, 190]);
    }

    #[test]
    fn one_colour_stays_that_colour_at_every_size() {
        for (width, height) in [(1, 1), (2, 5), (7, 3), (16, 12), (17, 13)] {
            let plain = reduce(gray(17, 13, |_, _| 201), width, height);
            assert!(
                values(&plain).iter().all(|value| *value == 201),
                "{width}×{height}"
            );
        }
    }

    #[test]
    fn the_sums_of_the_largest_picture_fit() {
        let white = reduce(gray(12_000, 1_000, |_, _| 255), 1, 1);
        assert_eq!(values(&white), [255]);
        let wide = reduce(gray(30_000, 2, |_, _| 255), 1200, 1);
        assert!(values(&wide).iter().all(|value| *value == 255));
    }

    #[test]
    fn transparent_pixels_become_white_and_translucent_ones_lighter() {
        let mut pixels = RgbaImage::new(3, 1);
        pixels.put_pixel(0, 0, Rgba([255, 0, 0, 0]));
        pixels.put_pixel(1, 0, Rgba([255, 0, 0, 128]));
        pixels.put_pixel(2, 0, Rgba([255, 0, 0, 255]));
        let flat = reduce(DynamicImage::ImageRgba8(pixels), 3, 1);
        assert_eq!(flat.into_raw(), [255, 255, 255, 255, 127, 127, 255, 0, 0]);
    }
}
