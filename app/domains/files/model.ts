import { z } from 'zod'

export const COLLECT_FILES = 'collect-files'

export const collectFilesSchema = z.object({})

export const DAY_MS = 86_400_000

/** How many files a run takes without asking: 50, or 5 % of all if that is more. */
export const mostAtOnce = (total: number): number => Math.max(50, Math.floor(total * 0.05))
