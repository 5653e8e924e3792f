import { readSettings } from '~/domains/content/operations.server'
import { queueMail } from '~/domains/outbox/operations.server'
import { type Db, transact } from '~/platform/db/database.server'
import { setCookie } from '~/platform/http/capability-cookie'
import { DEVICE_COOKIE } from '~/platform/http/requester.server'
import { newId, newToken, sha256 } from '~/platform/ids.server'
import { emailBrandingOf } from '~/platform/mail/email-branding'
import { newDeviceMail } from '../emails.server'
import type { AccountDeps } from '../messages.server'
import type { From, SignInWay } from '../model'
import {
  type Account,
  deleteDevices,
  insertDevice,
  isDeviceCookie,
  type KnownDevice,
  selectAccount,
  selectDevice,
  selectDevices,
  touchDevice,
} from '../store.server'
import { placeOf, recordOwnAction } from './log.server'

type DeviceDeps = Pick<AccountDeps, 'db' | 'clock' | 'config'>

const DAY_MS = 86_400_000
/** Maximum devices per account. Private windows are new each time. */
const MOST_DEVICES = 50
/** Maximum emails per day about new devices of an account. */
const MOST_EMAILS_A_DAY = 5

/**
 * Logs a sign-in. When the account doesn't know the device, the person gets an email, except at the very
 * first sign-in.
 * @returns cookies that identify the device from now on
 */
export async function noteSignIn(
  deps: DeviceDeps,
  user: string,
  way: SignInWay,
  from: From,
): Promise<string[]> {
  const { db, clock, config } = deps
  const account = await selectAccount(db, user)
  if (!account) return []
  const place = placeOf(from)
  const at = clock.now()
  const hash = from.device ? sha256(from.device) : undefined
  const known = hash === undefined ? undefined : await selectDevice(db, user, hash)
  const entry = { action: 'signed-in', place } as const
  if (known) {
    await transact(db, async (tx) => {
      if (at - known.last_seen_at > DAY_MS) await touchDevice(tx, known.id, at)
      await recordOwnAction({ db: tx, clock }, account, { ...entry, subject: way })
    })
    return from.device ? [setCookie(config.siteUrl, DEVICE_COOKIE, from.device)] : []
  }
  const token = await tokenFor(db, from.device)
  const device: KnownDevice = {
    ...{ id: newId(), user_id: user, token_hash: sha256(token) },
    ...{ name: place.device, network: place.network, first_seen_at: at, last_seen_at: at },
  }
  const others = await selectDevices(db, user)
  const mail = isWorthAnEmail(device, others) ? await prepareMail(deps, account, device) : undefined
  await transact(db, async (tx) => {
    await insertDevice(tx, device)
    await deleteDevices(
      tx,
      others.slice(MOST_DEVICES - 1).map(({ id }) => id),
    )
    await recordOwnAction({ db: tx, clock }, account, { ...entry, subject: `${way}, new device` })
    if (mail) await queueMail({ db: tx, clock, config }, mail)
  })
  return [setCookie(config.siteUrl, DEVICE_COOKIE, token)]
}

/** A browser known to another account keeps its cookie. Foreign values are replaced. */
const tokenFor = async (db: Db, sent: string | undefined): Promise<string> =>
  sent && (await isDeviceCookie(db, sha256(sent))) ? sent : newToken()

/**
 * No email for the first device, for one similar to another of that day, or for a series of private windows.
 */
function isWorthAnEmail(device: KnownDevice, others: readonly KnownDevice[]): boolean {
  if (others.length === 0) return false
  const today = others.filter(({ first_seen_at }) => first_seen_at > device.first_seen_at - DAY_MS)
  const isAlike = ({ name, network }: KnownDevice) => name === device.name && network === device.network
  return today.length < MOST_EMAILS_A_DAY && !today.some(isAlike)
}

async function prepareMail({ db, config }: DeviceDeps, account: Account, device: KnownDevice) {
  const { studio } = await readSettings({ db })
  const { name, network, first_seen_at: at } = device
  return newDeviceMail(emailBrandingOf(studio, config.siteUrl), account, {
    ...{ device: name, network, at, zone: studio.timeZone },
  })
}
