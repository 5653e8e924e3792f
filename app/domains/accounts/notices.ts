/** Beside the button that subscribes; kept with the subscription. */
export const NEWSLETTER_WORDS = 'The newsletter has open dates and new work.'

/** A message after a form. */
export interface FormNotice {
  sentence: string
  /** What the form asked for was done. */
  isDone: boolean
}

const done = (sentence: string): FormNotice => ({ sentence, isDone: true })
const notDone = (sentence: string): FormNotice => ({ sentence, isDone: false })

/** Messages after the profile page's forms, by the value in its URL. */
const PROFILE_NOTICES = {
  details: 'Saved.',
  'newsletter-on': 'You’re subscribed.',
  'newsletter-off': 'You’re unsubscribed.',
  'newsletter-confirm': 'Almost done. Press the button in the email we just sent you.',
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

export type ProfileNotice = keyof typeof PROFILE_NOTICES

/** The section of the profile page to which its form belongs, and which shows the message; '': the top of the page. */
export function profileSection(word: string | null): string {
  if (word === 'email-changed') return ''
  if (word === 'details') return 'details'
  return word?.startsWith('newsletter-') ? 'emails' : 'security'
}

/** @param sendsMail whether a mail server is configured */
export function profileNotice(word: string | null, sendsMail: boolean): FormNotice | undefined {
  if (word === 'email' && !sendsMail)
    return notDone(
      'This site can’t send email yet. Your email changes once we can send a link to the new one and you open it.',
    )
  if (word === 'newsletter-confirm' && !sendsMail)
    return notDone('This site can’t send email yet, so we can’t ask you to confirm. Please try again later.')
  return word !== null && Object.hasOwn(PROFILE_NOTICES, word)
    ? done(PROFILE_NOTICES[word as ProfileNotice])
    : undefined
}

/** Messages of the login page, by the value in its URL. */
const SIGN_IN_NOTICES = {
  link: 'If you have an account, we’ve emailed you a sign-in link. It works once and expires in 15 minutes.',
  password: 'Password changed. You’re signed out everywhere. Sign in with your new password.',
  email: 'Your new email is confirmed. Sign in with it.',
  'signed-out': 'You’re signed out.',
  deleted: 'Your account has been deleted.',
} as const

export type SignInNotice = keyof typeof SIGN_IN_NOTICES

/**
 * The same for every address, so that it doesn't reveal accounts.
 * @param sendsMail whether a mail server is configured
 */
export function signInNotice(word: string | null, sendsMail: boolean): FormNotice | undefined {
  if (word === 'link' && !sendsMail)
    return notDone(
      'This site can’t send email yet, so no link was sent. Sign in with your password, or contact us.',
    )
  return word !== null && Object.hasOwn(SIGN_IN_NOTICES, word)
    ? done(SIGN_IN_NOTICES[word as SignInNotice])
    : undefined
}

/** Pages that people can also open with a link that we send. */
const LINKED_PAGES = [
  { path: '/download/', name: 'gallery' },
  { path: '/booking', name: 'booking' },
  { path: '/proposal', name: 'proposal' },
  { path: '/contract', name: 'contract' },
] as const

/** The name of a page that isn’t open in this browser, whether it exists or not. @param path where signing in leads */
export const linkedPageName = (path: string | undefined) =>
  LINKED_PAGES.find((page) => path?.startsWith(page.path))?.name
