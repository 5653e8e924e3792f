import { openRequired, type RequiredOpened } from '~/domains/contracts/required.server'
import type { Clock } from '~/platform/clock'
import type { Config } from '~/platform/config.server'
import { type Db, transact } from '~/platform/db/database.server'
import type { Booking } from '../reservations/model'
import { selectBooking, updateBooking } from '../reservations/store.server'
import { isHeld } from './model'
import { lockBooking } from './store.server'

interface Deps {
  db: Db
  clock: Clock
  config: Pick<Config, 'secret'>
}

export type ContractOpened = RequiredOpened | { ok: false; reason: 'not-possible' }

/** Opens the contract that a held booking requires, for its client to sign. */
export async function openContract(deps: Deps, { id }: Pick<Booking, 'id'>): Promise<ContractOpened> {
  for (;;) {
    const opened = await tryToOpen(deps, id)
    if (opened) return opened
  }
}

/** @returns undefined if another request has just opened it */
const tryToOpen = ({ db, clock, config }: Deps, id: string): Promise<ContractOpened | undefined> =>
  transact<ContractOpened | undefined>(db, async (tx, rollback) => {
    const known = await contractOf(tx, id)
    if (!known) return { ok: false, reason: 'not-possible' }
    const { name, email } = known.booking
    // The contract is locked before the booking, as by a signature.
    const opened = await openRequired(
      { db: tx, clock, config },
      { bookingId: id, client: { name, email }, template: known.template, contract: known.contract },
    )
    if (!opened.ok) return rollback(opened)
    await lockBooking(tx, id)
    const now = await contractOf(tx, id)
    if (now?.contract !== known.contract) return rollback(undefined)
    if (now.contract === opened.contractId) return opened
    const { requirements } = now.booking
    const items = requirements?.items.map((item) =>
      item.kind === 'contract' ? { ...item, contract: opened.contractId } : item,
    )
    await updateBooking(tx, now.booking, { requirements: JSON.stringify({ ...requirements, items }) })
    return opened
  })

async function contractOf(db: Db, id: string) {
  const booking = await selectBooking(db, { id })
  const item = booking?.requirements?.items.find(({ kind }) => kind === 'contract')
  return booking && item?.template !== undefined && item.doneAt === null && isHeld(booking)
    ? { booking, template: item.template, contract: item.contract ?? null }
    : undefined
}
