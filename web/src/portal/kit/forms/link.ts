// Where a banner leads: a page of the site, or another site.

export const invalidLink = 'Please enter a valid link';

export const isLink = (text: string): boolean => /^\/(?![/\\])\S*$|^https?:\/\/[^\s/]\S*$/i.test(text);
