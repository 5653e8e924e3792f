/**
 * In milliseconds. Bots submit at once. A higher limit would catch little more, and could silently drop a
 * person's message when a browser fills in the form.
 */
const QUICKEST_PERSON_MS = 150

/**
 * Whether a form was submitted faster than a person can. On submit, the page's script writes into `started`
 * for how many milliseconds the page was shown. The server can't stamp forms, since cached pages are shared.
 * Without script the field is empty, which is accepted.
 */
export const isTooQuick = (started: string): boolean =>
  /^\d{1,9}$/.test(started) && Number(started) < QUICKEST_PERSON_MS
