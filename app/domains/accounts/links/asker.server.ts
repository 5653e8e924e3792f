import { verifyPassword } from '~/platform/auth/password.server'
import { sha256 } from '~/platform/ids.server'
import { countTry, loginCounts, uncountTry } from '../limits/operations.server'
import type { AccountDeps } from '../messages/operations.server'
import type { AskingBrowser, TooMany } from '../model'
import { noteFailure } from '../sign-ins/failures.server'
import { type Account, selectAccount } from '../store.server'
import type { LinkTarget } from './store.server'

/** The browser that asked for the link opens it. */
export const isAskingBrowser = (link: LinkTarget, browser: string): boolean =>
  browser !== '' && link.browser === sha256(browser)

/** Tells the password that a link confirms from any that has replaced it. Its hash has a salt, so no two are alike. */
export const passwordMark = (passwordHash: string | undefined): string => sha256(passwordHash ?? '')

export type AskerProven =
  | { ok: true; account: Account }
  /** Opened in another browser: only the password of the account that asked tells who asked. */
  | { ok: false; reason: 'wrong-password' }
  | { ok: false; reason: 'gone' }
  | TooMany

/**
 * Who confirms an address is who asked for it: the owner of a mailbox would otherwise let a stranger in, who entered
 * their address. Wrong passwords count like failed logins.
 */
export async function proveAsker(
  deps: AccountDeps,
  link: LinkTarget,
  { password, ...from }: AskingBrowser & { password: string },
): Promise<AskerProven> {
  const account = await selectAccount(deps.db, link.user)
  if (isAskingBrowser(link, from.browser))
    return account ? { ok: true, account } : { ok: false, reason: 'gone' }
  const counts = loginCounts(account?.email ?? link.email, from.network)
  const counted = await countTry(deps, counts)
  const isRight = counted.ok && (await verifyPassword(password, account?.passwordHash))
  if (!isRight) noteFailure(deps, account?.email ?? link.email, from)
  if (!counted.ok) return counted
  if (!account || !isRight) return { ok: false, reason: 'wrong-password' }
  await uncountTry(deps, counts)
  return { ok: true, account }
}
