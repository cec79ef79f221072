// What may stand between the tags of a component beside other things.
import type { ReactElement } from 'react';

/** Elements, or nothing: no bare text, which a browser's translator would take from under React. */
export type Elements = ReactElement | false | '' | null | undefined | readonly Elements[];
