import { existsSync } from 'node:fs'
import { dirname, join } from 'node:path'

/** The project's folder, from its sources or from the bundle in build/. */
export function projectRoot(from: string = import.meta.dirname): string {
  let folder = from
  while (!existsSync(join(folder, 'package.json'))) {
    const parent = dirname(folder)
    if (parent === folder) throw new Error(`No package.json above ${from}`)
    folder = parent
  }
  return folder
}
