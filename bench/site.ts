import { spawn } from 'node:child_process'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { setTimeout as sleep } from 'node:timers/promises'

export const root = resolve(import.meta.dirname, '..')

export interface BenchSite {
  url: string
  pid: number
  dataDir: string
  stop(): Promise<void>
}

/** The built program with the demo content in a fresh folder, its renditions finished. */
export async function startBenchSite(port: number, env: Record<string, string> = {}): Promise<BenchSite> {
  const dataDir = mkdtempSync(join(tmpdir(), 'bench-'))
  const program = spawn(process.execPath, [join(root, 'build/server/server.js'), 'serve'], {
    cwd: root,
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
    stop: async () => {
      const ended = new Promise((done) => program.once('exit', done))
      program.kill('SIGTERM')
      await ended
      rmSync(dataDir, { recursive: true, force: true })
    },
  }
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
  const row = database.prepare('select count(*) as pending from jobs where failed_at is null').get()
  database.close()
  return Number(row?.pending)
}
