import { readFileSync } from 'node:fs'
import { constants, cp, mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { inject } from 'vitest'
import { endProgram, launchProgram } from './program'

export interface Site {
  /** Without a trailing slash. */
  url: string
  dataDir: string
  /** URL of its PostgreSQL database; undefined: SQLite in its data folder. */
  databaseUrl: string | undefined
  pid: number
  /** Everything printed so far, to both outputs. */
  output(): string
  /** Stops it with SIGTERM. @returns its exit code */
  stop(): Promise<number | null>
}

/** The secret in its data folder. */
export const secretOf = ({ dataDir }: Site): string => readFileSync(join(dataDir, 'secret'), 'utf8').trim()

export interface SiteOptions {
  env?: Record<string, string>
  /**
   * Initial content. `texts`: the demo content with thumbnails only, which starts quickly and has no background
   * work. `photos`: with a file for every rendition. `nothing`: a new folder.
   */
  content?: 'texts' | 'photos' | 'nothing'
  /** A data folder that stays when the site stops, instead of a temporary one. */
  dataDir?: string
}

/** Starts the built program on a free port, with a temporary data folder by default. */
export async function startSite(options: SiteOptions = {}): Promise<Site> {
  const { env = {}, content = 'texts' } = options
  const dataDir = options.dataDir ?? (await freshDataDir(content))
  const { program, url, output } = await launchProgram(dataDir, env)
  return {
    url,
    dataDir,
    databaseUrl: env.DATABASE_URL,
    pid: program.pid ?? 0,
    output,
    stop: async () => {
      const code = await endProgram(program)
      if (!options.dataDir) await rm(dataDir, { recursive: true, force: true })
      return code
    },
  }
}

async function freshDataDir(content: 'texts' | 'photos' | 'nothing'): Promise<string> {
  const dataDir = await mkdtemp(join(tmpdir(), 'studio-site-'))
  if (content !== 'nothing') await copyInstallation(content, dataDir)
  return dataDir
}

/** Fills a data folder as an earlier first start would have. */
export async function copyInstallation(content: 'texts' | 'photos', dataDir: string): Promise<void> {
  const prepared = inject('installations')[content]
  await cp(prepared, dataDir, { recursive: true, mode: constants.COPYFILE_FICLONE })
}
