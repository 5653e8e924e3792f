/**
 * In milliseconds. A program that fills in a form by script sends it at once. Longer would catch little more, and what
 * is dropped is dropped silently: nobody’s message may be lost because a browser typed for them.
 */
const QUICKEST_PERSON_MS = 150

/**
 * Whether a form was sent sooner after its page was shown than a person can.
 * The page's script writes into `started`, when the form is sent, for how many milliseconds the page has been shown.
 * The server cannot stamp the form itself, because finished pages are kept and given to many. So without script the
 * field is empty, which says nothing and is fine.
 */
export const isTooQuick = (started: string): boolean =>
  /^\d{1,9}$/.test(started) && Number(started) < QUICKEST_PERSON_MS
