import { type ChildProcessByStdio, execFile, spawn } from 'node:child_process'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import type { Readable } from 'node:stream'
import { setTimeout as sleep } from 'node:timers/promises'
import { promisify } from 'node:util'

export const root = resolve(import.meta.dirname, '..')

export interface BenchSite {
  url: string
  pid: number
  dataDir: string
  /** Milliseconds from its start until it was open. */
  readyMs: number
  /** @param keepsFolder leaves the data folder to the caller */
  stop(keepsFolder?: boolean): Promise<void>
}

interface Options {
  /** Root folder of the repository. */
  from?: string
  /** An existing installation; default: a new one with the demo content. */
  dataDir?: string
}

/** The built server, started as `npm start` does (without npm), with all renditions finished. */
export async function startBenchSite(
  port: number,
  env: Record<string, string> = {},
  { from = root, dataDir = mkdtempSync(join(tmpdir(), 'bench-')) }: Options = {},
): Promise<BenchSite> {
  const started = performance.now()
  const program = spawn(process.execPath, [join(from, 'scripts/start.mjs')], {
    cwd: from,
    stdio: ['ignore', 'pipe', 'inherit'],
    env: { ...process.env, LOG_LEVEL: 'silent', PORT: String(port), DATA_DIR: dataDir, ...env },
  })
  await untilOpen(program)
  const readyMs = performance.now() - started
  await until(async () => pendingJobs(dataDir) === 0)
  return {
    url: `http://127.0.0.1:${port}`,
    pid: program.pid ?? 0,
    dataDir,
    readyMs,
    stop: async (keepsFolder = false) => {
      const ended = new Promise((done) => program.once('exit', done))
      program.kill('SIGTERM')
      await ended
      if (!keepsFolder) rmSync(dataDir, { recursive: true, force: true })
    },
  }
}

function untilOpen({ stdout }: ChildProcessByStdio<null, Readable, null>): Promise<void> {
  let printed = ''
  return new Promise((done, fail) => {
    stdout.on('data', (text) => {
      printed = (printed + text).slice(-1_000)
      if (printed.includes('is open at')) done()
    })
    stdout.on('end', () => fail(new Error(`The site did not start: ${printed}`)))
  })
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

export async function until(holds: () => Promise<boolean>): Promise<void> {
  for (let tries = 0; tries < 600; tries++) {
    if (await holds().catch(() => false)) return
    await sleep(500)
  }
  throw new Error('The site did not become ready within five minutes.')
}

const pendingJobs = (dataDir: string): number => countJobs(dataDir, "kind like 'make-%'")

/** Number of jobs that are due or running. */
export const dueJobs = (dataDir: string): number => countJobs(dataDir, `run_at <= ${Date.now()}`)

function countJobs(dataDir: string, which: string): number {
  const database = new DatabaseSync(join(dataDir, 'studio.sqlite'), { readOnly: true })
  const row = database
    .prepare(`select count(*) as count from jobs where failed_at is null and ${which}`)
    .get()
  database.close()
  return Number(row?.count)
}
