import { constants, cp, mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { inject } from 'vitest'
import { endProgram, launchProgram } from './program'

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
   * in the background); `photos`, with a file for every rendition; `nothing`, a new folder.
   */
  content?: 'texts' | 'photos' | 'nothing'
  /** Another data folder than one of its own; it stays when the site stops. */
  dataDir?: string
}

/** Starts the built program on a free port, with a data folder of its own that goes when it stops. */
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

/** Fills a data folder as a first start would have done, some time ago. */
export async function copyInstallation(content: 'texts' | 'photos', dataDir: string): Promise<void> {
  const prepared = inject('installations')[content]
  await cp(prepared, dataDir, { recursive: true, mode: constants.COPYFILE_FICLONE })
}
