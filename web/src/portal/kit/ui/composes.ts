// Input methods, by which names are written in the scripts of India: a word is chosen before it is in the field.
import type { KeyboardEvent } from 'react';

/** The code of a key that the input method takes. Safari has it of the last one, too, which it no longer calls composing. */
const taken = 229;

/** Whether a key is the input method's: Enter takes the word, Escape gives it up, arrows choose another. */
export const composes = ({ nativeEvent: key }: KeyboardEvent): boolean =>
  key.isComposing || key.keyCode === taken;
