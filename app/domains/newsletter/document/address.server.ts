import { readSettings } from '~/domains/content/operations.server'
import type { Db } from '~/platform/db/database.server'

/** The parts of the postal address, blank where the owner hasn't entered one. */
export async function postalAddress({ db }: { db: Db }): Promise<string[]> {
  const { street, locality, region, postalCode } = (await readSettings({ db })).studio.address
  return [street, locality, region, postalCode]
}
