import { z } from 'zod'
import { HopelessJob, type JobHandlers, jobHandler } from '~/platform/jobs/handlers'
import {
  MAKE_DOWNLOAD_FILES,
  type MakingDeps,
  makeDownloadFiles,
  makeDownloadFilesSchema,
} from './downloads/files.server'
import { CHECK_EXPIRATIONS, checkPayload } from './expiration/model'
import { type CheckDeps, checkExpirations } from './expiration/operations.server'
import { clearUploads } from './uploads/cleanup.server'
import { CLEAR_UPLOADS, TAKE_UPLOAD } from './uploads/model'
import { takeUpload, type UploadDeps } from './uploads/operations.server'
import { MAKE_PROOFS, makeProofsSchema, PREPARE_PROOFS, prepareProofsSchema } from './watermarks/model'
import { makeProofs, type ProofDeps, prepareProofs } from './watermarks/operations.server'

/** Jobs for uploads. */
export const uploadJobs = (deps: UploadDeps): JobHandlers => ({
  [TAKE_UPLOAD]: jobHandler(z.object({ upload: z.string() }), ({ upload }) => takeUpload(deps, upload)),
  [CLEAR_UPLOADS]: jobHandler(z.object({}), () => clearUploads(deps)),
})

/** Jobs that make download files. They run in the photo workers, after renditions. */
export const downloadJobs = (deps: MakingDeps): JobHandlers => ({
  [MAKE_DOWNLOAD_FILES]: jobHandler(makeDownloadFilesSchema, async (payload) => {
    const result = await makeDownloadFiles(deps, payload)
    if (!result.ok) throw new HopelessJob(result.sentence)
  }),
})

/** Jobs for watermarks. */
export const proofJobs = (deps: ProofDeps): JobHandlers => ({
  [PREPARE_PROOFS]: jobHandler(prepareProofsSchema, ({ galleryId }) => prepareProofs(deps, galleryId)),
  [MAKE_PROOFS]: jobHandler(makeProofsSchema, async (payload) => {
    const made = await makeProofs(deps, payload)
    if (!made.ok) throw new HopelessJob(made.sentence)
  }),
})

export const expirationJobs = (deps: CheckDeps): JobHandlers => ({
  [CHECK_EXPIRATIONS]: jobHandler(checkPayload, () => checkExpirations(deps)),
})
