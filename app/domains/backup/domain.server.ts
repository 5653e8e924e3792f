import type { Domain } from '~/platform/domain.server'
import { exportJobs } from './jobs.server'
import { askForExport, downloadKey, isDownloadKey, listExports, openExport } from './operations.server'

export const backup: Domain = {
  jobs: (app) => ({ other: exportJobs(app) }),
  operations: {
    askForExport,
    downloadKey,
    isDownloadKey,
    listExports,
    openExport,
  },
}
