import { z } from 'zod'
import type { Clock } from '~/platform/clock'
import type { Db } from '~/platform/db/database.server'
import { type JobHandlers, jobHandler } from '~/platform/jobs/handlers'
import { addImported, IMPORT_SUBSCRIBERS } from './operations.server'

const payload = z.object({ id: z.string() })

export const importJobs = (deps: { db: Db; clock: Clock }): JobHandlers => ({
  [IMPORT_SUBSCRIBERS]: jobHandler(payload, ({ id }) => addImported(deps, id)),
})
