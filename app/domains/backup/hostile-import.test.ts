import { createHash } from 'node:crypto'
import { mkdtemp, readFile, rm, truncate, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { deflateRawSync } from 'node:zlib'
import { afterAll, beforeAll, describe, expect, onTestFinished, test } from 'vitest'
import { loadInitialContent } from '~/domains/content/installation.server'
import { insertFaq } from '~/domains/content/store.server'
import { importPhoto } from '~/domains/photos/operations.server'
import { fixedClock } from '~/platform/clock'
import { createImaging } from '~/platform/imaging/imaging.server'
import { createLogger } from '~/platform/logging.server'
import { folderStorage } from '~/platform/storage/folder-storage.server'
import { openZip } from '~/platform/zip/zip-reader.server'
import { freshDatabase } from '../../../test/support/database'
import { makeService, makeSessionType } from '../../../test/support/factories'
import { scene } from '../../../test/support/pictures'
import { writeZip } from '../../../test/support/zip-file'
import { exportToFile } from './archive-file.server'
import { importEverything } from './import.server'
import { ageOf } from './manifest'
import type { Manifest } from './model'

const imaging = createImaging({ size: 1 })
const secret = 'a secret of tests that is long enough'
let folder: string
let archive: string
/** The archive's files by name. */
let whole: Map<string, Buffer>
let count = 0

async function installation() {
  const fresh = await freshDatabase('sqlite')
  const storage = folderStorage(join(fresh.where.dataDir, 'files'))
  const config = { ...fresh.where, secret, demo: false, siteUrl: 'https://studio.example.com' }
  const clock = fixedClock('2026-11-20T15:00:00Z')
  return { ...fresh, storage, config, imaging, clock, log: createLogger('silent') }
}

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'hostile-test-'))
  const source = await installation()
  await loadInitialContent(source, join(import.meta.dirname, '../../../content'))
  const photo = join(folder, 'photo.jpg')
  await writeFile(photo, await scene(300, 200).jpeg().toBuffer())
  await importPhoto(source, { file: photo, name: 'photo.jpg' })
  await makeService(source.db)
  await makeSessionType(source.db)
  for (const question of ['First?', 'Second?'])
    await insertFaq(source.db, { topic: 'pricing', question, answer: 'Yes.' }, 1)
  archive = join(folder, 'whole.zip')
  await exportToFile(source, { file: archive })
  await source.dispose()
  const opened = await openZip(archive)
  if (!opened.ok) throw new Error(opened.sentence)
  whole = new Map()
  for (const name of opened.zip.entries.keys())
    whole.set(
      name,
      Buffer.concat(await Array.fromAsync(opened.zip.read(name), (piece) => Buffer.from(piece))),
    )
  await opened.zip.close()
})
afterAll(async () => {
  imaging.close()
  await rm(folder, { recursive: true, force: true })
})

/** Expects an import to be refused without changing anything. @returns the sentence */
async function refusal(file: string): Promise<string> {
  const target = await installation()
  onTestFinished(() => target.dispose())
  const asked = { file, isRehearsal: false, withoutSecrets: false }
  const imported = await importEverything(target, asked)
  if (imported.ok) throw new Error('It was taken.')
  expect(imported.reason).toBe('refused')
  expect(await Array.fromAsync(target.storage.list(''))).toEqual([])
  for (const table of ['settings', 'pages', 'photos', 'jobs', 'search_terms'] as const)
    expect(await target.db.selectFrom(table).selectAll().execute(), table).toEqual([])
  expect(await target.db.selectFrom('resources').select('id').execute()).toHaveLength(1)
  return imported.reason === 'refused' ? imported.sentence : ''
}

/** The archive with some files replaced. `honest`: with a manifest that describes them correctly. */
async function packed(
  change: (files: Map<string, Buffer>, manifest: Manifest) => void,
  { honest = true } = {},
): Promise<string> {
  const files = new Map(whole)
  const manifest: Manifest = JSON.parse(files.get('manifest.json')?.toString() ?? '')
  files.delete('manifest.json')
  change(files, manifest)
  if (honest)
    manifest.files = [...files].map(([path, data]) => ({
      path,
      bytes: data.length,
      sha256: createHash('sha256').update(data).digest('hex'),
    }))
  const file = join(folder, `packed-${++count}.zip`)
  await writeZip(file, async (zip) => {
    for (const [name, data] of files) await zip.add(name, data.toString('latin1') === '' ? '' : once(data))
    await zip.add('manifest.json', JSON.stringify(manifest))
  })
  return file
}

async function* once(data: Buffer) {
  yield data
}

/** The archive with every occurrence of some bytes replaced. */
async function patched(change: (bytes: Buffer) => void, from = archive): Promise<string> {
  const bytes = await readFile(from)
  change(bytes)
  const file = join(folder, `patched-${++count}.zip`)
  await writeFile(file, bytes)
  return file
}

const rewritten = (files: Map<string, Buffer>, name: string, change: (text: string) => string) =>
  files.set(name, Buffer.from(change(files.get(name)?.toString() ?? '')))

const original = () => [...whole.keys()].find((name) => name.startsWith('files/originals/')) ?? ''

describe('an untrusted archive', () => {
  test.each([
    '../../etc/cron.d/x',
    '/etc/passwd',
    'C:/x',
    'a\\..\\x',
    'files/../x',
    'files//x',
    'a/./b',
    'é',
    'x\u202ey',
  ])('is refused with a file called %j', async (name) => {
    expect(await refusal(await packed((files) => files.set(name, Buffer.from('x'))))).toMatch(
      /isn’t allowed|can’t be read/,
    )
  })

  test('is refused with links, duplicate names, or zip bombs', async () => {
    const bytes = await readFile(archive)
    const central = bytes.indexOf(Buffer.from([0x50, 0x4b, 1, 2]))
    const link = await patched((copy) => copy.writeUInt32LE((0o120777 << 16) >>> 0, central + 38))
    expect(await refusal(link)).toMatch(/it’s a link/)
    const locked = await patched((copy) =>
      copy.writeUInt16LE(copy.readUInt16LE(central + 8) | 1, central + 8),
    )
    expect(await refusal(locked)).toMatch(/password|mismatch/)
    const deflated = await patched((copy) => copy.writeUInt16LE(8, central + 10))
    expect(await refusal(deflated)).toMatch(/it’s compressed/)
    const twice = await packed((files) => files.set('README.TXT', Buffer.from('x')))
    expect(await refusal(twice)).toMatch(/twice/)
    const bomb = await patched((copy) => {
      copy.writeUInt32LE(0xfffffff0, central + 20)
      copy.writeUInt32LE(0xfffffff0, central + 24)
    })
    expect(await refusal(bomb)).toMatch(/larger than the archive/)
    expect(deflateRawSync(Buffer.alloc(1e6)).length).toBeLessThan(2_000)
  })

  test('is refused when truncated anywhere', async () => {
    const { length } = await readFile(archive)
    const cuts = [0, 1, 21, ...Array.from({ length: 12 }, (_, i) => Math.floor((length * (i + 1)) / 13))]
    for (const cut of [...cuts, length - 23, length - 22, length - 1]) {
      const file = await patched(() => {})
      await truncate(file, cut)
      expect(await refusal(file), `cut at ${cut}`).toMatch(/ZIP archive|cannot be read/)
    }
    expect(await refusal(join(folder, 'nothing.zip'))).toBe('That file doesn’t exist.')
  }, 60_000)

  test('has to match its manifest', async () => {
    const damaged = await patched((bytes) => {
      const at = bytes.indexOf('"table":"faqs"')
      bytes[at + 40] = (bytes[at + 40] ?? 0) ^ 1
    })
    expect(await refusal(damaged)).toMatch(/tables\/faqs\.json doesn’t match its manifest/)
    const manifest = await patched((bytes) => {
      bytes.write('Export', bytes.lastIndexOf('export"'))
    })
    expect(await refusal(manifest)).toMatch(/manifest is damaged/)
    const more = await packed((files) => files.set('tables/more.json', Buffer.from('x')), { honest: false })
    expect(await refusal(more)).toMatch(/not in its manifest/)
    const less = await packed((files) => files.delete('README.txt'), { honest: false })
    expect(await refusal(less)).toMatch(/README.txt is missing/)
  })

  test('has to come from this product', async () => {
    const set = (change: object) => packed((_, manifest) => Object.assign(manifest, change))
    expect(await refusal(await set({ format: 'zip of mine' }))).toMatch(/isn’t an export from this software/)
    expect(await refusal(await set({ version: 3 }))).toMatch(/newer version/)
    expect(await refusal(await set({ version: 0 }))).toMatch(/manifest is invalid/)
    expect(await refusal(await set({ migrations: ['2099-01-01-a-future'] }))).toMatch(/newer version/)
    expect(await refusal(await set({ migrations: [] }))).toMatch(/can’t be imported/)
    expect(await refusal(await set({ migrations: ['2026-11-20-a-jobs'] }))).toMatch(
      /before the first release/,
    )
    expect(await refusal(await set({ more: 1 }))).toMatch(/manifest is invalid/)
    const tables = (add: object[]) => packed((_, manifest) => void manifest.tables.push(...(add as [])))
    expect(await refusal(await tables([{ name: 'sessions', rows: 1 }]))).toMatch(
      /can’t be imported: sessions/,
    )
    expect(await refusal(await tables([{ name: 'faqs', rows: 1 }]))).toMatch(/a table twice/)
  })

  test('has to come from this version or one that it can upgrade', () => {
    const own = ['2026-11-22-baseline', '2027-01-01-a', '2027-02-01-b']
    const isOlder = (migrations: string[]) => {
      const age = ageOf({ migrations }, own)
      return age.ok ? age.isOlder : age.sentence
    }
    expect(isOlder(own)).toBe(false)
    expect(isOlder(own.slice(0, 2))).toBe(true)
    expect(isOlder(['2026-11-22-baseline', '2027-02-01-b'])).toBe(true)
    expect(isOlder(own.slice(1))).toMatch(/can’t upgrade from/)
    expect(isOlder([...own, '2027-03-01-c'])).toMatch(/newer version/)
    expect(isOlder(['2026-11-20-a-jobs'])).toMatch(/before the first release/)
  })

  test('needs well-formed tables', async () => {
    const faqs = (change: (text: string) => string) =>
      packed((files) => rewritten(files, 'tables/faqs.json', change))
    expect(await refusal(await faqs((text) => text.replace('"answer"', '"other"')))).toMatch(
      /different columns/,
    )
    expect(await refusal(await faqs((text) => text.replace('\n]}', '')))).toMatch(/cut off/)
    expect(await refusal(await faqs((text) => `${text}[1]\n`))).toMatch(/continues after its end/)
    expect(await refusal(await faqs(() => `${'['.repeat(100_000)}\n`))).toMatch(/doesn’t start as/)
    expect(await refusal(await faqs((text) => text.replace('\n[', '\n[[[')))).toMatch(/not JSON/)
    expect(await refusal(await faqs((text) => text.replace('\n["', '\n[1,"')))).toMatch(/one value a column/)
    expect(await refusal(await faqs((text) => text.replace('\n["', '\n["\\u0000')))).toMatch(/does not fit/)
    const row = (text: string) => text.split('\n')[1] ?? ''
    expect(
      await refusal(await faqs((text) => text.replace('\n]}', `,\n${row(text).replace(/,$/, '')}\n]}`))),
    ).toMatch(/don’t match each other/)
    expect(await refusal(await faqs((text) => text.replace(`\n${row(text)}`, '')))).toMatch(/as many rows/)
    const long = await faqs((text) => text.replace('\n["', `\n["${'x'.repeat(33 * 1024 * 1024)}`))
    expect(await refusal(long)).toMatch(/too long/)
  }, 60_000)

  test('needs JSON where pages read it', async () => {
    const changed = (table: string, from: RegExp, to: string) =>
      packed((files) => rewritten(files, `tables/${table}.json`, (text) => text.replace(from, to)))
    for (const to of ['"[1,"', '"{}"', '"null"', '"__proto__"', '""', `"${'['.repeat(100_000)}"`])
      expect(await refusal(await changed('services', /"\[\\"(?:[^"\\]|\\.)*"/, to))).toMatch(
        /points is not the JSON/,
      )
    expect(await refusal(await changed('sessionTypes', /"\[\]"/, '"[]]"'))).toMatch(/is not the JSON/)
    expect(await refusal(await changed('pages', /"\{\\"(?:[^"\\]|\\.)*"/, '"[]"'))).toMatch(
      /body is not the JSON/,
    )
  }, 60_000)

  test('needs integers in integer columns', async () => {
    const version = (to: string) =>
      packed((files) => rewritten(files, 'tables/faqs.json', (text) => text.replace(/,(\d+)\]/, `,${to}]`)))
    for (const to of ['1.5', '1e308', '9007199254740993', '"1"', 'true', '{}', '[1]', 'null'])
      expect(await refusal(await version(to)), to).toMatch(/does not fit/)
    expect(await refusal(await version('NaN'))).toMatch(/not JSON/)
  }, 60_000)

  test('needs valid photos, each with its row', async () => {
    const script = Buffer.from('GIF89a<script>alert(1)</script>')
    expect(await refusal(await packed((files) => files.set(original(), script)))).toMatch(/files\/originals/)
    const other = await scene(300, 200, 90).jpeg().toBuffer()
    expect(await refusal(await packed((files) => files.set(original(), other)))).toMatch(
      /isn’t the file its name/,
    )
    expect(await refusal(await packed((files) => files.delete(original())))).toMatch(/is missing from it/)
    const sha256 = createHash('sha256').update(other).digest('hex')
    const added = `files/originals/${sha256.slice(0, 2)}/${sha256}.jpg`
    expect(await refusal(await packed((files) => files.set(added, other)))).toMatch(/belong to any photo/)
    // Listed as missing, so that the import doesn't expect a file.
    const climbing = await packed((files, manifest) => {
      rewritten(files, 'tables/photos.json', (text) => text.replace(/"[0-9a-f]{64}"/, '"../../../../secret"'))
      files.delete(original())
      manifest.missing.push('originals/../../../../../secret.jpg')
    })
    expect(await refusal(climbing)).toMatch(/has an invalid file/)
    const elsewhere = await packed((files) => files.set('files/mail/x.eml', Buffer.from('x')))
    expect(await refusal(elsewhere)).toMatch(/isn’t a file this software uses/)
  })

  test('has to make an installation that starts', async () => {
    const page = (change: (text: string) => string) =>
      packed((files) => rewritten(files, 'tables/pages.json', change))
    expect(await refusal(await page((text) => text.replace('\\"hero\\"', '\\"zero\\"')))).toMatch(
      /unknown format/,
    )
    const settings = await packed((files) =>
      rewritten(files, 'tables/settings.json', (text) => text.replaceAll('\\"timeZone\\"', '\\"zone\\"')),
    )
    expect(await refusal(settings)).toMatch(/settings/)
  })
})
