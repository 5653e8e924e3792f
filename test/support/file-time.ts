import { mkdtemp, rm, stat, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect } from 'vitest'

/**
 * Waits until files written from now on have a later change time than existing ones: the file system's clock
 * ticks only a few times per hundredth of a second.
 * @returns an instant in between, in milliseconds since 1970
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
