import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import { build } from 'vite'
import { root } from './site.ts'

export type Program = typeof import('./booking-program.ts')
export type Db = ReturnType<Program['openDatabase']>

/** The benchmarks' current time: a Friday. */
export const NOW = Date.parse('2026-11-20T15:00:00Z')

/** Builds the benchmarked modules the way the product is built. @returns the path of the result */
export async function buildProgram(): Promise<string> {
  // One folder per process, so that two benchmarks at once don't overwrite each other's build.
  const outDir = join(root, 'build/bench', String(process.pid))
  await build({
    configFile: false,
    root,
    logLevel: 'error',
    resolve: { tsconfigPaths: true },
    build: { ssr: join(root, 'bench/booking-program.ts'), outDir, emptyOutDir: true },
  })
  return pathToFileURL(join(outDir, 'booking-program.js')).href
}

export async function inFolder<T>(work: (folder: string) => Promise<T>): Promise<T> {
  const folder = await mkdtemp(join(tmpdir(), 'bench-booking-'))
  try {
    return await work(folder)
  } finally {
    await rm(folder, { recursive: true, force: true })
  }
}

export function percentile(values: number[], share: number): number {
  const sorted = values.toSorted((a, b) => a - b)
  return sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * share))] ?? Number.NaN
}
