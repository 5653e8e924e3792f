import { execFile, spawn } from 'node:child_process'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { setTimeout as sleep } from 'node:timers/promises'
import { promisify } from 'node:util'

export const root = resolve(import.meta.dirname, '..')

export interface BenchSite {
  url: string
  pid: number
  dataDir: string
  /** @param keepsFolder leaves the data folder to the caller */
  stop(keepsFolder?: boolean): Promise<void>
}

/**
 * The built server with the demo content in a new folder, with all renditions finished.
 * @param from root folder of the repository
 */
export async function startBenchSite(
  port: number,
  env: Record<string, string> = {},
  from = root,
): Promise<BenchSite> {
  const dataDir = mkdtempSync(join(tmpdir(), 'bench-'))
  const program = spawn(process.execPath, [join(from, 'build/server/server.js'), 'serve'], {
    cwd: from,
    stdio: 'ignore',
    env: {
      ...process.env,
      NODE_ENV: 'production',
      LOG_LEVEL: 'silent',
      PORT: String(port),
      DATA_DIR: dataDir,
      ...env,
    },
  })
  const url = `http://127.0.0.1:${port}`
  await until(async () => (await fetch(`${url}/readyz`)).ok)
  await until(async () => pendingJobs(dataDir) === 0)
  return {
    url,
    pid: program.pid ?? 0,
    dataDir,
    stop: async (keepsFolder = false) => {
      const ended = new Promise((done) => program.once('exit', done))
      program.kill('SIGTERM')
      await ended
      if (!keepsFolder) rmSync(dataDir, { recursive: true, force: true })
    },
  }
}

async function command(site: BenchSite, ...words: string[]): Promise<string> {
  const env = { ...process.env, NODE_ENV: 'production', DATA_DIR: site.dataDir, SITE_URL: site.url }
  const args = [join(root, 'build/server/server.js'), ...words]
  return (await promisify(execFile)(process.execPath, args, { cwd: root, env })).stdout
}

/** @returns an address that signs in as the sample client once */
export const demoClientLink = async (site: BenchSite): Promise<string> =>
  (await command(site, 'demo', 'client')).trim()

/** @returns the Cookie header of a new owner */
export async function becomeOwner(site: BenchSite): Promise<string> {
  const stdout = await command(site, 'owner', 'invite', 'owner@example.com')
  const answer = await fetch(site.url + /\/owner\/[\w-]+/.exec(stdout)?.[0], {
    method: 'POST',
    body: new URLSearchParams({
      name: 'Dorian Ellis',
      email: 'owner@example.com',
      password: 'three quiet herons',
    }),
    redirect: 'manual',
  })
  const cookies = answer.headers.getSetCookie().map((cookie) => cookie.split(';', 1)[0])
  if (cookies.length === 0) throw new Error(`The owner’s link answered ${answer.status}.`)
  return cookies.join('; ')
}

async function until(holds: () => Promise<boolean>): Promise<void> {
  for (let tries = 0; tries < 600; tries++) {
    if (await holds().catch(() => false)) return
    await sleep(500)
  }
  throw new Error('The site did not become ready within five minutes.')
}

function pendingJobs(dataDir: string): number {
  const database = new DatabaseSync(join(dataDir, 'studio.sqlite'), { readOnly: true })
  const row = database
    .prepare("select count(*) as pending from jobs where failed_at is null and kind like 'make-%'")
    .get()
  database.close()
  return Number(row?.pending)
}
