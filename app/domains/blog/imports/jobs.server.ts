import { z } from 'zod'
import type { PhotoDeps } from '~/domains/photos/operations.server'
import { type JobHandlers, jobHandler } from '~/platform/jobs/handlers'
import { IMPORT_POSTS } from './operations.server'
import { importWaiting } from './waiting.server'

export const importJobs = (deps: PhotoDeps): JobHandlers => ({
  [IMPORT_POSTS]: jobHandler(z.object({ id: z.string() }), ({ id }, { signal, isLastAttempt }) =>
    importWaiting(deps, id, { signal, isLast: isLastAttempt }),
  ),
})
