import type { WriteDeps } from '~/domains/audit/operations.server'
import { readZone } from '~/domains/content/operations.server'
import { differencesOf } from '~/domains/content/versions/differences'
import { articleOfDocument, figureOf } from '~/domains/texts/article.server'
import { comparableText } from '~/domains/texts/markdown-document'
import { readDocument } from '~/domains/texts/read-document'
import type { Clock } from '~/platform/clock'
import { type Db, transact } from '~/platform/db/database.server'
import { momentLabel } from '~/platform/time'
import { tokenOf, writeVersion } from './drafts.server'
import { describeFigures, type Figure } from './figures.server'
import { POST_FIELDS, type PostState, stateOf, storedValues, titleOf } from './post-values'
import type { PostChanged } from './publication.server'
import {
  selectLatestVersion,
  selectListedPosts,
  selectVersion,
  selectVersions,
  updatePost,
  type VersionRow,
} from './store.server'

const PAGE_SIZE = 50

/** Posts of a state, or all: drafts, then the newest. `next`: the next page begins after this id. */
export async function listStudioPosts(
  { db, clock }: { db: Db; clock: Clock },
  {
    limit = PAGE_SIZE,
    ...query
  }: { state: PostState | null; search: string; before: string | null; limit?: number },
) {
  const now = clock.now()
  const zone = await readZone({ db })
  const found = await selectListedPosts(db, { ...query, now, limit: limit + 1 })
  const posts = found.slice(0, limit).map(({ id, title, topic, updatedAt, isChanged, ...row }) => ({
    ...{ id, topic, title: titleOf({ title }) },
    state: stateOf(row, now),
    isChanged: row.published_at !== null && isChanged === 1,
    when: momentLabel(row.published_at ?? updatedAt, zone),
  }))
  return { posts, next: found.length > limit ? (posts.at(-1)?.id ?? null) : null }
}

/** The largest integer of the column on PostgreSQL. */
const NUMBER_MAX = 2_147_483_647

/** The versions of a post, newest first, without texts. `next`: older ones are below this number. */
export async function listPostVersions(
  { db }: { db: Db },
  id: string,
  { before = NUMBER_MAX, limit = PAGE_SIZE }: { before?: number | undefined; limit?: number } = {},
) {
  const zone = await readZone({ db })
  const found = await selectVersions(db, id, { before, limit: limit + 1 })
  const versions = found.slice(0, limit).map(({ number, form, saved_at, author_name, published_at }) => ({
    ...{ number, author: author_name, saved: momentLabel(saved_at, zone) },
    title: titleOf(storedValues(form)),
    published: published_at === null ? null : momentLabel(published_at, zone),
  }))
  return { versions, next: found.length > limit ? (versions.at(-1)?.number ?? null) : null }
}

/** One version with its text as HTML and figures. */
export async function readPostVersion({ db }: { db: Db }, id: string, number: number) {
  const row = await selectVersion(db, id, number)
  if (!row) return undefined
  const values = storedValues(row.form)
  const { parts } = articleOfDocument(row.document)
  const figuresOf = await describeFigures(db, parts)
  return {
    ...{ number, values, author: row.author_name },
    saved: momentLabel(row.saved_at, await readZone({ db })),
    parts: parts.map((part) => (part.kind === 'html' ? part : { kind: part.kind, figures: figuresOf(part) })),
    markdown: row.markdown,
  }
}

/** What changed from one version of a post to another; undefined: there is no such version. */
export async function comparePostVersions(
  { db }: { db: Db },
  id: string,
  { from, to }: { from: number; to: number },
) {
  const [older, newer] = [await selectVersion(db, id, from), await selectVersion(db, id, to)]
  if (!older || !newer) return undefined
  const zone = await readZone({ db })
  const [before, after] = [storedValues(older.form), storedValues(newer.form)]
  const labelOf = (row: VersionRow) => ({
    ...{ number: row.number, author: row.author_name, saved: momentLabel(row.saved_at, zone) },
  })
  return {
    from: labelOf(older),
    to: labelOf(newer),
    fields: POST_FIELDS.filter((name) => before[name] !== after[name]).map((name) => ({
      name,
      before: before[name],
      after: after[name],
    })),
    text: await compareTexts(db, older.document, newer.document),
  }
}

/** Signs that stand for figures in a compared text. They are of no language, and replaced where a text has one. */
const FIRST_SIGN = 0xf0000
const SIGNS = /([\u{f0000}-\u{10ffff}])/gu

/** What changed in the text, where a figure is one word. */
async function compareTexts(db: Db, older: string, newer: string) {
  const parts = [older, newer].flatMap((stored) => articleOfDocument(stored).parts)
  const figuresOf = await describeFigures(db, parts)
  const figures: Figure[] = []
  const signs = new Map<string, string>()
  const signOf = (figure: Figure): string => {
    const key = JSON.stringify(figure)
    const sign = signs.get(key) ?? String.fromCodePoint(FIRST_SIGN + figures.length)
    if (!signs.has(key)) figures.push(figure)
    signs.set(key, sign)
    return sign
  }
  const textOf = (stored: string): string => {
    const read = readDocument(stored.replaceAll(SIGNS, '\ufffd'))
    if (!read.ok) return ''
    return comparableText(read.document, (block) => {
      const part = figureOf(block)
      return part ? figuresOf(part).map(signOf).join('\n') : ''
    })
  }
  return differencesOf(textOf(older), textOf(newer)).flatMap(({ kind, text }) =>
    text
      .split(SIGNS)
      .filter((piece) => piece !== '')
      .map((piece) => ({ kind, piece: figures[(piece.codePointAt(0) ?? 0) - FIRST_SIGN] ?? piece })),
  )
}

/** Makes an older version the newest one. Nothing is published, and the versions between stay. */
export async function restorePostVersion(deps: WriteDeps, id: string, number: number): Promise<PostChanged> {
  const { db } = deps
  const zone = await readZone({ db })
  return await transact(db, async (tx): Promise<PostChanged> => {
    const latest = await selectLatestVersion(tx, id)
    const old = await selectVersion(tx, id, number)
    if (!latest || !old) return { ok: false, reason: 'missing' }
    const values = storedValues(old.form)
    const sent = {
      fields: values,
      document: old.document,
      markdown: '',
      version: tokenOf(latest),
      isSeparate: true,
    }
    const written = await writeVersion({ ...deps, tx, zone }, id, { ...sent, values })
    if (!written.ok) return { ok: false, reason: 'missing' }
    if (written.post.published_at === null) await updatePost(tx, id, { title: values.title })
    return { ok: true }
  })
}
