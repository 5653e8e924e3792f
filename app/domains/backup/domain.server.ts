import type { Domain } from '~/platform/domain.server'
import { exportJobs } from './jobs.server'
import { downloadKey, isDownloadKey, listExports, openExport, requestExport } from './operations.server'

export const backup: Domain = {
  jobs: (app) => ({ other: exportJobs(app) }),
  operations: {
    requestExport,
    downloadKey,
    isDownloadKey,
    listExports,
    openExport,
  },
}
