import type { Domain } from '~/platform/domain.server'
import { findAnything } from './operations.server'
import { describePhoto, listUnusedPhotos, usesOfPhoto } from './photo-uses.server'
import { clearingJobs, setNextClearing } from './removed-photos.server'
import { searchSite } from './site-search.server'

export const search: Domain = {
  jobs: (app) => ({ other: clearingJobs(app) }),
  start: setNextClearing,
  operations: {
    describePhoto,
    findAnything,
    searchSite,
    listUnusedPhotos,
    usesOfPhoto,
  },
}
