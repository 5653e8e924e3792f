import { chmod, cp, mkdir, mkdtemp, readdir, rm, stat, utimes, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { sql } from 'kysely'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { FILE_KINDS } from '~/domains/files/collection.server'
import { openDatabase } from '~/platform/db/database.server'
import { type OwnPostgres, startPostgres } from '../support/own-postgres'
import { scene } from '../support/pictures'
import { runProgram } from '../support/program'
import { type Site, startSite } from '../support/site'
import { inDatabaseOf } from '../support/site-database'

const PHOTOS = 3
let folder: string
let pictures: string
let postgres: OwnPostgres
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'data-folder-'))
  await chmod(folder, 0o711)
  postgres = await startPostgres(join(folder, 'postgres'))
  pictures = join(folder, 'pictures')
  await mkdir(pictures)
  for (let n = 0; n < PHOTOS; n++)
    await writeFile(
      join(pictures, `${n}.jpg`),
      await scene(300, 200, n * 40)
        .jpeg()
        .toBuffer(),
    )
})
afterAll(async () => {
  await postgres?.stop()
  await rm(folder, { recursive: true, force: true })
})

async function filesIn(path: string): Promise<string[]> {
  const entries = await readdir(path, { recursive: true, withFileTypes: true }).catch(() => [])
  return entries
    .filter((entry) => entry.isFile())
    .map((entry) => join(entry.parentPath, entry.name).slice(path.length + 1))
    .toSorted()
}

describe('the data folder', () => {
  it('is private to its user, whether it existed before or not', async () => {
    const dataDir = join(folder, 'open')
    await mkdir(join(dataDir, 'mail'), { recursive: true })
    await writeFile(join(dataDir, 'mail', 'old.eml'), 'Subject: private')
    for (const path of ['', 'mail']) await chmod(join(dataDir, path), 0o755)
    const site = await startSite({ dataDir, env: { DEMO: '0' } })
    const contact = { name: 'Ann Lee', email: 'ann@example.com', subject: 'Hello', message: 'Hello there' }
    await fetch(`${site.url}/contact`, { method: 'POST', body: new URLSearchParams(contact) })
    await site.stop()
    const paths = ['', ...(await readdir(dataDir, { recursive: true }))].map((path) => join(dataDir, path))
    const open = []
    for (const path of paths) {
      const found = await stat(path)
      const mode = found.mode & 0o777
      if (mode !== (found.isDirectory() ? 0o700 : 0o600)) open.push(`${path} ${mode.toString(8)}`)
    }
    expect(open).toEqual([])
    expect(paths.length).toBeGreaterThan(5)
  })
})

describe.each(['sqlite', 'postgres'] as const)('a data folder that meets another database (%s)', (engine) => {
  let dataDir: string
  let env: Record<string, string>
  let count = 0
  let made: string
  const databaseAt = async (name: string, template?: string): Promise<Record<string, string>> => {
    if (engine === 'sqlite') return {}
    const server = openDatabase({ databaseUrl: `${postgres.url}/postgres`, dataDir: folder })
    const copied = template ? sql` template ${sql.id(template)}` : sql``
    await sql`create database ${sql.id(name)}${copied}`.execute(server)
    await server.destroy()
    return { DATABASE_URL: `${postgres.url}/${name}` }
  }
  const originals = () => filesIn(join(dataDir, 'photos/originals'))
  const quarantined = () => filesIn(join(dataDir, 'photos/quarantine'))
  const start = () => startSite({ dataDir, env })
  const refusal = async () => {
    const { code, err } = await runProgram(['serve'], { DATA_DIR: dataDir, PORT: '0', ...env })
    expect(code).toBe(1)
    expect(err).not.toMatch(/^\s+at /m)
    return err
  }

  // Each test gets a copy of an installation with photos that were imported three days ago.
  beforeAll(async () => {
    made = dataDir = join(folder, `made-${engine}`)
    env = { DEMO: '0', ...(await databaseAt('made')) }
    const site = await start()
    await site.stop()
    const imported = await runProgram(['import', 'photos', pictures, '--gallery', 'wedding'], {
      DATA_DIR: dataDir,
      ...env,
    })
    expect(imported).toMatchObject({ code: 0 })
    expect(await originals()).toHaveLength(PHOTOS)
    const before = Date.now() / 1_000 - 3 * 86_400
    for (const name of await originals()) {
      const path = join(dataDir, 'photos/originals', name)
      await utimes(path, before, before)
    }
  })
  beforeEach(async () => {
    dataDir = join(folder, `data-${engine}-${++count}`)
    await cp(made, dataDir, { recursive: true, preserveTimestamps: true })
    env = { DEMO: '0', ...(await databaseAt(`first_${count}`, 'made')) }
  })

  /** Deletes the database, so that the site would create a new one. */
  async function loseDatabase(): Promise<void> {
    env = { DEMO: '0', ...(await databaseAt(`second_${count}`)) }
    for (const name of await readdir(dataDir))
      if (name.startsWith('studio.sqlite')) await rm(join(dataDir, name))
  }

  /** Waits for the first collection after the start. */
  const collected = (site: Site) =>
    expect
      .poll(() => inDatabaseOf(site, (db) => db.selectFrom('inventory_runs').select('prefix').execute()), {
        timeout: 60_000,
        interval: 100,
      })
      .toHaveLength(FILE_KINDS.length)

  it('stops the start with a sentence, changes no photo, and can be joined on request', async () => {
    const before = await originals()
    await loseDatabase()
    const sentence = await refusal()
    expect(sentence).toContain(`The data folder ${dataDir} belongs to an installation with another database`)
    expect(sentence).toContain('npm run cli -- installation join')
    expect(await originals()).toEqual(before)
    expect((await readdir(dataDir)).filter((name) => name.startsWith('studio'))).toEqual([])
    const command = await runProgram(['owner', 'invite', 'a@example.com'], { DATA_DIR: dataDir, ...env })
    expect([command.code, command.out]).toEqual([1, ''])
    expect(command.err).toContain('installation join')

    const help = await runProgram(['installation', 'join', '--help'], { DATA_DIR: dataDir, ...env })
    expect([help.code, help.err]).toEqual([0, ''])
    expect(help.out).toContain('quarantine')
    const joined = await runProgram(['installation', 'join'], { DATA_DIR: dataDir, ...env })
    expect(joined).toMatchObject({ code: 0, err: '' })
    expect(joined.out).toContain(`${PHOTOS} originals belong to no photo.`)
    const site = await start()
    await collected(site)
    await site.stop()
    expect(await originals()).toEqual([])
    expect((await quarantined()).map((name) => name.slice('YYYY-MM-DD/originals/'.length))).toEqual(before)
  })

  it('resumes when the database is back, with every photo', async () => {
    const kept = join(folder, `kept-${engine}-${count}`)
    const first = env
    await mkdir(kept)
    for (const name of await readdir(dataDir))
      if (name.startsWith('studio.sqlite')) await cp(join(dataDir, name), join(kept, name))
    await loseDatabase()
    await refusal()
    await cp(kept, dataDir, { recursive: true })
    env = first
    const site = await start()
    await collected(site)
    expect((await fetch(`${site.url}/gallery`)).status).toBe(200)
    await site.stop()
    expect(await originals()).toHaveLength(PHOTOS)
    expect(await quarantined()).toEqual([])
  })

  it('is not mistaken for a new, empty one', async () => {
    const lost = dataDir
    dataDir = join(folder, `empty-${engine}-${count}`)
    await mkdir(dataDir)
    for (const name of await readdir(lost))
      if (name.startsWith('studio.sqlite')) await cp(join(lost, name), join(dataDir, name))
    expect(await refusal()).toContain('belongs to an installation with another data folder')
    expect(await filesIn(join(dataDir, 'photos'))).toEqual([])
  })

  it('of an earlier version, without ids, works with its own database and refuses an empty one', async () => {
    const site = { databaseUrl: env.DATABASE_URL, dataDir } as Site
    await inDatabaseOf(site, (db) => db.deleteFrom('installation').execute())
    await rm(join(dataDir, 'photos/installation'))
    const first = env
    const kept = join(folder, `earlier-${engine}-${count}`)
    await cp(dataDir, kept, { recursive: true })
    await loseDatabase()
    expect(await refusal()).toContain('doesn’t know any of them')
    env = first
    if (engine === 'sqlite') dataDir = kept
    const again = await start()
    await again.stop()
    expect(await originals()).toHaveLength(PHOTOS)
    expect(await filesIn(join(dataDir, 'photos'))).toContain('installation')
  })
})

describe('several instances', () => {
  it('starting at the same time for the first time share one database and one folder', async () => {
    const dataDir = join(folder, 'shared')
    await postgres.createDatabase('shared')
    const env = { DEMO: '0', DATABASE_URL: `${postgres.url}/shared` }
    const sites = await Promise.all([1, 2, 3].map(() => startSite({ dataDir, env })))
    for (const site of sites) expect((await fetch(`${site.url}/readyz`)).status).toBe(200)
    const elsewhere = await runProgram(['serve'], { DATA_DIR: join(folder, 'elsewhere'), PORT: '0', ...env })
    expect(elsewhere.err).toContain('belongs to an installation with another data folder')
    for (const site of sites) await site.stop()
  })
})
