//! Which characters a text of people may have.

/// Whether the character turns the direction of the text around it, so that a text reads as another one.
pub(crate) const fn turns_direction(character: char) -> bool {
    matches!(
        character,
        '\u{61c}' | '\u{200e}' | '\u{200f}' | '\u{202a}'..='\u{202e}' | '\u{2066}'..='\u{2069}'
    )
}

/// Whether nothing is seen of the character, or nothing that everybody sees alike: controls, characters of no width,
/// blank letters, tags, characters of private use.
pub(crate) fn is_invisible(character: char) -> bool {
    character.is_control()
        || matches!(
            character,
            '\u{ad}' | '\u{34f}' | '\u{115f}' | '\u{1160}' | '\u{17b4}' | '\u{17b5}' | '\u{180b}'..='\u{180f}'
                | '\u{200b}'..='\u{200d}' | '\u{2028}' | '\u{2029}' | '\u{2060}'..='\u{206f}' | '\u{2800}'
                | '\u{3164}' | '\u{e000}'..='\u{f8ff}' | '\u{fe00}'..='\u{fe0f}' | '\u{feff}' | '\u{ffa0}'
                | '\u{fff0}'..='\u{ffff}' | '\u{1bca0}'..='\u{1bca3}' | '\u{1d173}'..='\u{1d17a}'
                | '\u{e0000}'..
        )
}

/// Whether the character is one of the joiners that are used between the letters of some scripts, and show there.
pub(crate) const fn is_joiner(character: char) -> bool {
    matches!(character, '\u{200c}' | '\u{200d}')
}

/// Whether the character is of a script whose letters are joined or kept apart by joiners: Arabic, those of India, and
/// their neighbours.
pub(crate) const fn takes_joiner(character: char) -> bool {
    matches!(
        character,
        '\u{600}'..='\u{6ff}' | '\u{750}'..='\u{77f}' | '\u{900}'..='\u{dff}' | '\u{f00}'..='\u{109f}'
            | '\u{1780}'..='\u{17ff}'
    )
}

/// Whether the character is a mark that comes along when a text is copied, and means nothing where it is: of no width, of
/// direction, soft hyphens, choices between the shapes of a sign. Joiners are among them; in a name they may have a meaning.
pub(crate) const fn is_mark(character: char) -> bool {
    is_joiner(character)
        || turns_direction(character)
        || matches!(
            character,
            '\u{ad}' | '\u{180e}' | '\u{200b}' | '\u{2060}'..='\u{206f}' | '\u{fe00}'..='\u{fe0f}' | '\u{feff}'
        )
}
