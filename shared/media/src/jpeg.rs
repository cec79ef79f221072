//! Whether a JPEG is all there. The decoder fills what is missing with grey and calls it a picture.

const MARKER: u8 = 0xFF;
const STUFFING: u8 = 0x00;
const START_OF_IMAGE: u8 = 0xD8;
const END_OF_IMAGE: u8 = 0xD9;

/// Whether the image of a JPEG ends within its bytes. Segments are stepped over by their lengths, so the end of a
/// thumbnail inside one does not count.
pub(crate) fn is_complete(jpeg: &[u8]) -> bool {
    let mut at = 0;
    loop {
        // Between segments, and within the coded data, everything up to the next marker.
        let Some(distance) = jpeg
            .get(at..)
            .and_then(|rest| rest.iter().position(|byte| *byte == MARKER))
        else {
            return false;
        };
        at += distance + 1;
        match jpeg.get(at) {
            None => return false,
            Some(&END_OF_IMAGE) => return true,
            // Fill bytes: the next one may be the marker.
            Some(&MARKER) => {}
            // No segments: a coded 0xFF, the restart markers, the start.
            Some(&(STUFFING | START_OF_IMAGE | 0x01 | 0xD0..=0xD7)) => at += 1,
            Some(_) => match jpeg.get(at + 1..at + 3) {
                Some(&[high, low]) => at += 1 + usize::from(u16::from_be_bytes([high, low])),
                _ => return false,
            },
        }
    }
}

#[cfg(test)]
mod tests {
    use super::is_complete;

    #[test]
    fn the_end_counts_outside_of_segments_only() {
        let thumbnail = [0xFF, 0xD8, 0xFF, 0xE1, 0, 6, 0xFF, 0xD9, 1, 2];
        assert!(!is_complete(&thumbnail));
        let whole = [&thumbnail[..], &[0xFF, 0xDA, 0, 2, 7, 0xFF, 0, 0xFF, 0xD3, 9]].concat();
        assert!(!is_complete(&whole));
        for tail in [&[0xFF, 0xD9][..], &[0xFF, 0xFF, 0xD9], &[0xFF, 0xD9, 1, 2, 3]] {
            assert!(is_complete(&[&whole[..], tail].concat()), "{tail:?}");
        }
    }

    #[test]
    fn bytes_that_end_anywhere_are_not_complete() {
        let jpeg = [
            0xFF, 0xD8, 0xFF, 0xE1, 0, 4, 1, 2, 0xFF, 0xDA, 0, 2, 7, 0xFF, 0xD9,
        ];
        assert!(is_complete(&jpeg));
        for length in 0..jpeg.len() {
            assert!(!is_complete(&jpeg[..length]), "{length}");
        }
    }
}
