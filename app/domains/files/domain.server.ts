import type { Domain } from '~/platform/domain.server'
import { startCollecting } from './collection.server'
import { recognizeInstallation, signInstallation, startOnStorage } from './installation.server'
import { fileJobs } from './jobs.server'
import { listQuarantine, previewQuarantined, restoreQuarantined } from './quarantine.server'
import { answerStop, listStops } from './stopped-cleanups.server'

export const files: Domain = {
  beforeMigration: recognizeInstallation,
  afterMigration: signInstallation,
  jobs: (app) => ({ photos: fileJobs(app) }),
  async start(app, onStop) {
    await startOnStorage(app, onStop)
    await startCollecting(app)
  },
  operations: {
    answerStop,
    listQuarantine,
    listStops,
    previewQuarantined,
    restoreQuarantined,
  },
}
