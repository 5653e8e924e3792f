import { z } from 'zod'

/** Clears away what was removed from galleries long ago, once a night. */
export const CLEAR_REMOVED = 'clear-removed-photographs'

export const clearRemovedSchema = z.object({})
