// The bare facts of the event, as the organisers gave them in event.json. Screens take every date, place and address from here,
// so that a change is made once. Prices, packages and exams are the catalogue's.
export * as event from 'virtual:event';
