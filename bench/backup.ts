import './app-modules.ts'
import { execFile } from 'node:child_process'
import { createHash } from 'node:crypto'
import { mkdirSync, mkdtempSync, rmSync, statSync, truncateSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { promisify } from 'node:util'
import { startBenchSite } from './site.ts'

const PORT = 3197
const SECRET = 'a secret of the bench, long enough'
const SMALL = Number(process.env.BACKUP_PHOTOS ?? 70_000)
/** Files of zeros only, which take no space on disk. */
const LARGE = [9, 10, 11, 12].map((tenth) => tenth * 2 ** 27)
const MB = 1024 * 1024
const run = promisify(execFile)

interface Row {
  measured: string
  value: string
  target: string
}

/** Exports everything into one archive of more than 4 GiB and 65,535 files, and imports it. */
export async function benchBackup(): Promise<Row[]> {
  const site = await startBenchSite(PORT, { DEMO: '0', SECRET })
  const folder = mkdtempSync(join(tmpdir(), 'bench-backup-'))
  try {
    await fill(site.dataDir)
    const archive = join(folder, 'everything.zip')
    const exported = await measure('export', site.dataDir, archive)
    const imported = await measure('import', join(folder, 'to'), archive)
    const size = `${(statSync(archive).size / 2 ** 30).toFixed(1)} GiB, ${SMALL + LARGE.length} photos`
    return [
      { measured: `export of ${size}`, value: seconds(exported.ms), target: '' },
      { measured: 'memory above idle', value: megabytes(exported.memory), target: '< 100 MB' },
      { measured: 'import of it, without inspecting photos', value: seconds(imported.ms), target: '' },
      { measured: 'memory above idle', value: megabytes(imported.memory), target: '< 100 MB' },
    ]
  } finally {
    await site.stop()
    rmSync(folder, { recursive: true, force: true })
  }
}

const seconds = (ms: number) => `${(ms / 1000).toFixed(0)} s`
const megabytes = (bytes: number) => `${Math.round(bytes / MB)} MB`

async function measure(what: 'export' | 'import', folder: string, archive: string) {
  const program = join(import.meta.dirname, 'backup-program.ts')
  const { stdout } = await run(process.execPath, [program, what, folder, archive], {
    env: { ...process.env, SECRET },
  })
  return JSON.parse(stdout) as { ms: number; memory: number }
}

async function fill(dataDir: string): Promise<void> {
  const [{ openDatabase }, { makeGallery, makeGalleryItem, makePhoto }, { originalKey }] = await Promise.all([
    import('~/platform/db/database.server'),
    import('../test/support/factories.ts'),
    import('~/domains/photos/stored-files'),
  ])
  const db = openDatabase({ databaseUrl: undefined, dataDir })
  const place = (sha256: string) => {
    const file = join(dataDir, 'photos', originalKey({ sha256, format: 'jpeg' }))
    mkdirSync(dirname(file), { recursive: true })
    return file
  }
  await db.transaction().execute(async (tx) => {
    const gallery = await makeGallery(tx, { kind: 'client', category: 'Bench' })
    const add = async (sha256: string, bytes: number, name: string) => {
      const photo = await makePhoto(tx, { sha256, bytes, media_hash: sha256.slice(0, 20), slug: name })
      await makeGalleryItem(tx, { gallery_id: gallery.id, photo_id: photo.id, file_name: `${name}.jpg` })
    }
    for (let i = 0; i < SMALL; i++) {
      const content = `photo ${i}`
      const sha256 = createHash('sha256').update(content).digest('hex')
      writeFileSync(place(sha256), content)
      await add(sha256, content.length, `small-${i}`)
    }
    for (const bytes of LARGE) {
      const sha256 = hashOfZeros(bytes)
      const file = place(sha256)
      writeFileSync(file, '')
      truncateSync(file, bytes)
      await add(sha256, bytes, `large-${bytes}`)
    }
  })
  await db.destroy()
}

function hashOfZeros(bytes: number): string {
  const zeros = Buffer.alloc(MB)
  const hash = createHash('sha256')
  for (let done = 0; done < bytes; done += MB) hash.update(zeros)
  return hash.digest('hex')
}
