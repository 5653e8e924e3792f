import { readdirSync, readFileSync } from 'node:fs'
import { setTimeout as sleep } from 'node:timers/promises'
import { processorTime } from './processor-time.ts'
import { becomeOwner, startBenchSite } from './site.ts'

const PORT = 3192
const IDLE_MS = 60_000
const PAGES = ['/studio', '/studio/bookings', '/studio/photos', '/profile', '/book-session?service=portrait']
const RENDERED = 2_000
const CACHED = 20_000
const CONNECTIONS = 8

/** Starts an existing installation as `npm start` does, and measures its resident memory. Linux only. */
export async function benchMemory() {
  const { dataDir, stop } = await startBenchSite(PORT)
  await stop(true)
  const site = await startBenchSite(PORT, {}, { dataDir })
  const { url, pid } = site
  const rows: Record<string, string | number>[] = []
  const note = (when: string, time: string) => rows.push({ when, ...memoryOf(pid), time })
  note('ready', `${Math.round(site.readyMs)} ms`)
  await sleep(IDLE_MS)
  note('idle for a minute', '')

  const request = async (path: string, headers: Record<string, string> = {}) =>
    (await fetch(url + path, { headers })).arrayBuffer()
  const load = async (what: string, count: number, send: (index: number) => Promise<unknown>) => {
    const before = processorTime([pid])
    await inTurn(count, send)
    const each = (processorTime([pid]) - before) / count
    note(`after ${count} ${what}`, `${each.toFixed(3)} ms of CPU each`)
  }
  const cookie = await becomeOwner(site)
  await load('rendered pages', RENDERED, (index) => request(PAGES[index % PAGES.length] ?? '/', { cookie }))
  await load('cached pages', CACHED, () => request('/'))
  await sleep(IDLE_MS)
  note('a minute later', '')

  await site.stop()
  return rows
}

async function inTurn(count: number, send: (index: number) => Promise<unknown>): Promise<void> {
  let sent = 0
  const sendRest = async () => {
    while (sent < count) await send(sent++)
  }
  await Promise.all(Array.from({ length: CONNECTIONS }, sendRest))
}

/** RSS of a process, and of it with all its descendants. */
export function memoryOf(pid: number) {
  const processes = readdirSync('/proc').filter((name) => /^\d+$/.test(name))
  const parents = new Map(processes.map((name) => [Number(name), numberIn(`/proc/${name}/status`, 'PPid')]))
  const treeOf = (parent: number): number[] => [
    parent,
    ...[...parents].filter(([, other]) => other === parent).flatMap(([child]) => treeOf(child)),
  ]
  const megabytes = (pids: number[]) =>
    Math.round(pids.reduce((sum, each) => sum + numberIn(`/proc/${each}/status`, 'VmRSS'), 0) / 1_024)
  const tree = treeOf(pid)
  return { 'main process, MB': megabytes([pid]), 'all, MB': megabytes(tree), processes: tree.length }
}

/** A number of proc_pid_status(5), or 0 if the process has ended. */
function numberIn(file: string, name: string): number {
  try {
    return Number(new RegExp(`^${name}:\\s+(\\d+)`, 'm').exec(readFileSync(file, 'utf8'))?.[1] ?? 0)
  } catch {
    return 0
  }
}
