/** What a form of the profile page has done, by the word in its address. */
const NEWS = {
  details: 'Saved.',
  'letter-on': 'You’re subscribed.',
  'letter-off': 'You’re unsubscribed.',
  password: 'Password changed. Every other device is signed out.',
  email: 'We’ve sent a link to your new email. Open it in this browser to confirm the change.',
  'email-changed': 'Your new email is confirmed.',
  'session-ended': 'That device is signed out.',
  'others-ended': 'Every other device is signed out.',
  'passkey-added': 'Your passkey is ready. Use it the next time you sign in.',
  'passkey-renamed': 'Renamed.',
  'passkey-removed': 'Passkey removed. Every other device is signed out.',
  'two-factor': 'Two-factor authentication is on. You’ll need a code to sign in.',
  'two-factor-off': 'Two-factor authentication is off.',
} as const

export type ProfileNews = keyof typeof NEWS

/** @param sendsMail whether there is a mail server */
export function profileNews(word: string | null, sendsMail: boolean): string | undefined {
  if (word === 'email' && !sendsMail)
    return 'This site can’t send email yet. Your email changes once we can send a link to the new one and you open it.'
  return word !== null && Object.hasOwn(NEWS, word) ? NEWS[word as ProfileNews] : undefined
}
