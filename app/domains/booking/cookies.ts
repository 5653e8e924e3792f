/** Whose hold a start is: a random token of the visitor's browser. */
export const HOLD_COOKIE = { name: 'studio_hold', maxAge: 3_600 }

/** Whose booking it is: its manage token, so that thank-you and manage page show it to nobody else (D2). */
export const BOOKING_COOKIE = { name: 'studio_booking', maxAge: 180 * 86_400 }
