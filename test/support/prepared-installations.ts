import { cp, mkdir, mkdtemp, readdir, rename, rm, stat } from 'node:fs/promises'
import { join, resolve } from 'node:path'
import { pino } from 'pino'
import sharp from 'sharp'
import type { TestProject } from 'vitest/node'
import { downloadJobs } from '~/domains/galleries/jobs.server'
import { renderPhoto } from '~/domains/photos/renditions.server'
import { proofJobs } from '../../app/domains/galleries/jobs.server'
import { THUMBNAIL_WIDTH } from '../../app/domains/photos/model'
import { systemClock } from '../../app/platform/clock'
import { openDatabase } from '../../app/platform/db/database.server'
import { sha256 } from '../../app/platform/ids.server'
import { createImaging, type Imaging } from '../../app/platform/imaging/imaging.server'
import type { RunningJob } from '../../app/platform/jobs/handlers'
import { folderStorage } from '../../app/platform/storage/folder-storage.server'
import { endProgram, launchProgram } from './program'

const root = resolve(import.meta.dirname, '../..')

declare module 'vitest' {
  export interface ProvidedContext {
    /** Data folders with the demo content, to copy; see `SiteOptions`. */
    installations: { texts: string; photos: string }
  }
}

/** Prepares data folders for the sites of a test run, once for each build and each state of `content/`. */
export default async function setUp(project: TestProject): Promise<void> {
  const folder = join(root, 'build/test-data')
  const sources = await fingerprint(join(root, 'content'))
  const [texts, photos] = ['texts', 'photos'].map((kind) => join(folder, `${sources}-${kind}`)) as [
    string,
    string,
  ]
  await mkdir(folder, { recursive: true })
  await made(texts, async (draft) => {
    const { program } = await launchProgram(draft, {})
    await endProgram(program)
    await makeGalleryFiles(draft)
  })
  await made(photos, async (draft) => {
    await cp(texts, draft, { recursive: true })
    await makeRenditions(draft)
  })
  project.provide('installations', { texts, photos })
}

async function made(folder: string, make: (draft: string) => Promise<void>): Promise<void> {
  if (await stat(folder).catch(() => undefined)) return
  const draft = await mkdtemp(`${folder}-`)
  await make(draft)
  // Another run may have been faster. Its folder is the same.
  await rename(draft, folder).catch(() => rm(draft, { recursive: true, force: true }))
}

/**
 * Runs `work` with a data folder's dependencies. `small` replaces `imaging`, and makes every picture as small as
 * a thumbnail.
 */
async function inFolder(dataDir: string, work: (deps: Awaited<ReturnType<typeof open>>) => Promise<void>) {
  const deps = open(dataDir)
  try {
    await work(deps)
    await deps.db.deleteFrom('jobs').execute()
  } finally {
    deps.imaging.close()
    await deps.db.destroy()
  }
}

function open(dataDir: string) {
  const imaging = createImaging()
  return {
    db: openDatabase({ databaseUrl: undefined, dataDir }),
    storage: folderStorage(join(dataDir, 'photos')),
    config: { siteUrl: 'http://localhost' },
    clock: systemClock,
    log: pino({ level: 'silent' }),
    imaging,
    small: { ...imaging, render: renderSmall } satisfies Imaging,
  }
}

/**
 * Background work of a start, done in advance for the test sites. Downloads are real files. Proofs and
 * renditions take minutes to encode, so they are as small as thumbnails; their content has its own tests.
 */
const makeGalleryFiles = (dataDir: string) =>
  inFolder(dataDir, async (deps) => {
    const handlers = { ...downloadJobs(deps), ...proofJobs({ ...deps, imaging: deps.small }) }
    for (;;) {
      const asked = deps.db.selectFrom('jobs').selectAll().where('kind', 'in', Object.keys(handlers))
      const jobs = await asked.execute()
      if (jobs.length === 0) return
      await Promise.all(jobs.map(({ kind, payload }) => handlers[kind]?.run(JSON.parse(payload), RUNNING)))
      const ids = jobs.map(({ id }) => id)
      await deps.db.deleteFrom('jobs').where('id', 'in', ids).execute()
    }
  })

const RUNNING = { signal: new AbortController().signal } as RunningJob

const makeRenditions = (dataDir: string) =>
  inFolder(dataDir, async (deps) => {
    for (const { id } of await deps.db.selectFrom('photos').select('id').execute())
      await renderPhoto({ ...deps, imaging: deps.small }, { photoId: id })
  })

const renderSmall: Imaging['render'] = async (file, { widths }) => {
  const picture = sharp(file).autoOrient().resize({ width: THUMBNAIL_WIDTH })
  const { data: jpg, info } = await picture.jpeg().toBuffer({ resolveWithObject: true })
  const avif = await picture.avif({ effort: 0 }).toBuffer()
  const renditions = widths.flatMap((width) =>
    Object.entries({ avif, jpg }).map(([format, data]) => ({
      format: format as 'avif' | 'jpg',
      width,
      height: Math.round((info.height * width) / info.width),
      data,
      sha256: sha256(data),
    })),
  )
  return { ok: true, renditions }
}

/** Identifies the names, sizes and times of files. */
async function fingerprint(folder: string): Promise<string> {
  const files: string[] = []
  for (const entry of await readdir(folder, { recursive: true, withFileTypes: true })) {
    if (!entry.isFile()) continue
    const path = join(entry.parentPath, entry.name)
    const { size, mtimeMs } = await stat(path)
    files.push(`${path} ${size} ${mtimeMs}`)
  }
  return sha256(files.join('\n')).slice(0, 16)
}
