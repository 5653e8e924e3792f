import { randomInt } from 'node:crypto'
import { z } from 'zod'
import { recordAction, type WriteDeps } from '~/domains/audit/operations.server'
import { readZone } from '~/domains/content/operations.server'
import { pinWait } from '~/domains/galleries/access/model'
import { photosBySlug } from '~/domains/photos/operations.server'
import { markdownOfDocument } from '~/domains/texts/markdown-document'
import { readDocument } from '~/domains/texts/read-document'
import type { Clock } from '~/platform/clock'
import type { Config } from '~/platform/config.server'
import { type Db, transact } from '~/platform/db/database.server'
import { line, must, requiredSentence } from '~/platform/fields'
import { type FieldValues, type NotSaved, parseForm } from '~/platform/forms'
import { readCookie } from '~/platform/http/capability-cookie'
import { isSameSecret, newId } from '~/platform/ids.server'
import { openToken, sealToken } from '~/platform/sealed-token.server'
import { seal, unseal } from '~/platform/sealing.server'
import { momentLabel } from '~/platform/time'
import { firstVersion } from '../editor/drafts.server'
import { stateOf, storedValues, titleOf } from '../editor/post-values'
import { type PostRow, selectLatestVersion, selectPostRow } from '../editor/store.server'
import type { PostPage } from '../model'
import { pageOfPost } from '../operations.server'
import { linkCookie, PASSWORD_MAX, PASSWORD_MIN, type PostLink, passwordCookie, READER_MAX } from './model'
import {
  countTry,
  insertLink,
  type LinkRow,
  revokeLinkRow,
  selectLink,
  selectLinks,
  updateTries,
} from './store.server'

/** Purposes of the tokens. */
const LINK = 'read a post'
const PASSWORD_GIVEN = 'the password of a post was given'

interface Deps {
  db: Db
  clock: Clock
  config: Pick<Config, 'secret' | 'siteUrl'>
}

type LinkDeps = WriteDeps & Pick<Deps, 'config'>

/** A post's links, the newest first, and a password for the next one; undefined: no such post. */
export async function readPostLinks({ db, clock, config }: Deps, postId: string) {
  const post = await selectPostRow(db, postId)
  if (!post) return undefined
  const zone = await readZone({ db })
  const links = (await selectLinks(db, postId)).map((row): PostLink => {
    const isOpen = row.revoked_at === null
    return {
      ...{ id: row.id, name: row.name, version: row.version },
      address: isOpen ? `${config.siteUrl}/p/${sealToken(config.secret, LINK, row)}` : null,
      password: isOpen ? (unseal(config.secret, 'postPassword', row.password) ?? null) : null,
      created: momentLabel(row.created_at, zone),
      opened: row.opened_at === null ? null : momentLabel(row.opened_at, zone),
      revoked: row.revoked_at === null ? null : momentLabel(row.revoked_at, zone),
    }
  })
  return { title: titleOf(post), state: stateOf(post, clock.now()), links, password: newPassword() }
}

/** Without characters that look alike. */
const LETTERS = 'abcdefghijkmnpqrstuvwxyz23456789'

const newPassword = (): string =>
  Array.from({ length: 10 }, () => LETTERS[randomInt(LETTERS.length)]).join('')

const linkSchema = z.object({
  name: line({ max: READER_MAX, what: 'the name' }).check(
    must((typed) => typed !== '', requiredSentence('For')),
  ),
  password: line({ max: PASSWORD_MAX, what: 'the password' }).check(
    must((typed) => typed.length >= PASSWORD_MIN, `Use at least ${PASSWORD_MIN} characters.`),
  ),
})

/** Adds a link that opens a post with a password, whether the post is published or not. */
export async function addPostLink(
  deps: LinkDeps,
  postId: string,
  sent: FieldValues,
): Promise<{ ok: true } | NotSaved> {
  const read = parseForm(linkSchema, sent)
  if (!read.ok) return { ok: false, reason: 'refused', errors: read.errors }
  const { name, password } = read.value
  return await transact(deps.db, async (tx) => {
    const post = await selectPostRow(tx, postId)
    if (!post) return { ok: false, reason: 'missing' }
    const sealed = seal(deps.config.secret, 'postPassword', password)
    const created_at = deps.clock.now()
    await insertLink(tx, { id: newId(), post_id: postId, name, password: sealed, created_at })
    await note({ ...deps, db: tx }, post, { from: '', to: name })
    return { ok: true }
  })
}

/** Ends a link at once, also in browsers where its password was entered. */
export async function revokePostLink(
  deps: LinkDeps,
  seen: { post: string; id: string; version: number },
): Promise<{ ok: true } | NotSaved> {
  return await transact(deps.db, async (tx) => {
    const post = await selectPostRow(tx, seen.post)
    if (!post) return { ok: false, reason: 'missing' }
    const revoked = await revokeLinkRow(tx, seen, deps.clock.now())
    if (!revoked) return { ok: false, reason: 'changed-since' }
    await note({ ...deps, db: tx }, post, { from: revoked.name, to: '' })
    return { ok: true }
  })
}

const note = (deps: LinkDeps, post: PostRow, change: { from: string; to: string }): Promise<void> =>
  recordAction(deps, {
    action: 'content-changed',
    subject: `Post “${titleOf(post)}”`,
    changes: [{ field: 'Link for', ...change }],
  })

/** Opens a link in a browser. @returns undefined: forged or revoked */
export async function followPostLink(deps: Deps, token: string): Promise<{ postId: string } | undefined> {
  const link = await linkOf(deps, LINK, token)
  return link && { postId: link.post_id }
}

async function linkOf({ db, config }: Deps, purpose: string, token: string): Promise<LinkRow | undefined> {
  const opened = openToken(config.secret, purpose, token)
  const link = opened && (await selectLink(db, opened.id))
  return link && link.version === opened?.version && link.revoked_at === null ? link : undefined
}

export type OpenedPost =
  | { ok: true; post: PostPage; isPublished: boolean }
  /** Everyone can read the post now. */
  | { ok: false; reason: 'public'; slug: string }
  | { ok: false; reason: 'none' }
  | { ok: false; reason: 'locked'; link: LinkRow }

/** Opens a post by the cookies of its link and its password: as it is published, else as it was last saved. */
export async function openPostLink(deps: Deps, request: Request, postId: string): Promise<OpenedPost> {
  const { db, clock, config } = deps
  const link = await linkOf(deps, LINK, readCookie(request, config.siteUrl, linkCookie(postId)))
  const post = link?.post_id === postId ? await selectPostRow(db, postId) : undefined
  if (!link || !post) return { ok: false, reason: 'none' }
  const state = stateOf(post, clock.now())
  if (state === 'published') return { ok: false, reason: 'public', slug: post.slug }
  const given = readCookie(request, config.siteUrl, passwordCookie(postId))
  if ((await linkOf(deps, PASSWORD_GIVEN, given))?.id !== link.id)
    return { ok: false, reason: 'locked', link }
  const isPublished = state === 'unlisted'
  const shown = isPublished ? post : await lastSaved(db, post)
  const page = await pageOfPost(db, {
    ...{ ...shown, coverPhotoId: shown.cover_photo_id, length: shown.body.length },
    ...{ searchTitle: '', searchDescription: '' },
    ...{
      publishedAt: post.published_at ?? post.updated_at,
      updatedAt: post.updated_at,
      visibility: 'unlisted',
    },
  })
  return { ok: true, post: page, isPublished }
}

/** A post as its newest version. */
async function lastSaved(db: Db, post: PostRow): Promise<PostRow> {
  const latest =
    (await selectLatestVersion(db, post.id)) ?? (await firstVersion(db, post, await readZone({ db })))
  const values = storedValues(latest.form)
  const cover = (await photosBySlug({ db }, [values.cover]))[values.cover]
  const { document, markdown } = latest
  const read = readDocument(document)
  return {
    ...{ ...post, title: titleOf(values), excerpt: values.excerpt, author: values.author },
    ...{
      document: markdown === null ? document : null,
      body: markdown ?? (read.ok ? markdownOfDocument(read.document).markdown : ''),
    },
    cover_photo_id: cover?.id ?? null,
  }
}

export type GivenPassword =
  /** `cookie`: the value of `passwordCookie`. */
  | { ok: true; cookie: string }
  | { ok: false; reason: 'wrong-password' }
  | { ok: false; reason: 'too-many'; retryAt: number }

/** Checks the password of a locked link. After several wrong ones, each further one doubles the delay. */
export function givePassword(
  { db, clock, config }: Deps,
  link: LinkRow,
  typed: string,
): Promise<GivenPassword> {
  return transact(db, async (tx): Promise<GivenPassword> => {
    const now = clock.now()
    const failures = await countTry(tx, link.id, now)
    if (failures === undefined)
      return { ok: false, reason: 'too-many', retryAt: (await selectLink(tx, link.id))?.wait_until ?? now }
    const password = unseal(config.secret, 'postPassword', link.password)
    if (password !== undefined && isSameSecret(password, typed.trim())) {
      await updateTries(tx, link.id, { failures: 0, wait_until: null, opened_at: now })
      return { ok: true, cookie: sealToken(config.secret, PASSWORD_GIVEN, link) }
    }
    const wait = pinWait(failures)
    if (wait === 0) return { ok: false, reason: 'wrong-password' }
    await updateTries(tx, link.id, { wait_until: now + wait })
    return { ok: false, reason: 'too-many', retryAt: now + wait }
  })
}
