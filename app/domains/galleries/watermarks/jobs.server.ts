import { HopelessJob, type JobHandlers, jobHandler } from '~/platform/jobs/handlers'
import { MAKE_PROOFS, makeProofsSchema, PREPARE_PROOFS, prepareProofsSchema } from './model'
import { makeProofs, type ProofDeps, prepareProofs } from './operations.server'

/** The background work of watermarks. */
export const proofJobs = (deps: ProofDeps): JobHandlers => ({
  [PREPARE_PROOFS]: jobHandler(prepareProofsSchema, ({ galleryId }) => prepareProofs(deps, galleryId)),
  [MAKE_PROOFS]: jobHandler(makeProofsSchema, async (payload) => {
    const made = await makeProofs(deps, payload)
    if (!made.ok) throw new HopelessJob(made.sentence)
  }),
})
