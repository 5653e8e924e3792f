import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { ZipArchive } from 'archiver'
import { expect } from 'vitest'
import type { ImportChoices } from '~/domains/blog/imports/model'
import { beginImport, readImport, startImport } from '~/domains/blog/imports/operations.server'
import { importWaiting } from '~/domains/blog/imports/waiting.server'
import { fixedClock } from '~/platform/clock'
import type { Db } from '~/platform/db/database.server'
import type { Network } from '~/platform/http/safe-fetch.server'
import { createLogger } from '~/platform/logging.server'
import { folderStorage } from '~/platform/storage/folder-storage.server'
import type { FreshDatabase } from './database'
import { quickImaging } from './quick-imaging'
import { putTestSettings } from './settings'

export const clock = fixedClock('2026-11-20T15:00:00Z')
const author = { uid: 'u1', name: 'Dorian Ellis' }

export const noNetwork: Network = {
  resolve: async () => [{ address: '10.0.0.1', family: 4 }],
  isAllowed: () => false,
  request: () => {
    throw new Error('asked')
  },
  timeLimitMs: 1_000,
}

export async function studio({ db, where }: FreshDatabase) {
  await putTestSettings(db)
  const storage = folderStorage(join(where.dataDir, 'files'))
  const { dataDir } = where
  return { db, clock, dataDir, storage, imaging: quickImaging, log: createLogger('silent'), author }
}
type Deps = Awaited<ReturnType<typeof studio>>

export async function begin(deps: Deps, content: string | Uint8Array, site = '') {
  const folder = await mkdtemp(join(tmpdir(), 'import-'))
  try {
    const file = join(folder, 'export')
    await writeFile(file, content)
    return await beginImport(deps, { fileName: 'export.json', file, site })
  } finally {
    await rm(folder, { recursive: true, force: true })
  }
}

/** Reads a file, and starts to import it. @returns the id of the import */
export async function started(
  deps: Deps,
  file: string | Uint8Array,
  choices: Partial<ImportChoices> = {},
  site = '',
): Promise<string> {
  const begun = await begin(deps, file, site)
  if (!begun.ok) throw new Error(begun.sentence)
  const before = await readImport(deps, begun.id, null)
  await startImport(deps, {
    ...{ id: begun.id, version: before?.version ?? 0 },
    choices: { keepsPublished: true, people: null, ...choices },
  })
  return begun.id
}

/** Reads a file and imports all of it. @returns the report's lines */
export async function importAll(...given: Parameters<typeof started>) {
  const [deps] = given
  const id = await started(...given)
  await importWaiting(deps, id, { network: noNetwork })
  const report = await readImport(deps, id, null)
  expect(report?.state).toBe('done')
  return report?.lines ?? []
}

export const postsOf = (db: Db) =>
  db.selectFrom('posts').select(['slug', 'title', 'body', 'published_at']).orderBy('slug').execute()

export const ghost = (posts: object[], more: object = {}) =>
  JSON.stringify({
    db: [{ meta: { exported_on: 1_700_000_000_000, version: '5.82.0' }, data: { posts, ...more } }],
  })
export const ghostPost = (given: object = {}) => ({
  ...{
    id: '6500',
    uuid: 'aaaa-1',
    title: 'First frost',
    slug: 'first-frost',
    type: 'post',
    status: 'published',
  },
  ...{ visibility: 'public', published_at: '2024-01-05T09:00:00.000Z', html: '<p>Cold <em>hands</em>.</p>' },
  ...given,
})

export const wxrItem = (given: Record<string, string> = {}, rest = '') => {
  const values = {
    ...{ title: 'River walk', 'dc:creator': 'sam', 'wp:post_id': '42', 'wp:post_name': 'river-walk' },
    ...{ 'wp:status': 'publish', 'wp:post_type': 'post', 'wp:post_date_gmt': '2023-06-01 12:30:00' },
    ...{ 'content:encoded': 'One line\nand the next.\n\nAnother paragraph.', ...given },
  }
  const fields = Object.entries(values).map(([name, value]) => `<${name}><![CDATA[${value}]]></${name}>`)
  return `<item>${fields.join('')}${rest}</item>`
}
export const wxr = (...items: string[]) =>
  `<?xml version="1.0" encoding="UTF-8"?>\n<rss version="2.0" xmlns:wp="http://wordpress.org/export/1.2/"><channel><wp:wxr_version>1.2</wp:wxr_version><wp:base_site_url>https://old.example.com</wp:base_site_url>${items.join('')}</channel></rss>`

export async function zipOf(files: Record<string, string | Buffer>): Promise<Uint8Array> {
  const archive = new ZipArchive({ zlib: { level: 9 } })
  for (const [name, content] of Object.entries(files)) archive.append(content, { name })
  const chunks: Buffer[] = []
  archive.on('data', (chunk: Buffer) => chunks.push(chunk))
  await archive.finalize()
  return Buffer.concat(chunks)
}
