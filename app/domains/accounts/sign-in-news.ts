/** What has just happened to somebody who comes to the login page, by the word in its address. */
const NEWS = {
  link: 'If this address has an account, a sign-in link is on its way. It works once, and not for long.',
  password: 'Your new password is set, and you are signed out everywhere. Sign in with it.',
  email: 'Your new address is confirmed. Sign in with it.',
  'signed-out': 'You are signed out.',
  deleted: 'Your account is deleted.',
} as const

export type SignInNews = keyof typeof NEWS

export const signInNews = (word: string | null): string | undefined =>
  word !== null && Object.hasOwn(NEWS, word) ? NEWS[word as SignInNews] : undefined
