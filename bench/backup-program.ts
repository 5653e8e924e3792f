import './app-modules.ts'
import { stat } from 'node:fs/promises'
import { join } from 'node:path'
import type { Imaging } from '~/platform/imaging/imaging.server'

/** `node backup-program.ts export|import FOLDER ARCHIVE`: runs it and prints its time and memory as JSON. */
const [what, folder = '', file = ''] = process.argv.slice(2)
const [{ openDatabase }, { migrate }, { folderStorage }, { systemClock }] = await Promise.all([
  import('~/platform/db/database.server'),
  import('~/platform/db/migrate.server'),
  import('~/platform/storage/folder-storage.server'),
  import('~/platform/clock'),
])
const { exportToFile } = await import('~/domains/backup/archive-file.server')
const { importEverything } = await import('~/domains/backup/import.server')

const config = { databaseUrl: undefined, dataDir: folder, secret: process.env.SECRET ?? '' }
const db = openDatabase(config)
await migrate(db)
const storage = folderStorage(join(folder, 'photos'))
const before = process.memoryUsage().rss
const start = performance.now()
if (what === 'export') await exportToFile({ storage, clock: systemClock, config }, { file })
else {
  const asked = { file, isRehearsal: false, withoutSecrets: false }
  const done = await importEverything(
    { db, storage, clock: systemClock, config, imaging: acceptAnything() },
    asked,
  )
  if (!done.ok) throw new Error(JSON.stringify(done))
}
const ms = performance.now() - start
await db.destroy()
console.log(JSON.stringify({ ms, memory: process.resourceUsage().maxRSS * 1024 - before }))

/** Accepts every file without decoding it, since the files aren't photos and decoding is measured elsewhere. */
function acceptAnything(): Imaging {
  const inspect: Imaging['inspect'] = async (path) => ({
    ok: true,
    photo: {
      ...{ format: 'jpeg', bytes: (await stat(path)).size, width: 3000, height: 2000 },
      ...{ tone: '#000000', placeholder: '', hadGps: false, profile: null },
      ...{ camera: null, lens: null, exposure: null, capturedAt: null, title: null, description: null },
      ...{ creator: null, copyright: null },
    },
  })
  return { size: 2, inspect } as Partial<Imaging> as Imaging
}
