import { type JobHandlers, jobHandler } from '~/platform/jobs/handlers'
import { clearUploads } from './cleanup.server'
import { CLEAR_UPLOADS, clearUploadsSchema, TAKE_UPLOAD, takeUploadSchema } from './model'
import { takeUpload, type UploadDeps } from './operations.server'

/** The background work of files that are brought. */
export const uploadJobs = (deps: UploadDeps): JobHandlers => ({
  [TAKE_UPLOAD]: jobHandler(takeUploadSchema, ({ upload }) => takeUpload(deps, upload)),
  [CLEAR_UPLOADS]: jobHandler(clearUploadsSchema, () => clearUploads(deps)),
})
