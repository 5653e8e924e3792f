import { createHash } from 'node:crypto'
import { mkdtemp, readdir, readFile, rm, utimes } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { setTimeout as sleep } from 'node:timers/promises'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { signedIn } from '../support/accounts'
import { rows } from '../support/forms'
import { scene } from '../support/pictures'
import { copyInstallation, type Site, startSite } from '../support/site'
import { makeSiteGallery, uploader } from '../support/uploads'

const ROUNDS = 6
const FILES_A_ROUND = 8

let dataDir: string
beforeAll(async () => {
  dataDir = await mkdtemp(join(tmpdir(), 'uploads-crash-'))
  await copyInstallation('texts', dataDir)
})
afterAll(() => rm(dataDir, { recursive: true, force: true }))

const sha = (content: Buffer) => createHash('sha256').update(content).digest('hex')

/** Expires the claims of a dead process, as a minute later. */
function forgetClaims(): void {
  // A killed process may keep the file locked for a moment.
  const database = new DatabaseSync(join(dataDir, 'studio.sqlite'), { timeout: 20_000 })
  database.exec('update jobs set claimed_by = null, claimed_until = null, run_at = 0')
  database.close()
}

/** Partial files aren't originals. The weekly full collection removes them. */
const originals = async () =>
  (await readdir(join(dataDir, 'photos/originals'), { recursive: true, withFileTypes: true }))
    .filter((entry) => entry.isFile() && !entry.name.startsWith('.draft-'))
    .map((entry) => join(entry.parentPath, entry.name))

it('a kill at any moment loses nothing acknowledged, and leaves no row without its file', async () => {
  let site: Site = await startSite({ dataDir })
  const cookie = await signedIn(site, 'owner')
  const gallery = await makeSiteGallery(site)
  const acknowledged = new Map<string, Buffer>()
  let n = 0
  for (let round = 0; round < ROUNDS; round++) {
    const up = uploader(site, gallery, cookie)
    const files = await Promise.all(
      Array.from({ length: FILES_A_ROUND }, async () =>
        scene(700 + n++, 500, n * 17)
          .jpeg()
          .toBuffer(),
      ),
    )
    const sending = files.map(async (content) => {
      await up.send(content, {
        name: `${sha(content).slice(0, 8)}.jpg`,
        folder: `Round ${round}`,
        sha256: sha(content),
      })
      acknowledged.set(sha(content), content)
    })
    // In every second round, at least one upload is acknowledged before the kill.
    if (round % 2 === 0) await Promise.any(sending)
    else await Promise.race([Promise.allSettled(sending), sleep(20 + Math.random() * 900)])
    await sleep(Math.random() * 300)
    process.kill(site.pid, 'SIGKILL')
    await Promise.allSettled(sending)
    forgetClaims()
    site = await startSite({ dataDir })
  }
  const stored = () =>
    rows(
      site,
      'select p.sha256, p.format from gallery_items i join photos p on p.id = i.photo_id where i.gallery_id = ?',
      gallery,
    )
  const arrived = () => rows(site, `select id from uploads where state = 'arrived'`)
  await expect.poll(() => arrived().length, { interval: 200 }).toBe(0)
  const contents = stored().map((row) => String(row.sha256))
  expect(acknowledged.size).toBeGreaterThan(0)
  for (const content of acknowledged.keys()) expect(contents).toContain(content)

  // Two days later, files without a row have been removed, and every row has its file.
  expect(await site.stop()).toBe(0)
  const past = Date.now() / 1_000 - 2 * 86_400
  for (const path of await originals()) await utimes(path, past, past)
  forgetClaims()
  site = await startSite({ dataDir })
  const rowsOfAll = () =>
    rows(site, 'select sha256 from photos')
      .map((row) => String(row.sha256))
      .toSorted()
  await expect
    .poll(async () => (await originals()).map(nameOf).toSorted(), {
      timeout: 60_000,
      interval: 200,
    })
    .toEqual(rowsOfAll())
  for (const path of await originals()) expect(sha(await readFile(path))).toBe(nameOf(path))
  expect(await site.stop()).toBe(0)
})

const nameOf = (path: string) => path.split('/').at(-1)?.split('.')[0] ?? ''
