import { issueSampleLink } from '~/domains/accounts/samples/operations.server'
import type { Clock } from '~/platform/clock'
import type { Config } from '~/platform/config.server'
import type { Db, Tx } from '~/platform/db/database.server'
import type { DemoCounts, DemoTable } from './model'
import {
  fingerprints,
  hasDemoRows,
  insertDemoRows,
  selectDemoRows,
  hasOwnClientGallery as selectHasOwn,
  selectIds,
  selectSampleAccount,
  TABLES,
} from './store.server'

/** What is there before the demo content is written, to be told from it; photographs are the caller's to name. */
export const beforeDemo = ({ db }: { db: Tx }): Promise<Map<DemoTable, Set<string>>> => selectIds(db)

/** Notes, in the transaction that has written the demo content, which rows are its own. */
export async function noteDemo(
  { db: tx }: { db: Tx },
  { before, photoIds }: { before: Map<DemoTable, Set<string>>; photoIds: Iterable<string> },
): Promise<void> {
  const photos = new Set(photoIds)
  for (const table of TABLES) {
    const isNew = (id: string) => (table === 'photos' ? photos.has(id) : !before.get(table)?.has(id))
    const rows = [...(await fingerprints(tx, table))].filter(([id]) => isNew(id))
    await insertDemoRows(
      tx,
      table,
      rows.map(([id, fingerprint]) => ({ id, fingerprint })),
    )
  }
}

export const hasDemo = ({ db }: { db: Db }): Promise<boolean> => hasDemoRows(db)

export const hasOwnClientGallery = ({ db }: { db: Db }): Promise<boolean> => selectHasOwn(db)

/** How much of the demo content nobody has made their own; undefined: none is loaded. */
export async function countDemo({ db }: { db: Db }): Promise<DemoCounts | undefined> {
  if (!(await hasDemoRows(db))) return undefined
  const rows = await selectDemoRows(db)
  const client = await selectSampleAccount(db)
  return {
    photographs: rows.photos.unchanged.size,
    galleries: rows.galleries.unchanged.size,
    posts: rows.posts.unchanged.size,
    products: rows.products.unchanged.size,
    testimonials: rows.testimonials.unchanged.size,
    miniDays: rows.mini_days.unchanged.size,
    client: client?.name ?? null,
  }
}

export type SampleLink = { ok: true; address: string; name: string } | { ok: false; reason: 'none' }

/** A link that signs in as the sample client, once, within a quarter of an hour. */
export async function sampleLink(deps: {
  db: Db
  clock: Clock
  config: Pick<Config, 'siteUrl'>
}): Promise<SampleLink> {
  const client = await selectSampleAccount(deps.db)
  const address = client && (await issueSampleLink(deps, client.id))
  return address === undefined
    ? { ok: false, reason: 'none' }
    : { ok: true, address, name: client?.name ?? '' }
}
