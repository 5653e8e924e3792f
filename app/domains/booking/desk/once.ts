/** The id that a page gave its form: written with what the form makes, so that there is one of it. */
export const isOnceId = (text: string): boolean => /^[0-9a-f-]{20,40}$/.test(text)
