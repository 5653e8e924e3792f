import { z } from 'zod'

export const MAKE_EXPORT = 'make-export'
export const CLEAR_EXPORT = 'clear-export'
export const exportPayload = z.object({ id: z.string().regex(/^[0-9a-f]{32}$/) })

/** An archive that lies around is one that somebody finds: it goes after three days. */
export const KEPT_MS = 3 * 86_400_000

/** An archive as its page tells of it. */
export interface ExportLine {
  id: string
  state: 'making' | 'ready' | 'failed'
  askedBy: string
  asked: string
  /** When it goes. */
  until: string
  bytes: number
  photographs: number
  /** Names of photographs whose files are lost. */
  missing: string[]
}
