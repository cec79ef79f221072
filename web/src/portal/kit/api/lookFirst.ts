// Of a button that becomes its opposite, or goes, once it has done its work.

/** In place of the advice to press it again, as `whenLost` of `failureText`: what is there by now may undo what was done. */
export const lookFirst =
  'it is not known whether this was done. Look at what the page says before you press anything again.';
