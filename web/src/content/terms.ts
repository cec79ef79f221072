/** Which text of the terms this release shows; a registration keeps it. Give it the day on which the text changed. */
export const termsVersion = '2025-05-01';
