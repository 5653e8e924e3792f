import { recordAction, type WriteDeps } from '~/domains/audit/operations.server'
import { listSessionTypes } from '~/domains/booking/session-types/operations.server'
import { photosBySlug } from '~/domains/photos/operations.server'
import { type Db, transact } from '~/platform/db/database.server'
import type { FieldValues } from '~/platform/forms'
import { CHOOSE_OPTION, CHOOSE_PHOTO } from '~/platform/http/notices'
import { momentLabel } from '~/platform/time'
import { rowChanges } from './changes'
import { pagesOff } from './navigation'
import { readSettings, readZone } from './operations.server'
import { EDITABLE_PAGES, type EditablePage, PAGE_FORMS } from './pages/fields'
import { type PageText, readPageForm, valuesOf } from './pages/page-form'
import { everyField, type FieldChoice } from './rows/fields'
import { checkedTexts, withDocuments } from './rows/texts.server'
import { selectServices } from './services-store.server'
import {
  lockPage,
  type StoredPage,
  selectFaqTopics,
  selectPage,
  selectPageChanges,
  updatePage,
} from './store.server'
import type { NewerVersion } from './versions/model'
import {
  type Latest,
  listPageDrafts,
  publishVersion,
  readLatest,
  type Shown,
  writeVersion,
} from './versions/operations.server'

/** Editable pages with the time of their last change, in the studio's zone. */
export async function listEditablePages({ db }: { db: Db }) {
  const [changes, drafts, { studio, pages }] = await Promise.all([
    selectPageChanges(db),
    listPageDrafts({ db }),
    readSettings({ db }),
  ])
  const off = pagesOff(pages)
  const listed = EDITABLE_PAGES.filter((page) => page !== 'navigation' && changes.has(page))
  return await Promise.all(
    listed.map(async (page) => ({
      page,
      title: PAGE_FORMS[page].title,
      isOff: off.has(page),
      // A draft may be what the site shows again.
      hasDraft: drafts.has(page) && (await readPageText({ db }, page)).isDraft,
      changed: momentLabel(changes.get(page) ?? 0, studio.timeZone),
    })),
  )
}

/** The newest version of a page, and what the site shows. */
export async function readPageText(
  { db }: { db: Db },
  page: EditablePage,
): Promise<Latest & { shown: FieldValues }> {
  const shown = shownOf(page, await pageOf(db, page))
  return { ...(await readLatest(db, { page }, shown)), shown: shown.values }
}

function shownOf(page: EditablePage, stored: StoredPage<EditablePage> & PageText): Shown {
  const converted = (values: FieldValues) => withDocuments(PAGE_FORMS[page].fields, values)
  return { values: converted(valuesOf(page, stored)), since: stored.updatedAt, converted }
}

/** Options of the fields with a choice. */
export interface PageChoices {
  service: FieldChoice[]
  'session-type': FieldChoice[]
  topic: FieldChoice[]
}

export async function readPageChoices({ db }: { db: Db }): Promise<PageChoices> {
  const [services, types, topics] = await Promise.all([
    selectServices(db),
    listSessionTypes({ db }),
    selectFaqTopics(db),
  ])
  const choice = ({ slug, title }: { slug: string; title: string }): FieldChoice => ({
    value: slug,
    label: title,
  })
  return {
    service: services.map(choice),
    'session-type': types.map(choice),
    topic: topics.map((topic) => ({ value: topic, label: topic })),
  }
}

export type PageSaved =
  | { ok: true; changed: number }
  | { ok: false; reason: 'refused'; errors: FieldValues }
  | NewerVersion

interface SentPage {
  page: EditablePage
  sent: FieldValues
  /** The version that the text began from; null: whichever is the newest. */
  version: string | null
  /** Adds a version instead of continuing the last one. */
  isSeparate?: boolean
}

/** Saves and publishes the texts of a page. The write makes every instance drop its cached pages. */
export async function savePage(
  { db, clock, author }: WriteDeps,
  { page, sent, version: seen, isSeparate = false }: SentPage,
): Promise<PageSaved> {
  const read = readPageForm(page, await documentsOf(db, page, sent))
  if (!read.ok) return { ok: false, reason: 'refused', errors: read.errors }
  const zone = await readZone({ db })
  return await transact(db, async (tx, rollback): Promise<PageSaved> => {
    await lockPage(tx, page)
    const before = await pageOf(tx, page)
    const shown = shownOf(page, before)
    const [was, is] = [shown.values, valuesOf(page, read.value)]
    const written = await writeVersion({ tx, clock, author, zone }, { page }, shown, {
      values: is,
      seen,
      isSeparate,
    })
    if (!written.ok) return written
    const errors = await goneChoices(tx, page, { was, is })
    if (Object.keys(errors).length > 0) return rollback({ ok: false, reason: 'refused', errors })
    await publishVersion({ tx, clock }, { page }, written.latest)
    if (Object.keys({ ...was, ...is }).every((name) => was[name] === is[name]))
      return { ok: true, changed: 0 }
    const changes = rowChanges(PAGE_FORMS[page].fields, was, is)
    await updatePage(
      tx,
      { slug: page, ...before, ...read.value },
      { version: before.version, at: clock.now() },
    )
    await recordAction(
      { db: tx, clock, author },
      { action: 'page-changed', subject: PAGE_FORMS[page].title, changes },
    )
    return { ok: true, changed: changes.length }
  })
}

async function documentsOf(db: Db, page: EditablePage, sent: FieldValues): Promise<FieldValues> {
  const { values } = await readPageText({ db }, page)
  return withDocuments(PAGE_FORMS[page].fields, sent, values)
}

export type PageDraftSaved =
  | { ok: true; version: string; saved: string }
  | { ok: false; reason: 'refused'; errors: FieldValues }
  | NewerVersion

/** Saves what the author has written, complete or not. Nothing is published. */
export async function savePageDraft(
  { db, clock, author }: WriteDeps,
  { page, sent, version: seen, isSeparate = false }: SentPage,
): Promise<PageDraftSaved> {
  const { values, errors } = checkedTexts(PAGE_FORMS[page].fields, await documentsOf(db, page, sent))
  if (Object.keys(errors).length > 0) return { ok: false, reason: 'refused', errors }
  const zone = await readZone({ db })
  return await transact(db, async (tx): Promise<PageDraftSaved> => {
    await lockPage(tx, page)
    const written = await writeVersion(
      { tx, clock, author, zone },
      { page },
      shownOf(page, await pageOf(tx, page)),
      {
        values,
        seen,
        isSeparate,
      },
    )
    return written.ok ? { ok: true, version: written.latest.version, saved: written.saved } : written
  })
}

async function pageOf(db: Db, page: EditablePage): Promise<StoredPage<EditablePage> & PageText> {
  const stored = await selectPage(db, page)
  if (!stored) throw new Error(`The page ${page} is missing.`)
  return stored
}

/**
 * Errors for references to missing records. Existing references may stay: they do no harm, and the record may
 * return.
 */
async function goneChoices(
  db: Db,
  page: EditablePage,
  { was, is }: { was: FieldValues; is: FieldValues },
): Promise<FieldValues> {
  const before = new Set(Object.values(was))
  const fresh = everyField(PAGE_FORMS[page].fields, is).filter(({ name }) => !before.has(is[name] ?? ''))
  const photos = await photosBySlug(
    { db },
    fresh.flatMap(({ name, kind }) => (kind === 'photo' ? [is[name] ?? ''] : [])),
  )
  const choices = await readPageChoices({ db })
  const isGone = ({ name, kind }: (typeof fresh)[number]): boolean => {
    const value = is[name] ?? ''
    if (kind === 'photo') return !photos[value]
    if (kind === 'service' || kind === 'session-type' || kind === 'topic')
      return !choices[kind].some((choice) => choice.value === value)
    return false
  }
  return Object.fromEntries(
    fresh.filter(isGone).map(({ name, kind }) => [name, kind === 'photo' ? CHOOSE_PHOTO : CHOOSE_OPTION]),
  )
}
