import { z } from 'zod'
import { type JobHandlers, jobHandler } from '~/platform/jobs/handlers'
import { DAILY_BACKUP, MAKE_BACKUP } from './backups/model'
import { type RunDeps, runBackup, runDaily } from './backups/runs.server'
import { CLEAR_EXPORT, exportPayload, MAKE_EXPORT } from './model'
import { clearExport, makeExport } from './operations.server'

const backupPayload = z.object({ beginsAnew: z.boolean().optional() })

/** Background jobs of exports and backups. */
export const exportJobs = (deps: Parameters<typeof makeExport>[0] & RunDeps): JobHandlers => ({
  [MAKE_EXPORT]: jobHandler(exportPayload, ({ id }, job) => makeExport(deps, id, job), { maxAttempts: 3 }),
  [CLEAR_EXPORT]: jobHandler(exportPayload, ({ id }) => clearExport(deps, id)),
  [DAILY_BACKUP]: jobHandler(z.object({}), (_, { signal }) => runDaily(deps, signal)),
  [MAKE_BACKUP]: jobHandler(backupPayload, async (payload, { signal }) => {
    await runBackup(deps, { kind: 'manual', ...payload }, signal)
  }),
})
