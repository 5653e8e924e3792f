import type { Clock } from '~/platform/clock'
import { type Db, transact } from '~/platform/db/database.server'
import type { Person } from './model'
import {
  indexPerson,
  insertPerson,
  isVerified,
  markVerified,
  selectHolder,
  selectVerifiedAmong,
  setSubscribed,
  touchPerson,
  updatePerson,
} from './store.server'

interface ContactDeps {
  /** The transaction of what arrives. */
  db: Db
  clock: Clock
}

export interface Contact {
  email: string
  /** As typed with it; nothing proves them. */
  name?: string
  phone?: string
  /** Whether the studio keeps what arrived whatever becomes of an account, as it does a message. */
  isRecord?: boolean
}

/**
 * Somebody has written, asked or registered. The address finds or makes their record; however many arrive at once, one
 * is made. What they say of themselves fills what is empty, and never what an account or the studio has said.
 * @returns the person’s id
 */
export async function noteContact(
  { db, clock }: ContactDeps,
  { email, name = '', phone = '', isRecord = true }: Contact,
): Promise<string> {
  const at = clock.now()
  for (;;) {
    const holder = await selectHolder(db, email.toLowerCase())
    const id = holder ?? (await insertPerson(db, { email, name, phone, at }))
    // Undefined: another made the record, or merged it away, at this very moment. It is there to be found now.
    const person = id === undefined ? undefined : await touchPerson(db, id, { at, records: isRecord ? 1 : 0 })
    if (!person) continue
    await fillBlanks(db, person, { name, phone })
    return person.id
  }
}

async function fillBlanks(db: Db, person: Person, said: { name: string; phone: string }): Promise<void> {
  if (person.detailsFrom !== 'claim') return
  const name = person.name || said.name
  const phone = person.phone || said.phone
  if (name === person.name && phone === person.phone) return
  await updatePerson(db, person.id, { name, phone })
  await indexPerson(db, person.id)
}

/** An address gets our letters from now on, or no more. `isNew`: it never did before. */
export async function noteSubscription(
  deps: ContactDeps,
  { email, isOn, isNew = false }: { email: string; isOn: boolean; isNew?: boolean },
): Promise<void> {
  const person = await noteContact(deps, { email, isRecord: isNew })
  await setSubscribed(deps.db, person, email.toLowerCase(), isOn)
}

/** The id of the person who has this address; undefined: nobody. */
export const findPersonOf = ({ db }: { db: Db }, email: string): Promise<string | undefined> =>
  selectHolder(db, email.toLowerCase())

/**
 * The owner of an address has shown that they read its email: they used a link that we sent only there. An account
 * with a verified address proves it too (`joinAccount`). Never call this for a link that the browser gets without the
 * email.
 */
export async function proveAddress(deps: { db: Db; clock: Clock }, email: string): Promise<void> {
  if (await isAddressProven(deps, email)) return
  await transact(deps.db, async (tx) => {
    await noteContact({ ...deps, db: tx }, { email, isRecord: false })
    await markVerified(tx, email.toLowerCase(), deps.clock.now())
  })
}

/** Whether someone has ever shown that they read the email sent to this address. */
export const isAddressProven = ({ db }: { db: Db }, email: string): Promise<boolean> =>
  isVerified(db, email.toLowerCase())

/** Those of some addresses that are proven. @param emails in lower case */
export const provenAmong = async ({ db }: { db: Db }, emails: string[]): Promise<Set<string>> =>
  new Set(await selectVerifiedAmong(db, emails))
