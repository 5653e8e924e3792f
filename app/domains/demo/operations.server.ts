import { addSampleAccount, issueSampleLink } from '~/domains/accounts/directory.server'
import type { Author } from '~/domains/audit/model'
import { recordAction } from '~/domains/audit/operations.server'
import { addSampleBooking } from '~/domains/booking/seed.server'
import { readFirstTexts, replaceDemoTexts } from '~/domains/content/neutral-texts.server'
import { listPageDrafts, listTextDrafts } from '~/domains/content/versions/operations.server'
import { addProofingSample, addSampleClientGallery } from '~/domains/galleries/samples.server'
import { madeFolders, originalKey } from '~/domains/photos/stored-files'
import type { Clock } from '~/platform/clock'
import type { Config } from '~/platform/config.server'
import { type Db, type Tx, transact } from '~/platform/db/database.server'
import { dropTerms } from '~/platform/db/search-terms.server'
import type { Logger } from '~/platform/logging.server'
import type { Storage } from '~/platform/storage/storage.server'
import type { SampleClient } from './client-draft'
import type { DemoCounts, DemoTable } from './model'
import {
  clearDefaultPlace,
  type DemoRows,
  deleteDemoRows,
  deleteRows,
  deleteSampleClient,
  fingerprints,
  hasDemoRows,
  insertDemoRows,
  selectChangedSettings,
  selectDemoRows,
  hasOwnClientGallery as selectHasOwn,
  hasOwnPhotos as selectHasOwnPhotos,
  selectIds,
  selectItems,
  selectLasting,
  selectMiniDaysInUse,
  selectPermitted,
  selectPhotos,
  selectSampleAccount,
  selectServiceParts,
  selectSharedGalleries,
  selectUnneeded,
  selectUses,
  TABLES,
} from './store.server'

/** Ids of rows that exist before the demo content is added. The caller passes photos to `noteDemo` itself. */
export const beforeDemo = ({ db }: { db: Tx }): Promise<Map<DemoTable, Set<string>>> => selectIds(db)

/** Records the rows of the demo content, in the transaction that adds them. */
export async function noteDemo(
  { db: tx }: { db: Tx },
  { before, photoIds }: { before: Map<DemoTable, Set<string>>; photoIds: Iterable<string> },
): Promise<void> {
  const photos = new Set(photoIds)
  const lasting = await selectLasting(tx)
  for (const table of TABLES) {
    const isNew = (id: string) =>
      table === 'photos' ? photos.has(id) : !before.get(table)?.has(id) && !lasting.has(id)
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

/** Whether there are photos for the website that aren't part of the demo. */
export const hasOwnPhotos = ({ db }: { db: Db }): Promise<boolean> => selectHasOwnPhotos(db)

/** Slugs of the demo's session types, unless the owner has edited them. Removing the demo deletes them. */
export async function listDemoSessionTypes({ db }: { db: Db }): Promise<Set<string>> {
  const { unchanged } = (await selectDemoRows(db)).session_types
  const { session_types: types } = await selectServiceParts(db)
  return new Set(types.flatMap(({ id, slug }) => (unchanged.has(id) ? slug : [])))
}

/** Number of unedited demo rows; undefined: no demo content. */
export async function countDemo({ db }: { db: Db }): Promise<DemoCounts | undefined> {
  if (!(await hasDemoRows(db))) return undefined
  const rows = await selectDemoRows(db)
  const client = await selectSampleAccount(db)
  return {
    photos: rows.photos.unchanged.size,
    galleries: rows.galleries.unchanged.size,
    posts: rows.posts.unchanged.size,
    products: rows.products.unchanged.size,
    testimonials: rows.testimonials.unchanged.size,
    miniDays: rows.mini_days.unchanged.size,
    services: rows.services.unchanged.size,
    sessionTypes: rows.session_types.unchanged.size,
    places: rows.places.unchanged.size,
    faqs: rows.faqs.unchanged.size,
    client: client?.name ?? null,
  }
}

export type SampleLink = { ok: true; address: string; name: string } | { ok: false; reason: 'none' }

/** A one-time link that signs in as the sample client, valid for 15 minutes. */
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

const DAY_MS = 86_400_000

/**
 * Adds the sample client in the transaction of the demo content: an account, a delivered gallery, a proofing
 * gallery, a past session and a coming one.
 */
export async function addSampleClient(
  { db: tx, clock, config }: { db: Tx; clock: Clock; config: Pick<Config, 'siteUrl' | 'secret'> },
  sample: SampleClient,
  photoIds: ReadonlyMap<string, string>,
): Promise<void> {
  const { name, email, phone, past, coming, delivered, proofing } = sample
  await addSampleBooking({ db: tx, clock, config }, { ...past, name, email, phone })
  await addSampleBooking({ db: tx, clock, config }, { ...coming, name, email, phone })
  await addSampleAccount({ db: tx, clock }, { name, email })
  const client = { name, email }
  await addSampleClientGallery({ db: tx }, delivered, { photoIds, client, at: clock.now() - 7 * DAY_MS })
  await addProofingSample({ db: tx }, proofing, { photoIds, client, at: clock.now() - DAY_MS })
}

type Photo = Awaited<ReturnType<typeof selectPhotos>>[number]

export type DemoRemoved =
  | { ok: true; photos: number }
  /** Already removed, or never loaded. */
  | { ok: false; reason: 'none' }

/**
 * Removes the demo content: the sample client with all their data, then unedited rows, then unused photos.
 * Unedited page texts become neutral ones. What the owner has edited or added stays, with its photos and the
 * session types, locations and services that it needs. So do the studio's name, address and hours.
 */
export async function removeDemo(deps: {
  db: Db
  clock: Clock
  author: Author
  storage: Storage
  log: Logger
}): Promise<DemoRemoved> {
  const { db, clock, author, storage, log } = deps
  const texts = await readFirstTexts()
  const photos = await transact(db, async (tx) => {
    if (!(await hasDemoRows(tx))) return undefined
    const client = await selectSampleAccount(tx)
    if (client) await deleteSampleClient(tx, client)
    const rows = await selectDemoRows(tx)
    await deleteGalleries(tx, rows)
    await deleteTexts(tx, rows)
    await deleteOffers(tx, rows)
    await replaceDemoTexts({ db: tx, clock, author }, texts)
    const gone = await deletePhotos(tx, rows.photos)
    await deleteDemoRows(tx)
    await recordAction({ db: tx, clock, author }, { action: 'demo-removed', subject: 'Demo content' })
    return gone
  })
  if (!photos) return { ok: false, reason: 'none' }
  // Their rows are deleted. If a file remains, the next collection deletes it.
  await deleteFiles(storage, photos).catch((error: unknown) =>
    log.warn({ err: error }, 'files of the demo content could not be deleted'),
  )
  return { ok: true, photos: photos.length }
}

/**
 * Deletes unedited demo galleries, except items that the owner added. An edited gallery stays with all its
 * photos.
 */
async function deleteGalleries(
  tx: Tx,
  { galleries, gallery_items: items }: Record<DemoTable, DemoRows>,
): Promise<void> {
  const all = await selectItems(tx)
  const isOwn = (gallery: string) => !galleries.unchanged.has(gallery)
  const going = all.filter(({ id, gallery_id }) => items.unchanged.has(id) && !isOwn(gallery_id))
  await deleteRows(
    tx,
    'gallery_items',
    going.map(({ id }) => id),
  )
  const gone = new Set(going.map(({ id }) => id))
  const kept = new Set(all.filter(({ id }) => !gone.has(id)).map(({ gallery_id }) => gallery_id))
  const shared = await selectSharedGalleries(tx)
  const empty = [...galleries.unchanged].filter((id) => !kept.has(id) && !shared.has(id))
  for (const id of empty) await dropTerms(tx, 'gallery', id)
  await deleteRows(tx, 'galleries', empty)
}

async function deleteTexts(tx: Tx, rows: Record<DemoTable, DemoRows>): Promise<void> {
  await deleteRows(tx, 'posts', [...rows.posts.unchanged])
  for (const id of rows.posts.unchanged)
    for (const kind of ['post', 'post-title'] as const) await dropTerms(tx, kind, id)
  await deleteRows(tx, 'products', [...rows.products.unchanged])
  const permitted = await selectPermitted(tx)
  await deleteRows(
    tx,
    'testimonials',
    [...rows.testimonials.unchanged].filter((id) => !permitted.has(id)),
  )
  const used = await selectMiniDaysInUse(tx)
  await deleteRows(
    tx,
    'mini_days',
    [...rows.mini_days.unchanged].filter((id) => !used.has(id)),
  )
}

/**
 * Deletes unedited services, session types, locations and questions. An edited service stays with its parts, and
 * so does what the calendar needs.
 */
async function deleteOffers(tx: Tx, rows: Record<DemoTable, DemoRows>): Promise<void> {
  await deleteRows(tx, 'faqs', [...rows.faqs.unchanged])
  await deleteRows(tx, 'schedules', [...rows.schedules.unchanged])
  const parts = await selectServiceParts(tx)
  const edited = parts.packages.filter(({ id }) => !rows.packages.unchanged.has(id))
  const staying = new Set(edited.map(({ service_id }) => service_id))
  const isGoing = (service: string) => rows.services.unchanged.has(service) && !staying.has(service)
  const types = parts.session_types.filter(
    ({ id, service_id }) =>
      rows.session_types.unchanged.has(id) && (service_id === null || isGoing(service_id)),
  )
  const gone = await selectUnneeded(
    tx,
    types.map(({ id }) => id),
    'session_type_id',
  )
  await deleteRows(tx, 'session_types', gone)
  await deleteRows(tx, 'places', await selectUnneeded(tx, rows.places.unchanged, 'place_id'))
  await clearDefaultPlace(tx)
  const left = parts.session_types.filter(({ id }) => !gone.includes(id))
  for (const { service_id } of left) staying.add(service_id)
  await deleteRows(tx, 'services', [...rows.services.unchanged].filter(isGoing))
}

async function deletePhotos(tx: Tx, { unchanged }: DemoRows): Promise<Photo[]> {
  const { ids, texts } = await selectUses(tx)
  const used = new Set(ids)
  const drafts = [await listPageDrafts({ db: tx }), await listTextDrafts({ db: tx })].flatMap((each) =>
    [...each.values()].flatMap((values) => Object.values(values)),
  )
  const words = namesIn([...texts, ...drafts, ...(await selectChangedSettings(tx))])
  const photos = await selectPhotos(tx, [...unchanged])
  const going = photos.filter(({ id, slug }) => !used.has(id) && !words.has(slug))
  for (const { id } of going) await dropTerms(tx, 'photo', id)
  await deleteRows(
    tx,
    'photos',
    going.map(({ id }) => id),
  )
  return going
}

/** Words that may be slugs of photos. One that isn't only makes a photo stay. */
const namesIn = (texts: string[]): Set<string> =>
  new Set(texts.flatMap((text) => text.match(/[a-z0-9]+(?:-[a-z0-9]+)*/g) ?? []))

async function deleteFiles(storage: Storage, photos: Photo[]): Promise<void> {
  for (const photo of photos) {
    await storage.delete(originalKey(photo))
    for (const folder of madeFolders(photo))
      for await (const key of storage.list(folder)) await storage.delete(key)
  }
  const gone = new Set(photos.map(({ id }) => id))
  for await (const key of storage.list('proofs/'))
    if (gone.has(key.split('/')[2] ?? '')) await storage.delete(key)
}
