import type { Domain } from '~/platform/domain.server'
import { photoJobs } from './jobs.server'
import {
  findLibraryPhoto,
  listChoosablePhotos,
  listPhotos,
  listPhotoTitles,
  retryPhoto,
} from './library.server'
import { openRendition } from './operations.server'
import { readCheck, requestCheck } from './safety.server'

export const photos: Domain = {
  jobs: (app) => ({ photos: photoJobs(app) }),
  operations: {
    findLibraryPhoto,
    listChoosablePhotos,
    listPhotos,
    listPhotoTitles,
    openRendition,
    readCheck,
    requestCheck,
    retryPhoto,
  },
}
