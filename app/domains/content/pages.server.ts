import type { Author } from '~/domains/audit/model'
import { recordAction } from '~/domains/audit/operations.server'
import { listSessionTypes } from '~/domains/booking/session-types/operations.server'
import { photosBySlug } from '~/domains/photos/operations.server'
import type { Clock } from '~/platform/clock'
import { type Db, transact } from '~/platform/db/database.server'
import type { FieldValues } from '~/platform/forms'
import { CHOOSE_OPTION, CHOOSE_PHOTO } from '~/platform/http/notices'
import { momentLabel } from '~/platform/time'
import { rowChanges } from './changes'
import { pagesOff } from './navigation'
import { readSettings } from './operations.server'
import { EDITABLE_PAGES, type EditablePage, PAGE_FORMS } from './pages/fields'
import { type PageText, readPageForm, valuesOf } from './pages/page-form'
import { everyField, type FieldChoice } from './rows/fields'
import { selectServices } from './services-store.server'
import { type StoredPage, selectFaqTopics, selectPage, selectPageChanges, updatePage } from './store.server'

/** Editable pages with the time of their last change, in the studio's zone. */
export async function listEditablePages({ db }: { db: Db }) {
  const [changes, { studio, pages }] = await Promise.all([selectPageChanges(db), readSettings({ db })])
  const off = pagesOff(pages)
  return EDITABLE_PAGES.filter((page) => page !== 'navigation' && changes.has(page)).map((page) => ({
    page,
    title: PAGE_FORMS[page].title,
    isOff: off.has(page),
    changed: momentLabel(changes.get(page) ?? 0, studio.timeZone),
  }))
}

/** The form's values, and the version that a save must name. */
export async function readPageText(
  { db }: { db: Db },
  page: EditablePage,
): Promise<{ values: FieldValues; version: number }> {
  const stored = await pageOf(db, page)
  return { values: valuesOf(page, stored), version: stored.version }
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
  /** Someone saved the page since the form was opened. */
  | { ok: false; reason: 'changed-since' }

/** Saves and publishes the texts of a page. The write makes every instance drop its cached pages. */
export async function savePage(
  { db, clock, author }: { db: Db; clock: Clock; author: Author },
  { page, sent, version }: { page: EditablePage; sent: FieldValues; version: number },
): Promise<PageSaved> {
  const read = readPageForm(page, sent)
  if (!read.ok) return { ok: false, reason: 'refused', errors: read.errors }
  return await transact(db, async (tx): Promise<PageSaved> => {
    const before = await pageOf(tx, page)
    if (before.version !== version) return { ok: false, reason: 'changed-since' }
    const [was, is] = [valuesOf(page, before), valuesOf(page, read.value)]
    const errors = await goneChoices(tx, page, { was, is })
    if (Object.keys(errors).length > 0) return { ok: false, reason: 'refused', errors }
    const changes = rowChanges(PAGE_FORMS[page].fields, was, is)
    if (changes.length === 0) return { ok: true, changed: 0 }
    const written = { slug: page, ...before, ...read.value }
    if (!(await updatePage(tx, written, { version, at: clock.now() })))
      return { ok: false, reason: 'changed-since' }
    await recordAction(
      { db: tx, clock, author },
      { action: 'page-changed', subject: PAGE_FORMS[page].title, changes },
    )
    return { ok: true, changed: changes.length }
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
