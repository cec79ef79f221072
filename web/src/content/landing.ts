// What the public pages say besides the event's bare facts: its steps, videos, exams, packages and questions.
// Only the prerendered parts and other pages use it, so none of this is in the first download.
export * as landing from 'virtual:event/landing';
