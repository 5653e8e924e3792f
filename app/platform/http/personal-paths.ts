import { isTokenPath } from './token-paths'

/** Written for one person, or an answer to what that person is. */
const PERSONAL =
  /^\/+(login|register|forgot-password|sign-out|download|profile|booking|studio|thank-you)(\/|\.|$)/i

/** Account pages, the Studio and private links, whose addresses analytics must not see. */
export const isPersonalPath = (path: string): boolean => PERSONAL.test(path) || isTokenPath(path)
