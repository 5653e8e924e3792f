/** What a form of the page of a booking has done, by the word in its address. */
const NEWS = {
  moved: 'Your session is moved. We have sent you the new time.',
  canceled: 'Your session is canceled. We have sent you a line about it.',
  accepted: 'Thank you. The new time stands.',
  details: 'Saved, and we know.',
  same: 'Nothing was changed.',
  link: 'A new link is on its way to your email address. The ones before have stopped working.',
} as const

export const bookingNews = (word: string | null): string | undefined =>
  word !== null && Object.hasOwn(NEWS, word) ? NEWS[word as keyof typeof NEWS] : undefined
