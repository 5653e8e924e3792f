import { isTokenPath } from './token-paths'

/** Written for one person, or an answer to what that person is. */
const PERSONAL =
  /^\/+(login|register|forgot-password|sign-out|download|profile|booking|studio|thank-you)(\/|\.|$)/i

/** Pages of accounts, of the Studio and behind private links: nobody else may learn that somebody is there. */
export const isPersonalPath = (path: string): boolean => PERSONAL.test(path) || isTokenPath(path)
