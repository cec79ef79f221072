// The person was asked before something was saved, and said no.

/** Thrown by what saves a form: it stays as it is, and nothing is said. */
export class Abandoned extends Error {}
