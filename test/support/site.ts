import { type ChildProcess, spawn } from 'node:child_process'
import { createHash } from 'node:crypto'
import { constants, cp, mkdir, mkdtemp, readdir, rename, rm, stat } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { setTimeout as sleep } from 'node:timers/promises'

const root = resolve(import.meta.dirname, '../..')
const PROGRAM = join(root, 'build/server/server.js')

export interface Site {
  /** Without a slash at its end. */
  url: string
  dataDir: string
  /** Of its PostgreSQL; SQLite in its data folder when undefined. */
  databaseUrl: string | undefined
  pid: number
  /** What it has printed so far, on both outputs. */
  output(): string
  /** Ends it as an operator does. @returns its exit code */
  stop(): Promise<number | null>
}

export interface SiteOptions {
  env?: Record<string, string>
  /**
   * What the installation holds: `texts`, the demo content whose photos have thumbnails alone (quick to start, no work
   * in the background); `photos`, with every rendition (made once, which takes minutes); `nothing`, a new folder.
   */
  content?: 'texts' | 'photos' | 'nothing'
  /** Another data folder than one of its own; it stays when the site stops. */
  dataDir?: string
}

/** Starts the built program on a free port, with a data folder of its own that goes when it stops. */
export async function startSite(options: SiteOptions = {}): Promise<Site> {
  const { env = {}, content = 'texts' } = options
  const dataDir = options.dataDir ?? (await freshDataDir(content))
  const { program, url, output } = await launch(dataDir, env)
  return {
    url,
    dataDir,
    databaseUrl: env.DATABASE_URL,
    pid: program.pid ?? 0,
    output,
    stop: async () => {
      const code = await end(program)
      if (!options.dataDir) await rm(dataDir, { recursive: true, force: true })
      return code
    },
  }
}

async function freshDataDir(content: 'texts' | 'photos' | 'nothing'): Promise<string> {
  const dataDir = await mkdtemp(join(tmpdir(), 'studio-site-'))
  if (content !== 'nothing')
    await cp(await preparedInstallation(content), dataDir, {
      recursive: true,
      mode: constants.COPYFILE_FICLONE,
    })
  return dataDir
}

/** Starts the program and waits until it says where it is. */
async function launch(dataDir: string, env: Record<string, string>) {
  const program = spawn(process.execPath, ['--enable-source-maps', PROGRAM, 'serve'], {
    cwd: root,
    env: {
      PATH: process.env.PATH,
      NODE_ENV: 'production',
      PORT: '0',
      DATA_DIR: dataDir,
      LOG_LEVEL: 'warn',
      ...env,
    },
  })
  let printed = ''
  const url = await new Promise<string>((found, fail) => {
    const read = (chunk: Buffer) => {
      printed += chunk.toString()
      const address = /^The site is open at (\S+)$/m.exec(printed)?.[1]
      if (address) found(address.replace('localhost', '127.0.0.1'))
    }
    program.stdout.on('data', read)
    program.stderr.on('data', read)
    program.once('exit', (code) => fail(new Error(`The program ended with ${code}:\n${printed}`)))
  })
  return { program, url, output: () => printed }
}

async function end(program: ChildProcess): Promise<number | null> {
  if (program.exitCode !== null) return program.exitCode
  const ended = new Promise<number | null>((done) => program.once('exit', done))
  program.kill('SIGTERM')
  return ended
}

/** A data folder with the demo content, made once for each state of `content/` and of the build. */
async function preparedInstallation(kind: 'texts' | 'photos'): Promise<string> {
  const folder = join(root, 'build/test-data', `${await fingerprint(join(root, 'content'))}-${kind}`)
  if (await stat(folder).catch(() => undefined)) return folder
  await mkdir(join(root, 'build/test-data'), { recursive: true })
  const draft = await mkdtemp(join(root, 'build/test-data', 'draft-'))
  const { program } = await launch(draft, {})
  if (kind === 'photos') await jobsAreDone(draft)
  await end(program)
  if (kind === 'texts') forgetJobs(draft)
  // Another test file may have been faster; its folder is as good.
  await rename(draft, folder).catch(() => rm(draft, { recursive: true, force: true }))
  return folder
}

async function jobsAreDone(dataDir: string): Promise<void> {
  const database = new DatabaseSync(join(dataDir, 'studio.sqlite'), { readOnly: true })
  try {
    const waiting = database.prepare(
      "select count(*) as n from jobs where failed_at is null and kind like 'make-%'",
    )
    while (Number(waiting.get()?.n) > 0) await sleep(500)
  } finally {
    database.close()
  }
}

function forgetJobs(dataDir: string): void {
  const database = new DatabaseSync(join(dataDir, 'studio.sqlite'))
  database.exec('delete from jobs')
  database.close()
}

async function fingerprint(folder: string): Promise<string> {
  const hash = createHash('sha256')
  const entries = await readdir(folder, { recursive: true, withFileTypes: true })
  for (const entry of entries.filter((each) => each.isFile())) {
    const path = join(entry.parentPath, entry.name)
    const { size, mtimeMs } = await stat(path)
    hash.update(`${path} ${size} ${mtimeMs}\n`)
  }
  return hash.digest('hex').slice(0, 16)
}
