import type { Clock } from '~/platform/clock'
import type { Db } from '~/platform/db/database.server'
import type { Row } from '~/platform/db/schema'
import { newId } from '~/platform/ids.server'
import { merged } from './model'
import {
  deletePerson,
  emptyInto,
  indexPerson,
  insertAddress,
  insertBare,
  insertPerson,
  lockPeople,
  markVerified,
  moveAddress,
  selectHolder,
  selectPersonOfUser,
  touchPerson,
  updatePerson,
} from './store.server'

interface JoinDeps {
  /** The transaction that confirms the address. */
  db: Db
  clock: Clock
}

export interface ProvenAccount {
  userId: string
  /** An address that the account has verified. */
  email: string
  name: string
  phone?: string
}

/**
 * Links an account to the person with a verified address. If the account already has a person, the address
 * moves to it, and the address's own person is merged into it: only verification merges. An address that
 * another account had verified moves to the newly verified account, and the other person keeps the rest.
 * @returns the person's id
 */
export async function joinAccount({ db, clock }: JoinDeps, account: ProvenAccount): Promise<string> {
  const at = clock.now()
  const key = account.email.toLowerCase()
  const { mine, holder, locked } = await lockBoth(db, account, at)
  const person = await uniteRecords(db, { mine, holder, locked, key, userId: account.userId, at })
  await markVerified(db, key, at)
  const now = await touchPerson(db, person, { at, records: 0 })
  if (now?.detailsFrom === 'claim')
    await updatePerson(db, person, {
      name: account.name || now.name,
      phone: account.phone || now.phone,
      details_from: 'account',
    })
  await indexPerson(db, person)
  return person
}

interface Locked {
  /** The account's person; undefined: none yet. */
  mine: string | undefined
  /** The person with the address. */
  holder: string
  locked: Map<string, Row<'people'>>
}

/** Both persons, locked. */
async function lockBoth(
  db: Db,
  { userId, email, name, phone = '' }: ProvenAccount,
  at: number,
): Promise<Locked> {
  const key = email.toLowerCase()
  for (;;) {
    const mine = await selectPersonOfUser(db, userId)
    const holder = await selectHolder(db, key)
    if (holder === undefined) {
      if (mine === undefined) await insertPerson(db, { email, name, phone, at })
      else if ((await lockPeople(db, [mine])).size > 0) await insertAddress(db, { person: mine, email, at })
      continue
    }
    const wanted = mine === undefined ? [holder] : [mine, holder]
    const locked = await lockPeople(db, wanted)
    const isSame = (await selectPersonOfUser(db, userId)) === mine && (await selectHolder(db, key)) === holder
    if (isSame && wanted.every((id) => locked.has(id))) return { mine, holder, locked }
  }
}

async function uniteRecords(
  db: Db,
  { mine, holder, locked, key, userId, at }: Locked & { key: string; userId: string; at: number },
): Promise<string> {
  if (mine === holder) return holder
  const isFree = locked.get(holder)?.user_id === null
  if (isFree && mine !== undefined) return merge(db, locked, mine, holder)
  if (isFree) {
    await updatePerson(db, holder, { user_id: userId })
    return holder
  }
  const own = mine ?? newId()
  if (mine === undefined) {
    await insertBare(db, { id: own, name: '', phone: '', at })
    await updatePerson(db, own, { user_id: userId })
  }
  await moveAddress(db, key, own)
  await indexPerson(db, holder)
  return own
}

/** The older person's id stays. Ids sort by time. */
async function merge(
  db: Db,
  locked: Map<string, Row<'people'>>,
  one: string,
  other: string,
): Promise<string> {
  const [kept, gone] = one < other ? [one, other] : [other, one]
  const [keptRow, goneRow] = [locked.get(kept), locked.get(gone)]
  if (!keptRow || !goneRow) throw new Error('A record was to be merged that is not locked.')
  await emptyInto(db, gone, kept)
  await updatePerson(db, kept, merged(keptRow, goneRow))
  return kept
}

/** Copies the account's name and phone, unless the studio has entered others. */
export async function followProfile(
  db: Db,
  { userId, name, phone }: { userId: string; name: string; phone: string },
): Promise<void> {
  const id = await selectPersonOfUser(db, userId)
  const person = id && (await lockPeople(db, [id])).get(id)
  if (!person || person.details_from === 'studio') return
  await updatePerson(db, person.id, { name, phone, details_from: 'account' })
  await indexPerson(db, person.id)
}

/**
 * Unlinks the account from its person, and deletes the person unless the studio has other records about them. A
 * person who stays keeps the name, but not the account's phone.
 */
export async function leaveAccount(db: Db, { userId }: { userId: string }): Promise<void> {
  const id = await selectPersonOfUser(db, userId)
  const person = id && (await lockPeople(db, [id])).get(id)
  if (!person) return
  if (person.records === 0) return await deletePerson(db, person.id)
  const isOfAccount = person.details_from === 'account'
  await updatePerson(db, person.id, {
    user_id: null,
    ...(isOfAccount && { phone: '', details_from: 'claim' as const }),
  })
  await indexPerson(db, person.id)
}
