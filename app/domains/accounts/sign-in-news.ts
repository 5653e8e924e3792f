/** What has just happened to somebody who comes to the login page, by the word in its address. */
const NEWS = {
  link: 'If we know this email, a sign-in link is on its way. It works once, for 15 minutes.',
  password: 'Your new password is set, and you are signed out everywhere. Sign in with it.',
  email: 'Your new address is confirmed. Sign in with it.',
  'signed-out': 'You are signed out.',
  deleted: 'Your account is deleted.',
} as const

export type SignInNews = keyof typeof NEWS

/** The same for every address. @param sendsMail whether there is a mail server */
export function signInNews(word: string | null, sendsMail: boolean): string | undefined {
  if (word === 'link' && !sendsMail)
    return 'This site can’t send email yet, so no link was sent. Sign in with your password, or contact us.'
  return word !== null && Object.hasOwn(NEWS, word) ? NEWS[word as SignInNews] : undefined
}
