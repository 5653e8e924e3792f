import { recordAction } from '~/domains/audit/operations.server'
import { queueMail } from '~/domains/outbox/operations.server'
import { type Db, transact } from '~/platform/db/database.server'
import type { Logger } from '~/platform/logging.server'
import { takeHit } from '~/platform/rate-limit.server'
import { failedSignInsMail } from '../emails.server'
import { accountKey } from '../limits.server'
import { type AccountDeps, readEmailBranding } from '../messages.server'
import type { From } from '../model'
import { type AddressedAccount, selectByEmails } from '../store.server'
import { type Failure, type FailureSum, failuresToWrite, sumFailures } from './failure-sums'
import { placeOf } from './log.server'

type FailureDeps = Pick<AccountDeps, 'db' | 'clock' | 'config'>

const DAY_MS = 86_400_000
const TICK_MS = 5_000
/** Maximum addresses and networks counted separately per tick. Further ones are added up. */
const MOST_ARRIVED = 5_000
/** Number of failures within a day after which the account's person gets an email. */
const WORTH_AN_EMAIL = 10

interface Waiting {
  /** Since the last tick, by address and network. */
  arrived: Map<string, Failure & { email: string }>
  sums: FailureSum[]
}

/**
 * Failed sign-ins are collected in memory and logged together some seconds later, so that a flood doesn't
 * cause many writes, and the response takes the same time whether the address has an account or not. A crash
 * loses those of the last seconds, or of the last quarter hour during a flood.
 */
const waiting = new WeakMap<Db, Waiting>()

function waitingIn(db: Db): Waiting {
  const known = waiting.get(db) ?? { arrived: new Map(), sums: [] }
  waiting.set(db, known)
  return known
}

/** @param email in lower case, with or without an account */
export function noteFailure({ db }: { db: Db }, email: string, from: From): void {
  const { arrived } = waitingIn(db)
  const place = placeOf(from)
  const key = JSON.stringify([email, place.network])
  const isRoom = arrived.size < MOST_ARRIVED || arrived.has(key)
  const known = arrived.get(isRoom ? key : '')
  const failure = known ?? {
    ...(isRoom ? { email, ...place } : { email: '', network: '', device: '' }),
    times: 0,
  }
  if (failure.device !== place.device) failure.device = ''
  failure.times += 1
  arrived.set(isRoom ? key : '', failure)
}

/**
 * Counts new failures, and logs those that have waited long enough. Stores nothing about addresses without an
 * account, where someone may have typed a password.
 * @param all logs everything, at shutdown
 */
export async function writeFailures(deps: FailureDeps, { all = false } = {}): Promise<void> {
  const { db, clock } = deps
  const state = waitingIn(db)
  const arrived = [...state.arrived.values()]
  state.arrived.clear()
  const accounts = new Map(
    (
      await selectByEmails(
        db,
        arrived.map(({ email }) => email),
      )
    ).map((account) => [account.email, account]),
  )
  for (const account of accounts.values()) {
    const mine = arrived.filter(({ email }) => email === account.email)
    await countTowardEmail(
      deps,
      account,
      mine.reduce((sum, { times }) => sum + times, 0),
    )
  }
  state.sums = sumFailures(
    state.sums,
    arrived.map(({ email, ...failure }) => ({ ...failure, accountId: accounts.get(email)?.id ?? '' })),
    clock.now(),
  )
  const { write, keep } = failuresToWrite(state.sums, clock.now(), { all })
  await writeEntries(deps, write)
  state.sums = keep
}

const NOBODY = { uid: '', name: '' }

async function writeEntries({ db, clock }: FailureDeps, sums: readonly FailureSum[]): Promise<void> {
  if (sums.length === 0) return
  await transact(db, async (tx) => {
    for (const { accountId, network, device, waiting: times } of sums)
      await recordAction(
        { db: tx, clock, author: NOBODY },
        {
          action: 'sign-in-failed',
          subject: accountId === '' ? 'An email without an account' : '',
          ...{ accountId, times, place: { network, device } },
        },
      )
  })
}

/** Emails an account's person at the tenth failure within a day, at most once per day. */
async function countTowardEmail(deps: FailureDeps, account: AddressedAccount, times: number): Promise<void> {
  const { db, clock, config } = deps
  const mail = failedSignInsMail(await readEmailBranding(deps), account)
  // The threshold of ten doesn't depend on the installation's rate limit factor.
  const unscaled = { ...config, rateLimitScale: 1 }
  await transact(db, async (tx) => {
    const hit = async (name: string, limit: number) => {
      const asked = { name, network: accountKey(account.id), windowMs: DAY_MS, limit }
      return (await takeHit({ db: tx, clock, config: unscaled }, asked)).ok
    }
    let isReached = false
    for (let n = 0; n < Math.min(times, WORTH_AN_EMAIL) && !isReached; n++)
      isReached = !(await hit('failed-sign-in', WORTH_AN_EMAIL - 1))
    if (isReached && (await hit('failed-sign-in-email', 1))) await queueMail({ db: tx, clock, config }, mail)
  })
}

/** @returns a function that stops it and logs what is left */
export function keepWritingFailures(deps: FailureDeps & { log: Logger }): () => Promise<void> {
  let last = Promise.resolve()
  const write = (all: boolean): Promise<void> => {
    last = last
      .then(() => writeFailures(deps, { all }))
      .catch((err: unknown) =>
        deps.log.error({ err }, 'failed sign-ins could not be written into the activity log'),
      )
    return last
  }
  const timer = setInterval(() => void write(false), TICK_MS)
  timer.unref()
  return async () => {
    clearInterval(timer)
    await write(true)
  }
}
