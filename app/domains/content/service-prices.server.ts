import type { Db, Tx } from '~/platform/db/database.server'
import { lockContent } from './rows/store.server'
import { selectServiceOrder, updateStartingPrice } from './services-store.server'

/** Every service, published or not, in order. */
export async function listServiceTitles({ db }: { db: Db }): Promise<{ id: string; title: string }[]> {
  return (await selectServiceOrder(db)).map(({ id, title }) => ({ id, title }))
}

/** Keeps services and their prices from changing until the transaction ends. */
export async function lockServices(tx: Tx): Promise<{ id: string; title: string }[]> {
  await lockContent(tx)
  return await listServiceTitles({ db: tx })
}

/** A service shows the price of the session type that sets it, in cents. */
export const setStartingPrice = (
  tx: Tx,
  serviceId: string,
  price: { priceCents: number; priceUnit: string },
): Promise<void> => updateStartingPrice(tx, serviceId, price)
