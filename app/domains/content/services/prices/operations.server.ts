import { listTypesOfService } from '~/domains/booking/session-types/operations.server'
import type { Db } from '~/platform/db/database.server'
import { packagesQuery } from '../packages/store.server'
import type { ServicePrices } from './model'
import { selectServicePrice } from './store.server'

/** Every price that stands for the work of a service: its own, its packages’ and what clients book of it. */
export async function readServicePrices(
  { db }: { db: Db },
  service: { id: string } | { slug: string },
): Promise<ServicePrices | undefined> {
  const row = await selectServicePrice(db, service)
  if (!row) return undefined
  const { id, ...own } = row
  const packages = await packagesQuery(db, id).execute()
  return {
    service: own,
    packages: packages.map(({ slug, title, price_cents: priceCents }) => ({ slug, title, priceCents })),
    sessionTypes: await listTypesOfService({ db }, id),
  }
}
