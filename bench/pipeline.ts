import './app-modules.ts'
import { execFile, execFileSync } from 'node:child_process'
import { mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises'
import { availableParallelism, constants, setPriority, tmpdir } from 'node:os'
import { join } from 'node:path'
import { promisify } from 'node:util'
import sharp from 'sharp'
import { AVIF_OPTIONS, JPEG_OPTIONS } from '../app/platform/imaging/recipe.ts'
import { renderPhoto as renderInProcess } from '../app/platform/imaging/render-photo.ts'

const PHOTOS = 6
const ROUNDS = 3
const MEMORY_PHOTOS = 500
const CORES = availableParallelism()
const SOURCES = join(import.meta.dirname, '../content/photos')

export interface PipelineRow {
  measured: string
  value: string
  target: string
}

/**
 * The whole photo pipeline (checksum, inspection, original, rows, jobs, renditions, all written to disk)
 * against sharp alone in one process, with as many photos at once as there are cores. Runs alternate, and the
 * result is the median of the rounds' ratios. Then memory over many photos.
 */
export async function benchPipeline(): Promise<PipelineRow[]> {
  // The priority of photo workers, so that other load on the machine affects both sides equally.
  setPriority(constants.priority.PRIORITY_BELOW_NORMAL)
  const names = (await readdir(SOURCES)).filter((name) => name.endsWith('.jpg')).toSorted()
  const files = names.slice(0, PHOTOS).map((name) => join(SOURCES, name))
  const rounds: { ours: number; plain: number; best: number }[] = []
  for (let round = 0; round < ROUNDS; round++)
    rounds.push({
      plain: await timed(() => plainSharp(files)),
      ours: await timed(() => pipeline(files)),
      best: await timed(() => bestSharp(files)),
    })
  const seconds = (pick: (round: (typeof rounds)[number]) => number) =>
    `${(median(rounds.map(pick)) / 1000).toFixed(2)} s`
  const ratio = (pick: (round: (typeof rounds)[number]) => number) => median(rounds.map(pick)).toFixed(2)
  const memory = await memoryOverManyPhotos()
  return [
    { measured: `${PHOTOS} photos through the pipeline`, value: seconds((r) => r.ours), target: '' },
    { measured: 'sharp alone, one pipeline with clones a photo', value: seconds((r) => r.plain), target: '' },
    { measured: 'sharp alone, decoded once a photo', value: seconds((r) => r.best), target: '' },
    { measured: 'pipeline / sharp with clones', value: ratio((r) => r.ours / r.plain), target: '≤ 1.25' },
    { measured: 'pipeline / sharp decoding once', value: ratio((r) => r.ours / r.best), target: '≤ 1.25' },
    { measured: `memory, first 100 of ${MEMORY_PHOTOS} photos`, value: megabytes(memory.first), target: '' },
    {
      measured: `memory, last 100 of ${MEMORY_PHOTOS} photos`,
      value: megabytes(memory.last),
      target: 'flat',
    },
    { measured: 'memory, most', value: megabytes(memory.most), target: '' },
  ]
}

/** Makes several sizes of one image the way sharp's documentation does. */
async function plainSharp(files: string[]): Promise<void> {
  const { renditionWidths } = await import('~/domains/photos/model')
  await inTemporaryFolder(async (folder) => {
    await eachAtOnce(files, CORES, async (file, i) => {
      const source = sharp(file).autoOrient()
      const { autoOrient } = await sharp(file).metadata()
      await Promise.all(
        renditionWidths(autoOrient.width).flatMap((width) => {
          const resized = source.clone().resize({ width, withoutEnlargement: true }).withIccProfile('srgb')
          return [
            resized
              .clone()
              .avif(AVIF_OPTIONS)
              .toFile(join(folder, `${i}-${width}.avif`)),
            resized
              .clone()
              .jpeg(JPEG_OPTIONS)
              .toFile(join(folder, `${i}-${width}.jpg`)),
          ]
        }),
      )
    })
  })
}

/** The same sharp calls as the pipeline's workers, without anything around them. */
export async function bestSharp(files: string[]): Promise<void> {
  const { renditionWidths } = await import('~/domains/photos/model')
  await inTemporaryFolder(async (folder) => {
    await eachAtOnce(files, CORES, async (file, i) => {
      const { autoOrient } = await sharp(file).metadata()
      const credit = { creator: 'A Photographer', copyright: '© A Photographer' }
      const rendered = await renderInProcess(file, renditionWidths(autoOrient.width), credit)
      if (!rendered.ok) throw new Error(rendered.sentence)
      for (const { width, format, data } of rendered.renditions)
        await writeFile(join(folder, `${i}-${width}.${format}`), data)
    })
  })
}

async function pipeline(files: string[], afterEach?: (pids: number[]) => void): Promise<void> {
  const [{ importPhoto }, { photoJobs }, { createImaging }, { openDatabase }, { migrate }] =
    await Promise.all([
      import('~/domains/photos/operations.server'),
      import('~/domains/photos/jobs.server'),
      import('~/platform/imaging/imaging.server'),
      import('~/platform/db/database.server'),
      import('~/platform/db/migrate.server'),
    ])
  const [{ startWorker }, { createLogger }, { folderStorage }, { systemClock }] = await Promise.all([
    import('~/platform/jobs/worker.server'),
    import('~/platform/logging.server'),
    import('~/platform/storage/folder-storage.server'),
    import('~/platform/clock'),
  ])
  await inTemporaryFolder(async (folder) => {
    const db = openDatabase({ databaseUrl: undefined, dataDir: folder })
    await migrate(db)
    const log = createLogger('error')
    const imaging = createImaging({ log, size: CORES })
    const deps = { db, log, imaging, clock: systemClock, storage: folderStorage(join(folder, 'photos')) }
    const worker = startWorker({ ...deps, handlers: photoJobs(deps), concurrency: imaging.size })
    await eachAtOnce(files, CORES, async (file, rank) => {
      const imported = await importPhoto(deps, { file, name: file, rank })
      if (!imported.ok) throw new Error(`${file}: ${imported.sentence}`)
      if (afterEach) await jobsDone(() => db.selectFrom('jobs').select('id').execute())
      afterEach?.(imaging.workerPids())
    })
    await jobsDone(() => db.selectFrom('jobs').select('id').execute())
    await worker.stop()
    imaging.close()
    await db.destroy()
  })
}

async function jobsDone(waiting: () => Promise<unknown[]>): Promise<void> {
  while ((await waiting()).length > 0) await new Promise((resolve) => setTimeout(resolve, 10))
}

interface Memory {
  first: number
  last: number
  most: number
}

/** In a separate process, so that earlier measurements don't count. */
async function memoryOverManyPhotos(): Promise<Memory> {
  return await inTemporaryFolder(async (folder) => {
    for (let i = 0; i < MEMORY_PHOTOS; i++) await writeVariation(folder, i)
    const run = promisify(execFile)(process.execPath, [import.meta.filename, 'memory', folder])
    return JSON.parse((await run).stdout) as Memory
  })
}

/** Resident memory in bytes of this process and its photo workers, after each photo of a folder. */
async function measureMemory(folder: string): Promise<Memory> {
  const files = (await readdir(folder)).map((name) => join(folder, name))
  const samples: number[] = []
  await pipeline(files, (pids) => samples.push(residentBytes([process.pid, ...pids])))
  return {
    first: median(samples.slice(0, 100)),
    last: median(samples.slice(-100)),
    most: Math.max(...samples),
  }
}

/** A demo photo, shrunk, rotated and tinted so that no two are alike. */
async function writeVariation(folder: string, i: number): Promise<string> {
  const names = (await readdir(SOURCES)).filter((name) => name.endsWith('.jpg'))
  const source = await readFile(join(SOURCES, names[i % names.length] ?? ''))
  const file = join(folder, `${i}.jpg`)
  await sharp(source)
    .resize(500 + ((i * 37) % 300))
    .modulate({ hue: i % 360, brightness: 1 + (i % 7) / 40 })
    .jpeg({ quality: 85 })
    .toFile(file)
  return file
}

function residentBytes(pids: number[]): number {
  const kilobytes = execFileSync('ps', ['-o', 'rss=', '-p', pids.join(',')], { encoding: 'utf8' })
  return kilobytes.split('\n').reduce((sum, line) => sum + Number(line.trim() || 0) * 1024, 0)
}

export async function eachAtOnce<T>(
  items: T[],
  atOnce: number,
  work: (item: T, i: number) => Promise<void>,
): Promise<void> {
  let next = 0
  const worker = async () => {
    for (let i = next++; i < items.length; i = next++) await work(items[i] as T, i)
  }
  await Promise.all(Array.from({ length: atOnce }, worker))
}

async function inTemporaryFolder<T>(use: (folder: string) => Promise<T>): Promise<T> {
  const folder = await mkdtemp(join(tmpdir(), 'bench-pipeline-'))
  try {
    return await use(folder)
  } finally {
    await rm(folder, { recursive: true, force: true })
  }
}

async function timed(work: () => Promise<void>): Promise<number> {
  const started = performance.now()
  await work()
  return performance.now() - started
}

export function median(values: number[]): number {
  const sorted = values.toSorted((a, b) => a - b)
  const middle = sorted.length / 2
  return ((sorted[Math.floor(middle)] ?? 0) + (sorted[Math.ceil(middle) - 1] ?? 0)) / 2
}

const megabytes = (bytes: number) => `${(bytes / 1024 / 1024).toFixed(0)} MB`

if (import.meta.main) {
  const [part, folder] = process.argv.slice(2)
  if (part === 'memory' && folder) console.log(JSON.stringify(await measureMemory(folder)))
  else console.table(await benchPipeline())
}
