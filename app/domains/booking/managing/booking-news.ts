/** What a form of the page of a booking has done, by the word in its address. */
const NEWS = {
  moved: 'Your session is moved. We’ve emailed you the new time.',
  canceled: 'Your session is canceled. We’ve emailed you a confirmation.',
  accepted: 'Thank you. The new time stands.',
  details: 'Saved, and we know.',
  same: 'Nothing was changed.',
  link: 'A new link is on its way to your email address. The ones before have stopped working.',
} as const

/** The same without a mail server. */
const UNSENT: Partial<Record<string, string>> = {
  moved: 'Your session is moved. This site can’t send email yet, so write down the new time.',
  canceled: 'Your session is canceled. This site can’t send email yet, so there’s no confirmation by email.',
  link: 'This site can’t send email yet, so the new link wasn’t sent. The earlier ones no longer work. Please contact us.',
}

/** @param sendsMail whether there is a mail server */
export function bookingNews(word: string | null, sendsMail: boolean): string | undefined {
  if (word === null || !Object.hasOwn(NEWS, word)) return undefined
  return (!sendsMail && UNSENT[word]) || NEWS[word as keyof typeof NEWS]
}
