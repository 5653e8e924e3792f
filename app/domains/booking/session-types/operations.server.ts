import { recordAction, type WriteDeps } from '~/domains/audit/operations.server'
import { changesBetween } from '~/domains/content/changes'
import { lockServices, setStartingPrice } from '~/domains/content/service-prices.server'
import { listContractTemplates } from '~/domains/contracts/templates/operations.server'
import type { PhotoView } from '~/domains/photos/model'
import { photosById } from '~/domains/photos/operations.server'
import { keptWithContent } from '~/platform/db/content-version.server'
import { type Db, type Tx, transact } from '~/platform/db/database.server'
import type { FieldValues } from '~/platform/forms'
import { slugCandidates } from '~/platform/slug'
import { lockCalendar } from '../reservations/occupancies-store.server'
import { selectChoices } from '../schedules/store.server'
import type { PlaceDraft, SessionTypeDraft } from './drafts'
import type { SessionType, SessionTypeEdit, SessionTypeRecord, SessionTypeRow, TypeOfService } from './model'
import { QUESTION_FIELD_NAMES } from './questionnaire-fields'
import {
  readSessionType,
  SESSION_TYPE_FIELDS,
  sessionTypeInWords,
  sessionTypeLabel,
} from './session-type-form'
import {
  countUses,
  deleteType,
  insertPlace,
  insertSessionType,
  insertType,
  raise,
  selectPhotosOfSession,
  selectSessionTypes,
  selectType,
  selectTypeRows,
  selectTypesOfService,
  takeStartingPrice,
  updateType,
} from './store.server'

/** The published session types, in the studio's order. */
export const listSessionTypes = ({ db }: { db: Db }): Promise<SessionType[]> => readSessionTypes(db)

/** Also the form with free times, which is rendered each time, lists them. */
const readSessionTypes = keptWithContent(selectSessionTypes)

/** The published photo of a session's location or service; undefined: none. */
export async function readSessionPhoto(
  { db }: { db: Db },
  session: { typeId: string; placeId: string },
): Promise<PhotoView | undefined> {
  const ids = await selectPhotosOfSession(db, session)
  const photos = await photosById({ db }, ids)
  return ids.map((each) => photos.get(each)).find((each) => each && each.widths.length > 0)
}

/** Adds session types and their locations. @returns their ids by slug */
export async function addSessionTypes(
  { db }: { db: Db },
  { types, places }: { types: SessionTypeDraft[]; places: PlaceDraft[] },
  {
    serviceIds,
    photoIds,
    at,
  }: { serviceIds: Map<string, string>; photoIds: Map<string, string>; at: number },
): Promise<{ typeIds: Map<string, string>; placeIds: Map<string, string> }> {
  return await transact(db, async (tx) => {
    const placeIds = new Map<string, string>()
    for (const [position, place] of places.entries())
      placeIds.set(
        place.slug,
        await insertPlace(tx, place, { position, photoId: photoIds.get(place.photo ?? '') ?? null }),
      )
    const typeIds = new Map<string, string>()
    for (const [position, type] of types.entries()) {
      const id = await insertSessionType(tx, type, {
        position,
        serviceId: serviceIds.get(type.service ?? '') ?? null,
        placeIds: type.places.flatMap((slug) => placeIds.get(slug) ?? []),
        at,
      })
      typeIds.set(type.slug, id)
    }
    return { typeIds, placeIds }
  })
}

/** Adds a session type of a service at the default location. Its slug is free, and close to the draft's. */
export async function addSessionType(
  { db, clock, author }: WriteDeps,
  draft: SessionTypeDraft,
  serviceId: string,
): Promise<void> {
  await transact(db, async (tx) => {
    await lockCalendar(tx, 'default')
    const { places } = await selectChoices(tx)
    const types = await selectTypeRows(tx)
    const slug = slugCandidates(draft.slug).find((each) => !types.some((type) => type.slug === each))
    await insertSessionType(
      tx,
      { ...draft, slug: slug ?? draft.slug },
      {
        position: types.length,
        serviceId,
        placeIds: places.flatMap(({ id, isDefault }) => (isDefault ? id : [])),
        at: clock.now(),
      },
    )
    await recordAction({ db: tx, clock, author }, { action: 'session-type-added', subject: draft.title })
  })
}

/** The session types of a service, published or not. */
export const listTypesOfService = ({ db }: { db: Db }, serviceId: string): Promise<TypeOfService[]> =>
  selectTypesOfService(db, serviceId)

/** Every session type, published or not, in the studio's order. */
export const listAllSessionTypes = ({ db }: { db: Db }): Promise<SessionTypeRow[]> => selectTypeRows(db)

export const findSessionType = ({ db }: { db: Db }, slug: string): Promise<SessionTypeRecord | undefined> =>
  selectType(db, slug)

/** Every field that the form submits; `places` contains ids, one per line. */
export const SESSION_TYPE_FORM = [...SESSION_TYPE_FIELDS, ...QUESTION_FIELD_NAMES]

export type TypeSaved =
  | { ok: true; slug: string }
  | { ok: false; reason: 'refused'; errors: FieldValues }
  | { ok: false; reason: 'missing' | 'changed-since' }

/**
 * Saves a session type. Existing bookings keep the agreed terms; its slug never changes. If it sets the price of
 * its service, the service shows the same price from then on. A service keeps its price when that ends.
 */
export async function saveSessionType(
  { db, clock, author }: WriteDeps,
  { seen, sent }: { seen: { slug: string; version: number } | null; sent: FieldValues },
): Promise<TypeSaved> {
  return await transact(db, async (tx, rollback): Promise<TypeSaved> => {
    const { places } = await selectChoices(tx)
    const services = await lockServices(tx)
    const templates = await listContractTemplates({ db: tx })
    const read = readSessionType(sent, {
      placeIds: places.map(({ id }) => id),
      serviceIds: services.map(({ id }) => id),
      templateIds: templates.map(({ id }) => id),
      isNew: seen === null,
    })
    if (!read.ok) return { ok: false, reason: 'refused', errors: read.errors }
    const before = seen ? await selectType(tx, seen.slug) : undefined
    if (seen && !before) return { ok: false, reason: 'missing' }
    const slug = before?.slug ?? (sent.slug ?? '').trim()
    const at = clock.now()
    await publishPrice(tx, read.value, before?.id ?? null)
    if (before && seen) {
      const isSame = await updateType(tx, { id: before.id, version: seen.version }, read.value, at)
      if (!isSame) return rollback({ ok: false, reason: 'changed-since' })
    } else if (!(await insertType(tx, slug, read.value, at)))
      return rollback({
        ok: false,
        reason: 'refused',
        errors: { slug: 'Another session type already uses this URL slug.' },
      })
    const titles = new Map([
      ...[...places, ...services].map(({ id, title }) => [id, title] as const),
      ...templates.map(({ id, name }) => [id, name] as const),
    ])
    const was = before ? sessionTypeInWords(before, titles) : {}
    const changes = changesBetween(was, sessionTypeInWords(read.value, titles), sessionTypeLabel)
    const subject = read.value.title
    const action = before ? 'session-type-changed' : 'session-type-added'
    if (changes.length > 0) await recordAction({ db: tx, clock, author }, { action, subject, changes })
    return { ok: true, slug }
  })
}

/** The service's starting price is the session type's, and no other's. */
async function publishPrice(tx: Tx, type: SessionTypeEdit, id: string | null): Promise<void> {
  if (!type.setsPrice || type.serviceId === null) return
  await takeStartingPrice(tx, type.serviceId, id)
  await setStartingPrice(tx, type.serviceId, type)
}

export type Removed =
  | { ok: true }
  | { ok: false; reason: 'missing' | 'changed-since' }
  | { ok: false; reason: 'in-use'; uses: string }

/** Removes a session type that nothing refers to. */
export async function removeSessionType(
  { db, clock, author }: WriteDeps,
  seen: { slug: string; version: number },
): Promise<Removed> {
  return await transact(db, async (tx): Promise<Removed> => {
    await lockCalendar(tx, 'default')
    const type = await selectType(tx, seen.slug)
    if (!type) return { ok: false, reason: 'missing' }
    if (type.version !== seen.version) return { ok: false, reason: 'changed-since' }
    const uses = await countUses(tx, 'session_type_id', type.id)
    if (uses.length > 0) return { ok: false, reason: 'in-use', uses: usesInWords(uses) }
    await deleteType(tx, type.id)
    await recordAction({ db: tx, clock, author }, { action: 'session-type-removed', subject: type.title })
    return { ok: true }
  })
}

export const usesInWords = (uses: { what: string; count: number }[]): string =>
  uses.map(({ what, count }) => `${what} (${count})`).join(', ')

/** Moves a session type up in the list. @returns whether it exists */
export async function raiseSessionType({ db, clock, author }: WriteDeps, slug: string): Promise<boolean> {
  return await transact(db, async (tx) => {
    await lockCalendar(tx, 'default')
    if (!(await raise(tx, 'session_types', slug))) return false
    const action = 'session-type-changed'
    await recordAction({ db: tx, clock, author }, { action, subject: `Order: ${slug} moved up` })
    return true
  })
}
