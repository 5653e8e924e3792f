import { z } from 'zod'
import { type JobHandlers, jobHandler } from '~/platform/jobs/handlers'
import { type CopyDeps, makeSignedPdf } from './copies.server'
import { MAKE_PDF } from './signing/model'

export const contractJobs = (deps: CopyDeps): JobHandlers => ({
  [MAKE_PDF]: jobHandler(z.object({ version: z.string() }), ({ version }) => makeSignedPdf(deps, version)),
})
