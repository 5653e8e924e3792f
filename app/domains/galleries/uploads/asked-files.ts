import { z } from 'zod'
import { type AskedFile, MOST_ASKED } from './model'

const askedFiles = z
  .array(
    z.object({
      sha256: z.string().regex(/^[0-9a-f]{64}$/),
      name: z.string().max(1_000),
      folder: z.string().max(1_000),
      order: z.int().min(0),
    }),
  )
  .max(MOST_ASKED)

/** @param json what a browser sent. @returns undefined when it is no list of files */
export function readAskedFiles(json: string): AskedFile[] | undefined {
  try {
    return askedFiles.parse(JSON.parse(json))
  } catch {
    return undefined
  }
}
