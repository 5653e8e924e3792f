import type { Clock } from '~/platform/clock'
import { type Db, transact } from '~/platform/db/database.server'
import { momentLabel } from '~/platform/time'
import { articleOfDocument } from '../document/article.server'
import { comparableText } from '../document/markdown-document.server'
import { readDocument } from '../document/read-document'
import type { EditorChoices } from '../model'
import { listChoices } from '../teasers.server'
import { differencesOf } from './differences'
import { tokenOf, type WriteDeps, writeVersion, zoneOf } from './drafts.server'
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
  const zone = await zoneOf(db)
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
  { before = NUMBER_MAX, limit = PAGE_SIZE }: { before?: number; limit?: number } = {},
) {
  const zone = await zoneOf(db)
  const found = await selectVersions(db, id, { before, limit: limit + 1 })
  const versions = found.slice(0, limit).map(({ number, form, saved_at, author_name, published_at }) => ({
    ...{ number, author: author_name, saved: momentLabel(saved_at, zone) },
    title: titleOf(storedValues(form)),
    published: published_at === null ? null : momentLabel(published_at, zone),
  }))
  return { versions, next: found.length > limit ? (versions.at(-1)?.number ?? null) : null }
}

/** One version with its text as HTML. Photos are named by their slugs. */
export async function readPostVersion({ db }: { db: Db }, id: string, number: number) {
  const row = await selectVersion(db, id, number)
  if (!row) return undefined
  const values = storedValues(row.form)
  return {
    ...{ number, values, author: row.author_name },
    saved: momentLabel(row.saved_at, await zoneOf(db)),
    parts: articleOfDocument(row.document).parts,
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
  const zone = await zoneOf(db)
  const choices = await listChoices({ db })
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
    text: differencesOf(textOf(older.document, choices), textOf(newer.document, choices)),
  }
}

function textOf(stored: string, choices: EditorChoices): string {
  const read = readDocument(stored)
  return read.ok ? comparableText(read.document, choices) : ''
}

/** Makes an older version the newest one. Nothing is published, and the versions between stay. */
export async function restorePostVersion(deps: WriteDeps, id: string, number: number): Promise<PostChanged> {
  const { db } = deps
  const zone = await zoneOf(db)
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
