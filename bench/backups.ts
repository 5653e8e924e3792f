import './app-modules.ts'
import { spawn, spawnSync } from 'node:child_process'
import { createHash, randomFillSync } from 'node:crypto'
import { once } from 'node:events'
import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { endProgram, launchProgram } from '../test/support/program.ts'
import { ownTime } from './processor-time.ts'
import { root } from './site.ts'

const PHOTOS = Number(process.env.BACKUP_PHOTOS ?? 10_000)
const NEW_PHOTOS = 50
const BYTES = Number(process.env.BACKUP_BYTES ?? 300 * 1024)
const SECRET = 'a secret of the bench, long enough'
/** A restore looks at the first bytes of each photo. */
const JPEG = Buffer.from([0xff, 0xd8, 0xff, 0xe0])

/**
 * Backs up many photos, then again with a few new ones, and restores them into an empty installation, by the built
 * program's commands. The copying speed of the disk is that of `cp` with the same files and `sync`, before and after.
 */
export async function benchBackups(): Promise<object[]> {
  const folder = mkdtempSync(join(tmpdir(), 'bench-backups-'))
  const [from, to] = [join(folder, 'from'), join(folder, 'to')]
  const env = { BACKUP_DIR: join(folder, 'backups'), SECRET, DEMO: '0' }
  try {
    await endProgram((await launchProgram(from, env)).program)
    await addPhotos(from, PHOTOS)
    const copying = [copy(folder)]
    const first = await run(['backup', 'create'], { ...env, DATA_DIR: from })
    await addPhotos(from, NEW_PHOTOS)
    const second = await run(['backup', 'create'], { ...env, DATA_DIR: from })
    readFromDisk(env.BACKUP_DIR)
    const restored = await run(['restore', 'latest'], { ...env, DATA_DIR: to })
    copying.push(copy(folder))
    const speed = ((PHOTOS + NEW_PHOTOS) * BYTES) / restored.ms
    const limit = Math.max(...copying.map(({ ms, bytes }) => bytes / ms))
    return [
      rowOf(`first backup, ${PHOTOS} photos`, first),
      rowOf(`second backup, ${NEW_PHOTOS} new photos (< 60 s)`, second),
      rowOf('restore', restored),
      ...copying.map(({ ms, bytes }, at) => ({
        measured: `cp and sync of the photos, ${at === 0 ? 'before' : 'after'}`,
        elapsed: seconds(ms),
        said: megabytes(bytes / ms),
      })),
      { measured: 'restore / cp (≥ 0.5)', said: `${(speed / limit).toFixed(2)}, ${megabytes(speed)}` },
    ]
  } finally {
    rmSync(folder, { recursive: true, force: true })
  }
}

const seconds = (ms: number) => `${(ms / 1_000).toFixed(1)} s`
const megabytes = (perMs: number) => `${((perMs * 1_000) / 1e6).toFixed(0)} MB/s`

interface Ran {
  ms: number
  /** CPU time in milliseconds, with threads. */
  cpu: number
  /** Bytes that it read from files. */
  read: number
  /** Its last line. */
  said: string
}

const rowOf = (measured: string, { ms, cpu, read, said }: Ran) => ({
  ...{ measured, elapsed: seconds(ms), 'CPU time': seconds(cpu) },
  ...{ read: `${Math.round(read / 1e6)} MB`, said },
})

/** Runs a command of the built program. Linux only. */
async function run(args: string[], env: Record<string, string>): Promise<Ran> {
  const begun = performance.now()
  const program = spawn(process.execPath, [join(root, 'build/server/server.js'), ...args], {
    stdio: ['ignore', 'pipe', 'inherit'],
    env: { PATH: process.env.PATH, NODE_ENV: 'production', ...env },
  })
  let [said, read, cpu] = ['', 0, 0]
  program.stdout.on('data', (data) => {
    said += String(data)
  })
  const watch = setInterval(() => {
    cpu = ownTime(program.pid ?? 0) || cpu
    read = readBytes(program.pid ?? 0) || read
  }, 100)
  const [code] = await once(program, 'close')
  clearInterval(watch)
  if (code !== 0) throw new Error(`${args.join(' ')} ended with ${code}: ${said}`)
  const lines = said.split('\n').filter((line) => /Backup|Restored/.test(line))
  return { ms: performance.now() - begun, cpu, read, said: lines.join(' ').slice(0, 120) }
}

function readBytes(pid: number): number {
  try {
    return Number(/^rchar: (\d+)/m.exec(readFileSync(`/proc/${pid}/io`, 'utf8'))?.[1])
  } catch {
    // It has ended.
    return 0
  }
}

async function addPhotos(dataDir: string, count: number): Promise<void> {
  const [{ openDatabase }, { makePhoto }, { originalKey }] = await Promise.all([
    import('~/platform/db/database.server'),
    import('../test/support/factories.ts'),
    import('~/domains/photos/stored-files'),
  ])
  const db = openDatabase({ databaseUrl: undefined, dataDir })
  const content = Buffer.alloc(BYTES)
  JPEG.copy(content)
  await db.transaction().execute(async (tx) => {
    for (let n = 0; n < count; n++) {
      randomFillSync(content, JPEG.length)
      const sha256 = createHash('sha256').update(content).digest('hex')
      const file = join(dataDir, 'photos', originalKey({ sha256, format: 'jpeg' }))
      mkdirSync(dirname(file), { recursive: true })
      writeFileSync(file, content)
      await makePhoto(tx, {
        sha256,
        bytes: BYTES,
        media_hash: sha256.slice(0, 20),
        slug: sha256.slice(0, 30),
      })
    }
  })
  await db.destroy()
}

/** Drops the files of a folder from memory, so that the next program reads them from the disk. Linux only. */
function readFromDisk(folder: string): void {
  const drop = 'sync -f "$0" && find "$0" -type f -exec dd if={} iflag=nocache count=0 status=none \\;'
  if (spawnSync('sh', ['-c', drop, folder]).status !== 0)
    throw new Error('The files could not be dropped from memory.')
}

/** What the disk can do with these files. */
function copy(folder: string): { ms: number; bytes: number } {
  const [from, to] = [join(folder, 'from', 'photos'), join(folder, 'copy')]
  readFromDisk(from)
  const begun = performance.now()
  const { status } = spawnSync('sh', ['-c', 'cp -r "$0" "$1" && sync -f "$1"', from, to])
  const ms = performance.now() - begun
  if (status !== 0) throw new Error('The photos could not be copied.')
  const { stdout } = spawnSync('du', ['--summarize', '--bytes', join(to, 'originals')])
  rmSync(to, { recursive: true, force: true })
  return { ms, bytes: Number.parseInt(stdout.toString(), 10) }
}

if (import.meta.main) console.table(await benchBackups())
