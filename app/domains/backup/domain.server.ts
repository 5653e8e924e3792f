import type { Domain } from '~/platform/domain.server'
import { backUpBeforeUpgrade } from './backups/before-upgrade.server'
import { beginFirstRestore, canRestoreFirst, readFirstRestore } from './backups/first-restore.server'
import { listBackups, makePassphrase, requestBackup, scheduleBackup } from './backups/runs.server'
import { exportJobs } from './jobs.server'
import {
  downloadKey,
  isDownloadKey,
  listExports,
  openExport,
  readVersion,
  requestExport,
} from './operations.server'

export const backup: Domain = {
  beforeUpgrade: backUpBeforeUpgrade,
  jobs: (app) => ({ other: exportJobs(app) }),
  start: scheduleBackup,
  operations: {
    beginFirstRestore,
    canRestoreFirst,
    readFirstRestore,
    listBackups,
    makePassphrase,
    requestBackup,
    requestExport,
    downloadKey,
    isDownloadKey,
    listExports,
    openExport,
    readVersion,
  },
}
