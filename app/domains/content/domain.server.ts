import { join } from 'node:path'
import type { Domain } from '~/platform/domain.server'
import { projectRoot } from '~/platform/project-root.server'
import { loadInitialContent } from './installation.server'

export const content: Domain = {
  /** Fills an empty installation. */
  start: async (app) => {
    await loadInitialContent(app, join(projectRoot(), 'content'))
  },
}
