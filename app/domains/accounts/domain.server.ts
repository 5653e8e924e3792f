import { findClientOf } from '~/domains/galleries/sharing/operations.server'
import type { Domain } from '~/platform/domain.server'
import { accountJobs } from './jobs.server'
import { keepWritingFailures } from './sign-ins/failures.server'
import { ownerLinkOfFirstStart } from './team.server'

export const accounts: Domain = {
  jobs: (app) => ({
    other: accountJobs({ ...app, findClient: (email) => findClientOf(app, email) }),
  }),
  start: async (app, onStop) => onStop(keepWritingFailures(app)),
  /** No password is ever there by default: the first owner sets one behind a link that only this start shows. */
  announce: async (app) => {
    const link = await ownerLinkOfFirstStart(app)
    return link
      ? [`This site has no owner yet. Open this link within 24 hours to create the owner account: ${link}`]
      : []
  },
}
