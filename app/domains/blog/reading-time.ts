/** Characters of Markdown that a person reads in a minute: about 200 English words. */
const CHARACTERS_A_MINUTE = 1_150

/** Whole minutes that a text takes, at least one. */
export const readingMinutes = (characters: number): number =>
  Math.max(1, Math.round(characters / CHARACTERS_A_MINUTE))
