import { z } from 'zod'
import { REBUILD_DOWNLOAD_FILES, REBUILD_PROOFS, rebuildSchema } from '~/domains/photos/photo-jobs'
import { HopelessJob, type JobHandlers, jobHandler } from '~/platform/jobs/handlers'
import {
  MAKE_DOWNLOAD_FILES,
  type MakingDeps,
  makeDownloadFiles,
  makeDownloadFilesSchema,
} from './downloads/files.server'
import { rebuildDownloadFiles } from './downloads/rebuild.server'
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
  [REBUILD_DOWNLOAD_FILES]: jobHandler(rebuildSchema, async (payload) => {
    const result = await rebuildDownloadFiles(deps, payload)
    if (!result.ok) throw new HopelessJob(result.sentence)
  }),
})

/** Jobs for watermarks. */
export function proofJobs(deps: ProofDeps): JobHandlers {
  const make = jobHandler(makeProofsSchema, async (payload) => {
    const made = await makeProofs(deps, payload)
    if (!made.ok) throw new HopelessJob(made.sentence)
  })
  return {
    [PREPARE_PROOFS]: jobHandler(prepareProofsSchema, ({ galleryId }) => prepareProofs(deps, galleryId)),
    [MAKE_PROOFS]: make,
    [REBUILD_PROOFS]: make,
  }
}

export const expirationJobs = (deps: CheckDeps): JobHandlers => ({
  [CHECK_EXPIRATIONS]: jobHandler(checkPayload, () => checkExpirations(deps)),
})
