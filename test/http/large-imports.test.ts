import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { signedIn } from '../support/accounts'
import { post, rows } from '../support/forms'
import { ghostPost } from '../support/post-imports'
import { copyInstallation, type Site, startSite } from '../support/site'

const POSTS = 60
const MEGABYTES = 40

let dataDir: string
let site: Site
let cookie: string
beforeAll(async () => {
  dataDir = await mkdtemp(join(tmpdir(), 'large-imports-'))
  await copyInstallation('texts', dataDir)
  site = await startSite({ dataDir })
  cookie = await signedIn(site, 'owner')
})
afterAll(async () => {
  await site?.stop()
  await rm(dataDir, { recursive: true, force: true })
})

const sendTo = async (path: string, file: Blob, as = cookie) => {
  const form = new FormData()
  form.set('intent', 'upload')
  form.set('site', '')
  form.set('file', file, 'my blog.json')
  return await fetch(site.url + path, {
    ...{ method: 'POST', redirect: 'manual' as const, body: form },
    headers: { cookie: as, origin: site.url },
  })
}
const upload = (file: Blob, as?: string) => sendTo('/studio/website/import', file, as)

/** A Ghost export whose posts are between many rows of other tables, as in a large blog. */
function largeExport(): Blob {
  const visit = JSON.stringify({ id: '1', note: 'x'.repeat(1_000) })
  const others = Buffer.from(`${`${visit},`.repeat(999)}${visit}`)
  const posts = Array.from({ length: POSTS }, (_, n) =>
    JSON.stringify(ghostPost({ id: `${n}`, uuid: `large-${n}`, slug: `large-${n}`, title: `Post ${n}` })),
  )
  const parts: (string | Buffer)[] = ['{"db":[{"meta":{"version":"5.82.0"},"data":{"visits":[']
  for (let n = 0; n < MEGABYTES; n++) parts.push(n === 0 ? '' : ',', others)
  parts.push(`],"posts":[${posts.join(',')}],"posts_tags":[{"post_id":"0","tag_id":"t","sort_order":0}],`)
  parts.push('"tags":[{"id":"t","name":"Winter"}]}}]}')
  return new Blob(parts as BlobPart[])
}

/** Expires the claims of the dead process, as minutes later. */
function forgetClaims() {
  // A killed process may keep the file locked for a moment.
  const database = new DatabaseSync(join(dataDir, 'studio.sqlite'), { timeout: 20_000 })
  database.exec('update jobs set claimed_by = null, claimed_until = null, run_at = 0')
  database.close()
}

const count = (sql: string) => Number(rows(site, `select count(*) as n from ${sql}`)[0]?.n)

it('a file of more than 32 MB is read, and a kill in the middle of its import doubles nothing', async () => {
  const answer = await upload(largeExport())
  expect(answer.status, await answer.text()).toBe(303)
  const path = answer.headers.get('location') ?? ''
  expect(count('post_import_lines')).toBe(POSTS)
  const page = await (await fetch(site.url + path, { headers: { cookie } })).text()
  const version = /name="version" value="([^"]+)"/.exec(page)?.[1] ?? ''
  const started = await post(site, path, { intent: 'import', state: 'published', version }, { cookie })
  expect(started.status, await started.text()).toBe(303)
  const imported = () => count("posts where slug like 'large-%'")
  await expect.poll(imported, { timeout: 60_000, interval: 5 }).toBeGreaterThan(0)
  process.kill(site.pid, 'SIGKILL')
  forgetClaims()
  site = await startSite({ dataDir })
  const state = () => rows(site, 'select state from post_imports')[0]?.state
  await expect.poll(state, { timeout: 180_000, interval: 200 }).toBe('done')
  expect(imported()).toBe(POSTS)
  expect(count("post_import_lines where state = 'imported'")).toBe(POSTS)
  // The same file once more.
  expect((await upload(largeExport())).status).toBe(303)
  expect(count("post_import_lines where state = 'known'")).toBe(POSTS)
  expect(imported()).toBe(POSTS)
}, 300_000)

it('a file that is something else, cut off, or from someone else is refused, and nothing is kept of it', async () => {
  const before = count('post_imports')
  const sentences: [Blob, RegExp][] = [
    [new Blob(['{"db":[{"data":{"posts":[{"id":"1","title":"cut']), /This isn’t a Ghost export/],
    [new Blob(['hello']), /Choose a Ghost export/],
    [new Blob([`{"a":${'['.repeat(100_000)}`]), /This isn’t a Ghost export/],
    [
      new Blob(['<!DOCTYPE rss [<!ENTITY x SYSTEM "file:///etc/passwd">]><rss><channel>&x;</channel></rss>']),
      /DOCTYPE/,
    ],
  ]
  for (const [file, sentence] of sentences) {
    const answer = await upload(file)
    expect([answer.status, await answer.text()]).toEqual([422, expect.stringMatching(sentence)])
  }
  const assistant = await signedIn(site, 'assistant')
  expect((await upload(new Blob(['{}']), assistant)).status).toBe(404)
  expect((await upload(new Blob(['x'.repeat(100_000)]), assistant).catch(() => undefined))?.status).not.toBe(
    303,
  )
  expect(count('post_imports')).toBe(before)
}, 60_000)
