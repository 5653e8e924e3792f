import type { Domain } from '~/platform/domain.server'
import { openClientPhoto, previewClientPhoto } from './client-photos.server'
import { photoJobs } from './jobs.server'
import { findLibraryPhoto, listChoosablePhotos, listPhotos, retryPhoto } from './library.server'
import { openRendition } from './operations.server'
import { readRebuild } from './rebuild.server'
import { readCheck, requestCheck } from './safety.server'

export const photos: Domain = {
  jobs: (app) => ({ photos: photoJobs(app) }),
  operations: {
    findLibraryPhoto,
    listChoosablePhotos,
    listPhotos,
    openClientPhoto,
    openRendition,
    previewClientPhoto,
    readCheck,
    readRebuild,
    requestCheck,
    retryPhoto,
  },
}
