import { MAIL_PRIORITY } from '~/domains/outbox/model'
import { queueMail } from '~/domains/outbox/operations.server'
import { noteContact } from '~/domains/people/operations.server'
import { hashPassword, verifyPassword } from '~/platform/auth/password.server'
import { type Db, transact } from '~/platform/db/database.server'
import { newId } from '~/platform/ids.server'
import { enqueue } from '~/platform/jobs/queue.server'
import { emailError, nameError } from '~/platform/person-fields'
import { withoutOuterSpaces } from '~/platform/text'
import { alreadyRegisteredMail } from '../emails.server'
import { countTry } from '../limits/operations.server'
import { deleteLinksOf } from '../links/store.server'
import { type AccountDeps, mailLink, readLetterhead } from '../messages/operations.server'
import { type AccountErrors, accountEmail, type From, MAIL_REGISTRATION, type TooMany } from '../model'
import { passwordError } from '../password-rule'
import { deletePassword, insertAccount, putPassword, selectAccountByEmail } from '../store.server'

export type Registered = { ok: true } | { ok: false; reason: 'refused'; errors: AccountErrors } | TooMany

/**
 * R18: opens an account that its address has to confirm. An address that has one gets a message instead; the answer
 * and its time are the same, since a password is hashed once either way and a job does the rest. Of many at once for
 * one address, one makes the account.
 */
export async function register(
  deps: AccountDeps,
  given: { name: string; email: string; password: string } & From,
): Promise<Registered> {
  const { db, clock } = deps
  const name = withoutOuterSpaces(given.name)
  const email = accountEmail(given.email)
  const { password } = given
  const errors = accountErrors({ name, email, password })
  if (Object.keys(errors).length > 0) return { ok: false, reason: 'refused', errors }
  const counted = await countTry(deps, [{ name: 'register-network', key: given.network }])
  if (!counted.ok) return counted

  const waiting = await selectWaiting(db, email)
  const isContested = waiting !== undefined && !(await verifyPassword(password, waiting.passwordHash))
  const hash = waiting ? undefined : await hashPassword(password)
  const rival = await transact(db, async (tx) => {
    if (hash !== undefined && !(await openAccount({ db: tx, clock }, { name, email, hash }))) {
      const overtaker = await selectWaiting(tx, email)
      if (overtaker) return overtaker
    }
    await enqueueMail({ db: tx, clock }, { email, isContested })
    return undefined
  })
  // Opened by another at this very moment, or by the same who pressed twice.
  if (rival)
    await enqueueMail(deps, {
      email,
      isContested: !(await verifyPassword(password, rival.passwordHash)),
    })
  return { ok: true }
}

const enqueueMail = (deps: Pick<AccountDeps, 'db' | 'clock'>, payload: RegistrationMail) =>
  enqueue(deps, { kind: MAIL_REGISTRATION, payload, priority: MAIL_PRIORITY })

interface RegistrationMail {
  email: string
  /**
   * Two have registered the address with different passwords, and it is not known whose it is: neither password may
   * open the account, and whoever gets the message chooses one.
   */
  isContested: boolean
}

/** What is wrong with a new account’s fields. */
export function accountErrors({
  name,
  email,
  password,
}: Record<'name' | 'email' | 'password', string>): AccountErrors {
  const found = {
    name: nameError(name),
    email: emailError(email),
    password: passwordError(password, [name, email]),
  }
  return Object.fromEntries(Object.entries(found).filter(([, error]) => error !== undefined))
}

/** An account whose address nobody has confirmed. */
async function selectWaiting(db: Db, email: string) {
  const account = await selectAccountByEmail(db, email)
  return account?.emailVerified === false ? account : undefined
}

async function openAccount(
  { db, clock }: Pick<AccountDeps, 'db' | 'clock'>,
  { name, email, hash }: { name: string; email: string; hash: string },
): Promise<boolean> {
  const id = newId()
  const at = clock.now()
  if (!(await insertAccount(db, { id, name, email, emailVerified: false, role: 'client' }, at))) return false
  await putPassword(db, id, hash, { id: newId(), at })
  await noteContact({ db, clock }, { email, name, isRecord: false })
  return true
}

/** The job’s part: a link by which to confirm the address, or word that it has an account. */
export async function mailRegistration(
  deps: Pick<AccountDeps, 'db' | 'clock' | 'config'>,
  { email, isContested }: RegistrationMail,
): Promise<void> {
  const { db, clock, config } = deps
  const account = await selectAccountByEmail(db, email)
  if (!account) return
  if (account.emailVerified) {
    const mail = alreadyRegisteredMail(await readLetterhead(deps), account)
    return transact(db, (tx) => queueMail({ db: tx, clock, config }, mail))
  }
  if (!isContested) {
    await mailLink(deps, 'verify-email', { user: account.id, email })
    return
  }
  await mailLink(deps, 'reset-password', { user: account.id, email }, async (tx) => {
    await deletePassword(tx, account.id)
    await deleteLinksOf(tx, account.id)
    return true
  })
}
