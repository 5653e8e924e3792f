import type { Domain } from '~/platform/domain.server'
import { readBlocks } from './blocks.server'
import { addDraft, readEditedPost, saveDraft } from './editor/drafts.server'
import {
  comparePostVersions,
  listPostVersions,
  listStudioPosts,
  readPostVersion,
  restorePostVersion,
} from './editor/lists.server'
import { publishPost, removePost, unpublishPost } from './editor/publication.server'
import { exportPosts, listExport } from './exports/operations.server'
import { importJobs } from './imports/jobs.server'
import {
  beginImport,
  discardImport,
  listImports,
  readImport,
  resumeImports,
  startImport,
} from './imports/operations.server'
import {
  findMovedPost,
  listChoosablePosts,
  listPostPage,
  listPosts,
  listTags,
  makeDocuments,
  readFeed,
  readPost,
} from './operations.server'

import {
  addPostLink,
  followPostLink,
  givePassword,
  openPostLink,
  readPostLinks,
  revokePostLink,
} from './readers/operations.server'
import { readSocialPicture, socialPictureOf } from './social-picture.server'
import { listChoices } from './teasers.server'

export const blog: Domain = {
  jobs: (app) => ({ uploads: importJobs(app) }),
  start: async (app) => {
    await makeDocuments(app)
    await resumeImports(app)
  },
  operations: {
    readBlocks,
    addDraft,
    addPostLink,
    beginImport,
    discardImport,
    comparePostVersions,
    exportPosts,
    findMovedPost,
    followPostLink,
    givePassword,
    listChoices,
    listChoosablePosts,
    listExport,
    listPostPage,
    listImports,
    listPosts,
    listTags,
    listPostVersions,
    listStudioPosts,
    openPostLink,
    publishPost,
    readEditedPost,
    readFeed,
    readImport,
    readPost,
    readPostLinks,
    readPostVersion,
    readSocialPicture,
    removePost,
    restorePostVersion,
    revokePostLink,
    saveDraft,
    startImport,
    socialPictureOf,
    unpublishPost,
  },
}
