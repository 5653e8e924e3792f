import { withoutStandIns } from '~/domains/content/neutral-texts.server'
import { readSettings } from '~/domains/content/operations.server'
import { valuesOf } from '~/domains/content/settings/settings-form'
import type { Db } from '~/platform/db/database.server'

const ADDRESS = ['address.street', 'address.locality', 'address.region', 'address.postalCode']

/** The parts of the postal address, blank where the owner hasn't entered one. */
export async function postalAddress({ db }: { db: Db }): Promise<string[]> {
  const { studio } = await readSettings({ db })
  const own = await withoutStandIns(valuesOf('studio', studio))
  return ADDRESS.map((name) => own[name] ?? '')
}
