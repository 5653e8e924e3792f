import type { Author } from '~/domains/audit/model'
import { recordAction, type WriteDeps } from '~/domains/audit/operations.server'
import { wordsOfText } from '~/domains/texts/stored-text'
import type { Clock } from '~/platform/clock'
import { type Db, type Tx, transact } from '~/platform/db/database.server'
import type { FieldValues, PostedFields } from '~/platform/forms'
import { newId } from '~/platform/ids.server'
import { addDays, dateOf, longDate, momentLabel, startOfDate } from '~/platform/time'
import type { PageBody } from './model'
import { readPage, readSettings, termsToShow } from './operations.server'
import { selectPage } from './store.server'
import type { TermsDraft, TermsSaving, TermsVersion } from './terms'
import { sectionId, termsChanges } from './terms'
import { effectiveOnError, parseTerms, termsTexts, typedTerms, withTermsDocuments } from './terms-form.server'
import {
  freezeVersion,
  insertAgreement,
  insertVersion,
  lockCurrentVersion,
  markAgreed,
  selectCurrentVersion,
  selectEarlierNumbers,
  selectVersion,
  selectVersions,
  updateEffectiveOn,
  updateTermsPage,
} from './terms-store.server'

/** The version on /terms, to which new agreements refer. */
export async function currentTermsVersion({ db }: { db: Db }): Promise<TermsVersion> {
  const version = await selectCurrentVersion(db)
  if (!version) throw new Error('The terms have no version yet; the initial content has not been loaded.')
  return version
}

/** The installation's terms are the first version. */
export const makeFirstTermsVersion = (db: Db, effectiveOn: string, at: number): Promise<void> =>
  insertVersion(db, { number: 1, publishedAt: at, publishedBy: '', effectiveOn })

/** The form's values, and the version that a save must name. Texts keep `{name}`, `{phone}` and `{email}`. */
export async function readTermsForm({ db, clock }: { db: Db; clock: Clock }) {
  const { body, version } = await termsPage(db)
  const earliest = await earliestDay({ db, clock }, await currentTermsVersion({ db }))
  const draft: TermsDraft = { ...withTermsDocuments(wordsOf(body)), effectiveOn: earliest.date }
  return { draft, texts: termsTexts(draft), version, earliest }
}

/** The submitted values, to show them again. */
export async function typedTermsForm({ db }: { db: Db }, sent: PostedFields | FieldValues) {
  const draft = await typedDraft(db, sent)
  return { draft, texts: termsTexts(draft) }
}

const typedDraft = async (db: Db, sent: PostedFields | FieldValues): Promise<TermsDraft> =>
  withTermsDocuments(typedTerms(sent), (await termsPage(db)).body)

export type TermsSaved =
  | { ok: true; number: number }
  | { ok: false; reason: 'refused'; errors: Record<string, string> }
  | { ok: false; reason: 'unchanged'; number: number }
  /** The correction is too late: someone has agreed to the current text. */
  | { ok: false; reason: 'agreed-to'; number: number }
  /** Someone saved the terms since the form was opened. */
  | { ok: false; reason: 'changed-since' }

/**
 * Publishes the terms. As a new version, the previous text stays readable. As a correction, the current
 * version's text changes, which is allowed as long as no one has agreed to it.
 */
export async function saveTerms(
  { db, clock, author }: WriteDeps,
  { sent, version, as }: { sent: PostedFields | FieldValues; version: number; as: TermsSaving },
): Promise<TermsSaved> {
  const typed = await typedDraft(db, sent)
  const read = parseTerms(typed)
  return await transact(db, async (tx): Promise<TermsSaved> => {
    const current = await currentTermsVersion({ db: tx })
    const errors = read.ok ? {} : { ...read.errors }
    if (as === 'new-version') {
      const tooEarly = effectiveOnError(
        typed.effectiveOn.trim(),
        await earliestDay({ db: tx, clock }, current),
      )
      if (tooEarly) errors.effectiveOn = tooEarly
    }
    if (!read.ok || Object.keys(errors).length > 0) return { ok: false, reason: 'refused', errors }
    const draft = read.value
    const page = await termsPage(tx)
    const lock = await lockCurrentVersion(tx, current.number)
    if (!lock || page.version !== version) return { ok: false, reason: 'changed-since' }
    if (as === 'correction' && lock.firstAgreedAt !== null)
      return { ok: false, reason: 'agreed-to', number: current.number }
    const body = bodyFrom(draft, page.body, as === 'new-version' ? draft.effectiveOn : current.effectiveOn)
    const changes = termsChanges(inWords(page.body), inWords(body))
    if (changes.length === 0) return { ok: false, reason: 'unchanged', number: current.number }
    const at = Math.max(clock.now(), page.updatedAt + 1)
    const written = { body, isNew: as === 'new-version', version, at, by: author.name }
    const number = await writeTerms(tx, current, written)
    if (number === undefined) return { ok: false, reason: 'changed-since' }
    const action = as === 'new-version' ? ('terms-published' as const) : ('terms-corrected' as const)
    await recordAction({ db: tx, clock, author }, { action, subject: `Version ${number}`, changes })
    return { ok: true, number }
  })
}

/**
 * Writes the text of the page, as a new version or into the current one.
 * @returns the version's number; undefined when the page's version has changed, and nothing is written
 */
async function writeTerms(
  tx: Tx,
  current: TermsVersion,
  { body, isNew, version, at, by }: Written,
): Promise<number | undefined> {
  // Read before the page changes, to store it with the current business facts.
  const before = isNew ? (await readPage({ db: tx }, 'terms')).body : undefined
  if (!(await updateTermsPage(tx, body, { version, at }))) return undefined
  if (!before) {
    await updateEffectiveOn(tx, current.number, body.effectiveOn)
    return current.number
  }
  await freezeVersion(tx, current.number, before)
  const number = current.number + 1
  await insertVersion(tx, { number, publishedAt: at, publishedBy: by, effectiveOn: body.effectiveOn })
  return number
}

interface Written {
  body: PageBody<'terms'>
  isNew: boolean
  version: number
  at: number
  by: string
}

/**
 * Replaces terms that came with the installation. If someone has agreed to them, that version stays readable,
 * and the new text is the next one.
 * @returns the version's number
 */
export async function replaceTerms(
  { db: tx, clock, author }: { db: Tx; clock: Clock; author: Author },
  words: PageBody<'terms'>,
): Promise<number> {
  const current = await currentTermsVersion({ db: tx })
  const lock = await lockCurrentVersion(tx, current.number)
  if (!lock) throw new Error('The terms were published by someone else at the same time.')
  const { version } = await termsPage(tx)
  const isNew = lock.firstAgreedAt !== null
  const { date, today } = await earliestDay({ db: tx, clock }, current)
  // The day of the installation's terms is older than the studio that publishes now.
  const unagreed = current.number === 1 ? today : current.effectiveOn
  const body = { ...words, effectiveOn: isNew ? date : unagreed }
  const number = await writeTerms(tx, current, { body, isNew, version, at: clock.now(), by: author.name })
  if (number === undefined) throw new Error('The terms were saved by someone else at the same time.')
  return number
}

/** Existing sections keep their anchors. New ones get one. */
function bodyFrom(draft: TermsDraft, before: PageBody<'terms'>, effectiveOn: string): PageBody<'terms'> {
  const ids = before.sections.map(({ id }) => id)
  const sections: PageBody<'terms'>['sections'] = []
  for (const { id, title, body } of draft.sections) {
    const isKept = ids.includes(id) && !sections.some((section) => section.id === id)
    const others = [...ids, ...sections.map((section) => section.id)]
    sections.push({ id: isKept ? id : sectionId(title, others), title, body })
  }
  return { title: draft.heading, lede: draft.lede, effectiveOn, sections, doNotSell: draft.doNotSell }
}

const wordsOf = ({ title, lede, sections, doNotSell }: PageBody<'terms'>) => ({
  heading: title,
  lede,
  sections,
  doNotSell,
})

/** The words of the terms, whether a text is a document or Markdown. */
function inWords(terms: PageBody<'terms'>) {
  const { sections, doNotSell, ...others } = wordsOf(terms)
  const readable = <T extends { body: string }>(part: T): T => ({ ...part, body: wordsOfText(part.body) })
  return { ...others, sections: sections.map(readable), doNotSell: readable(doNotSell) }
}

async function termsPage(db: Db) {
  const page = await selectPage(db, 'terms')
  if (!page) throw new Error('The page terms is missing.')
  return page
}

/** New terms apply from today at the earliest, and not before the previous version. */
async function earliestDay({ db, clock }: { db: Db; clock: Clock }, current: TermsVersion) {
  const { studio } = await readSettings({ db })
  const today = dateOf(clock.now(), studio.timeZone)
  const date = today > current.effectiveOn ? today : current.effectiveOn
  return { date, today, label: longDate(date) }
}

export type TermsAgreed = { ok: true } | { ok: false; reason: 'not-current'; current: number }

/**
 * Records an agreement to a version of the terms, which ends corrections of it. Call it in the transaction of
 * the occasion.
 * @param version the one shown to the person
 * @param occasion unique, such as a booking's reference. Repeated, the first agreement stays.
 */
export async function recordTermsAgreement(
  { db, clock }: { db: Db; clock: Clock },
  { version, occasion }: { version: number; occasion: string },
): Promise<TermsAgreed> {
  return await transact(db, async (tx) => {
    const current = await currentTermsVersion({ db: tx })
    if (version !== current.number) return { ok: false, reason: 'not-current', current: current.number }
    await markAgreed(tx, version, clock.now())
    await insertAgreement(tx, { id: newId(), version, occasion, agreedAt: clock.now() })
    return { ok: true }
  })
}

/** The version on /terms and the previous ones, newest first, valid until `validUntil`. */
export async function readTermsStanding({ db, clock }: { db: Db; clock: Clock }): Promise<{
  number: number
  earlier: number[]
  /** Its first day is in the future; the previous version applies until then. */
  isAhead: boolean
  validUntil: number
}> {
  const { number, effectiveOn } = await currentTermsVersion({ db })
  const { studio } = await readSettings({ db })
  const isAhead = effectiveOn > dateOf(clock.now(), studio.timeZone)
  return {
    number,
    earlier: await selectEarlierNumbers(db, number),
    isAhead,
    validUntil: isAhead ? startOfDate(effectiveOn, studio.timeZone) : Number.POSITIVE_INFINITY,
  }
}

/** A published version, rendered; undefined: not found. */
export async function findTermsVersion({ db }: { db: Db }, number: string) {
  const version = /^[1-9]\d{0,5}$/.test(number) ? await selectVersion(db, Number(number)) : undefined
  if (!version) return undefined
  const page = await readPage({ db }, 'terms')
  return {
    ...termsToShow(version.body ?? page.body),
    title: page.title,
    description: page.description,
    number: version.number,
    held: heldLabel(version.effectiveOn, version.nextOn),
    isCurrent: version.body === null,
  }
}

/** Every version, newest first, with the number of agreements. */
export async function listTermsVersions({ db }: { db: Db }) {
  const { studio } = await readSettings({ db })
  const versions = await selectVersions(db)
  return versions.map(({ number, publishedAt, publishedBy, effectiveOn, agreements }, at) => ({
    number,
    agreements,
    held: heldLabel(effectiveOn, versions[at - 1]?.effectiveOn ?? null),
    published: momentLabel(publishedAt, studio.timeZone),
    publishedBy,
  }))
}

/** When a version was in effect, as text after its number. `nextOn`: the first day of the next version. */
function heldLabel(effectiveOn: string, nextOn: string | null): string {
  const from = longDate(effectiveOn)
  if (nextOn === null) return `in effect from ${from}`
  // ISO dates sort as text.
  if (nextOn <= effectiveOn) return `published for ${from} and replaced before it took effect`
  const last = addDays(nextOn, -1)
  return last === effectiveOn ? `in effect on ${from}` : `in effect from ${from} to ${longDate(last)}`
}
