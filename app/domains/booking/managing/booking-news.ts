/** What a form of the page of a booking has done, by the word in its address. */
const NEWS = {
  moved: 'Your session is rescheduled. We’ve emailed you the new time.',
  canceled: 'Your session is canceled. We’ve emailed you a confirmation.',
  accepted: 'Thank you. Your new time is confirmed.',
  details: 'Saved. We’ll see your changes.',
  same: 'Nothing was changed.',
  link: 'We’ve emailed you a new link. Older links no longer work.',
} as const

/** The same without a mail server. */
const UNSENT: Partial<Record<string, string>> = {
  moved:
    'Your session is rescheduled. This site can’t send email yet, so please make a note of the new time.',
  canceled: 'Your session is canceled. This site can’t send email yet, so there’s no confirmation by email.',
  link: 'This site can’t send email yet, so the new link wasn’t sent. The earlier ones no longer work. Please contact us.',
}

/** @param sendsMail whether there is a mail server */
export function bookingNews(word: string | null, sendsMail: boolean): string | undefined {
  if (word === null || !Object.hasOwn(NEWS, word)) return undefined
  return (!sendsMail && UNSENT[word]) || NEWS[word as keyof typeof NEWS]
}
