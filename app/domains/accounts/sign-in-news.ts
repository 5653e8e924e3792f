/** What has just happened to somebody who comes to the login page, by the word in its address. */
const NEWS = {
  link: 'If you have an account, we’ve emailed you a sign-in link. It works once and expires in 15 minutes.',
  password: 'Password changed. You’re signed out everywhere. Sign in with your new password.',
  email: 'Your new email is confirmed. Sign in with it.',
  'signed-out': 'You’re signed out.',
  deleted: 'Your account has been deleted.',
} as const

export type SignInNews = keyof typeof NEWS

/** The same for every address. @param sendsMail whether there is a mail server */
export function signInNews(word: string | null, sendsMail: boolean): string | undefined {
  if (word === 'link' && !sendsMail)
    return 'This site can’t send email yet, so no link was sent. Sign in with your password, or contact us.'
  return word !== null && Object.hasOwn(NEWS, word) ? NEWS[word as SignInNews] : undefined
}
