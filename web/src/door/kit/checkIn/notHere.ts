/** A scan that is to be taken back is not on this phone any more: the server has not counted it, or it was practice. */
export class NotHere extends Error {
  constructor() {
    super(
      'This phone does not have this scan any more. The portal shows under “Attendance” whether it counts.',
    );
  }
}
