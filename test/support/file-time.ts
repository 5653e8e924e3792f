import { mkdtemp, rm, stat, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect } from 'vitest'

/**
 * Waits until files that are written from now on are younger than those that are there: their clock ticks a few times
 * in a hundredth of a second. @returns an instant in between, in milliseconds since 1970
 */
export async function betweenFileTimes(): Promise<number> {
  const between = Date.now() + 1
  const folder = await mkdtemp(join(tmpdir(), 'time-'))
  const file = join(folder, 'file')
  await expect
    .poll(async () => {
      await writeFile(file, 'x')
      return (await stat(file)).ctimeMs
    })
    .toBeGreaterThan(between)
  await rm(folder, { recursive: true })
  return between
}
