/** What a form of the profile page has done, by the word in its address. */
const NEWS = {
  details: 'Saved.',
  'letter-on': 'You get the letter from now on.',
  'letter-off': 'You get no more letters from us.',
  password: 'Your password is changed, and every other device is signed out.',
  email: 'We’ve sent a link to the new address. Open it in this browser to use the address.',
  'email-changed': 'Your new address is confirmed.',
  'session-ended': 'That device is signed out.',
  'others-ended': 'Every other device is signed out.',
  'passkey-added': 'Your passkey is ready. Use it the next time you sign in.',
  'passkey-renamed': 'Renamed.',
  'passkey-removed': 'The passkey is removed, and every other device is signed out.',
  'two-factor': 'The second step is on. From now on, signing in takes a code.',
  'two-factor-off': 'The second step is off.',
} as const

export type ProfileNews = keyof typeof NEWS

/** @param sendsMail whether there is a mail server */
export function profileNews(word: string | null, sendsMail: boolean): string | undefined {
  if (word === 'email' && !sendsMail)
    return 'This site can’t send email yet. Your email changes once we can send a link to the new one and you open it.'
  return word !== null && Object.hasOwn(NEWS, word) ? NEWS[word as ProfileNews] : undefined
}
