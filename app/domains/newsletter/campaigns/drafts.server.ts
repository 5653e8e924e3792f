import { z } from 'zod'
import { recordAction, type WriteDeps } from '~/domains/audit/operations.server'
import { postsBySlug } from '~/domains/blog/operations.server'
import { readZone } from '~/domains/content/operations.server'
import { storedDocument } from '~/domains/texts/read-document'
import { type Db, transact } from '~/platform/db/database.server'
import { checkbox, line, whole } from '~/platform/fields'
import { type FieldErrors, type NotSaved, type PostedFields, parseForm } from '~/platform/forms'
import { newId } from '~/platform/ids.server'
import { momentLabel } from '~/platform/time'
import { newsletterProblems } from '../document/fields'
import { newsletterSchema, readNewsletter } from '../document/schema'
import { EVERYONE, readSegment, type Segment, segmentSchema } from '../segments/segment'
import {
  type CampaignState,
  type CampaignValues,
  DEFAULT_RATE,
  PREHEADER_MAX,
  RATE_MAX,
  SUBJECT_MAX,
  subjectOf,
} from './model'
import {
  type CampaignRow,
  deleteCampaign,
  insertCampaign,
  lockCampaign,
  selectCampaign,
  updateCampaign,
} from './store.server'

/** A newsletter in the editor. */
export interface EditedCampaign {
  id: string
  state: CampaignState
  values: CampaignValues
  segment: Segment
  /** The text as JSON (`document/schema.ts`). */
  document: string
  /** What a save must name. */
  version: string
  /** When it is or was sent, as a label; null: a draft. */
  when: string | null
  /** Why it wasn't sent at its time, or doesn't go on; '' if it does. */
  trouble: string
  /** Sentences about what keeps the text from being sent. */
  problems: string[]
}

/** A sent form. */
export interface SentCampaign {
  fields: PostedFields & { getAll(name: string): string[] }
  document: string
  /** The version that the author's text began from. */
  version: string
  /** Keeps the newer text of someone else as another draft. */
  isSeparate: boolean
}

export type CampaignNotSaved =
  | Exclude<NotSaved, { reason: 'changed-since' | 'full' }>
  | { ok: false; reason: 'changed-since'; version: string; by: string; saved: string }
  /** It's being sent, or was. */
  | { ok: false; reason: 'sent' }
export type CampaignSaved =
  | { ok: true; version: string; saved: string; problems: string[] }
  | CampaignNotSaved

const emptyDocument = (): string =>
  storedDocument(newsletterSchema.node('doc', null, [newsletterSchema.node('paragraph')]))

/** Adds a draft. @returns its id */
export async function addCampaign(
  { db, clock, author }: WriteDeps,
  given: { subject?: string; preheader?: string; document?: string } = {},
): Promise<string> {
  const { subject = '', preheader = '', document = emptyDocument() } = given
  const id = newId()
  await transact(db, (tx) =>
    insertCampaign(tx, {
      ...{ id, subject, preheader, document, segment: JSON.stringify(EVERYONE) },
      ...{ rate: DEFAULT_RATE, in_archive: 0, ...UNSENT },
      ...{ revision: 1, saved_at: clock.now(), author_name: author.name },
    }),
  )
  return id
}

/** Adds a draft about a published post: room for a few words, and its teaser. @returns undefined if there is none */
export async function addCampaignAbout(deps: WriteDeps, slug: string): Promise<string | undefined> {
  const post = (await postsBySlug(deps, [slug])).get(slug)
  if (!post) return undefined
  const { paragraph, postTeaser } = newsletterSchema.nodes
  const words = [paragraph.create(null, newsletterSchema.text('Hello {first name},')), paragraph.create()]
  const doc = newsletterSchema.node('doc', null, [...words, postTeaser.create({ post: slug })])
  const preheader = post.excerpt.slice(0, PREHEADER_MAX)
  return await addCampaign(deps, { subject: post.title, preheader, document: storedDocument(doc) })
}

const UNSENT = {
  ...{
    state: 'draft' as const,
    scheduled_at: null,
    begun_at: null,
    ended_at: null,
    rendered: '',
    trouble: '',
  },
  ...{ sender: null, sender_until: 0, paced_until: 0 },
}

export async function readCampaign({ db }: { db: Db }, id: string): Promise<EditedCampaign | undefined> {
  const row = await selectCampaign(db, id)
  if (!row) return undefined
  const zone = await readZone({ db })
  const text = readNewsletter(row.document)
  const at = row.ended_at ?? row.begun_at ?? row.scheduled_at
  return {
    ...{ id, state: row.state, document: row.document, version: String(row.revision), trouble: row.trouble },
    values: {
      ...{ subject: row.subject, preheader: row.preheader, rate: String(row.rate) },
      archive: row.in_archive === 1 ? 'yes' : '',
    },
    segment: segmentSchema.parse(JSON.parse(row.segment)),
    when: at === null ? null : momentLabel(at, zone),
    problems: text.ok ? newsletterProblems({ ...row, document: text.document }) : [],
  }
}

const draftSchema = () =>
  z.object({
    subject: line({ max: SUBJECT_MAX, what: 'the subject' }),
    preheader: line({ max: PREHEADER_MAX, what: 'the preview text' }),
    rate: whole({ label: 'Emails a minute', min: 1, max: RATE_MAX }),
    archive: checkbox(),
  })

type Read =
  | {
      ok: true
      columns: Pick<CampaignRow, 'subject' | 'preheader' | 'rate' | 'in_archive' | 'segment' | 'document'>
      problems: string[]
    }
  | { ok: false; reason: 'refused'; errors: FieldErrors }

export function readSent({ fields, document }: SentCampaign): Read {
  const read = parseForm(draftSchema(), fields)
  const text = readNewsletter(document)
  if (!read.ok || !text.ok) {
    const errors = { ...(read.ok ? {} : read.errors), ...(text.ok ? {} : { document: text.sentence }) }
    return { ok: false, reason: 'refused', errors }
  }
  const { subject, preheader, rate, archive } = read.value
  return {
    ok: true,
    columns: {
      ...{ subject, preheader, rate, in_archive: archive ? 1 : 0 },
      ...{ segment: JSON.stringify(readSegment(fields)), document: storedDocument(text.document) },
    },
    problems: newsletterProblems({ document: text.document, subject, preheader }),
  }
}

/** Saves what the author has written, complete or not. Nothing is sent. A scheduled newsletter stays scheduled. */
export async function saveCampaign(deps: WriteDeps, id: string, sent: SentCampaign): Promise<CampaignSaved> {
  const { db, clock, author } = deps
  const read = readSent(sent)
  if (!read.ok) return read
  const zone = await readZone({ db })
  return await transact(db, async (tx): Promise<CampaignSaved> => {
    const row = await lockCampaign(tx, id)
    if (!row) return { ok: false, reason: 'missing' }
    if (row.state !== 'draft' && row.state !== 'scheduled') return { ok: false, reason: 'sent' }
    if (String(row.revision) !== sent.version) return changedSince(row, zone)
    const { columns, problems } = read
    const names = Object.keys(columns) as (keyof typeof columns)[]
    const saved = momentLabel(clock.now(), zone)
    if (names.every((name) => row[name] === columns[name]))
      return { ok: true, version: String(row.revision), saved: momentLabel(row.saved_at, zone), problems }
    if (sent.isSeparate) await insertCampaign(tx, { ...row, ...UNSENT, id: newId(), saved_at: row.saved_at })
    const revision = row.revision + 1
    const change = { ...columns, revision, saved_at: clock.now(), author_name: author.name, trouble: '' }
    await updateCampaign(tx, id, change)
    return { ok: true, version: String(revision), saved, problems }
  })
}

export const changedSince = (row: CampaignRow, zone: string): CampaignNotSaved => ({
  ...{ ok: false, reason: 'changed-since', version: String(row.revision) },
  ...{ by: row.author_name, saved: momentLabel(row.saved_at, zone) },
})

/** Adds a draft with the text and the recipients of another newsletter. @returns its id */
export async function duplicateCampaign(
  { db, clock, author }: WriteDeps,
  id: string,
): Promise<string | undefined> {
  return await transact(db, async (tx) => {
    const row = await selectCampaign(tx, id)
    if (!row) return undefined
    const copy = { ...row, ...UNSENT, id: newId(), revision: 1 }
    await insertCampaign(tx, { ...copy, saved_at: clock.now(), author_name: author.name })
    return copy.id
  })
}

/** Deletes a draft. Sent newsletters stay, with their figures. @param seen the version that the author knows */
export async function removeCampaign(
  { db, clock, author }: WriteDeps,
  id: string,
  seen: string,
): Promise<{ ok: true } | CampaignNotSaved> {
  const zone = await readZone({ db })
  return await transact(db, async (tx): Promise<{ ok: true } | CampaignNotSaved> => {
    const row = await lockCampaign(tx, id)
    if (!row) return { ok: false, reason: 'missing' }
    if (row.state !== 'draft') return { ok: false, reason: 'sent' }
    if (String(row.revision) !== seen) return changedSince(row, zone)
    await deleteCampaign(tx, id)
    await recordAction(
      { db: tx, clock, author },
      { action: 'content-removed', subject: `Newsletter “${subjectOf(row)}”` },
    )
    return { ok: true }
  })
}
