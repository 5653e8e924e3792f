import { isBlank, isMailAddress } from './text'

export const NAME_MAX = 120

/** Any address that the HTML standard’s rule takes. */
export function emailError(email: string): string | undefined {
  if (isBlank(email)) return 'Enter your email address.'
  if (!isMailAddress(email)) return 'Enter a full email address, like you@example.com.'
  return undefined
}
