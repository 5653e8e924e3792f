/**
 * Splits a text into parts, of which those at odd places are dates and times, in which no line should break:
 * "June 27, 2026", "Dec 5", "10:30 – 11:15 AM EST".
 */
export const DATES_AND_TIMES =
  /((?:Jan|Feb|Mar|Apr|May|Ju[nl]|Aug|Sep|Oct|Nov|Dec)[a-z]* \d\d?\b(?:, \d{4}\b)?|(?:\d+(?::\d\d)?(?: [AP]M)? – )?\d+(?::\d\d)? [AP]M\b(?: [A-Z]{3,4}\b)?)/
