import type { Domain } from '~/platform/domain.server'
import { keepCollecting } from './collecting/operations.server'
import { recognizeInstallation, signInstallation } from './installation/operations.server'
import { fileJobs } from './jobs.server'

export const files: Domain = {
  beforeMigration: recognizeInstallation,
  afterMigration: signInstallation,
  jobs: (app) => ({ photos: fileJobs(app) }),
  start: keepCollecting,
}
