import type { Domain } from '~/platform/domain.server'
import {
  enterByLink,
  enterByMailedLink,
  givePin,
  noteVisit,
  openGallery,
  readPin,
} from './access/operations.server'
import {
  openClientGalleryPicture,
  readClientGalleryPage,
  readClientGalleryPhoto,
  readExpired,
  readLastDay,
  readLockedCover,
} from './client-gallery/operations.server'
import { readShareCard, readShareCover } from './client-gallery/share-card.server'
import { requestDownloadFiles, retryFaults } from './downloads/files.server'
import {
  isIntact,
  openDownload,
  prepareDownload,
  readDownloads,
  readPhotoTile,
} from './downloads/operations.server'
import { listDownloadActivity, readReceipt, sendDownload } from './downloads/receipts.server'
import { actOnGallery } from './editor/actions.server'
import {
  galleriesInProgress,
  listGalleries,
  readEditedGallery,
  readGalleryHead,
  readItem,
} from './editor/operations.server'
import { rehearsePublication } from './editor/publishing.server'
import {
  archiveGallery,
  createGallery,
  dependentsOfGallery,
  makePin,
  readGallerySettings,
  removeGallery,
  removePin,
  restoreGallery,
  saveGallery,
  withdrawGallery,
} from './editor/settings.server'
import {
  compareTextVersions,
  listTextVersions,
  readTextVersion,
  restoreTextVersion,
  saveText,
  saveTextDraft,
} from './editor/texts.server'
import { readUnshownPhotos } from './editor/website-photos.server'
import {
  expireGallery,
  extendGallery,
  listExpiring,
  queueNextCheck,
  readExpiration,
  reopenGallery,
} from './expiration/operations.server'
import { downloadJobs, expirationJobs, proofJobs, uploadJobs } from './jobs.server'
import {
  countPublicPhotos,
  listLinkedPhotos,
  listPublicPhotos,
  listStories,
  readGallery,
  readGalleryPhoto,
  readGalleryStrip,
  readStory,
  withGalleryPhoto,
} from './operations.server'
import {
  addPreset,
  blankPreset,
  listPresets,
  readPreset,
  removePreset,
  savePreset,
} from './presets/operations.server'
import { answerOnPhoto, commentOnPhoto, removeAnswer, withdrawComment } from './proofing/comments.server'
import { exportFavorites } from './proofing/export.server'
import {
  addList,
  chooserOf,
  favoritePhoto,
  readComments,
  readFavoriteItems,
  readFavorites,
  removeList,
} from './proofing/operations.server'
import { completeList, limitList, readClientFavorites, reopenList } from './proofing/review.server'
import { submitList } from './proofing/submission.server'
import {
  changeRelease,
  listReleases,
  readBlank,
  readEntry,
  recordRelease,
  withdrawRelease,
} from './releases/operations.server'
import { readReleaseState, setNoRecognizablePeople, sharedImage } from './releases/publication.server'
import { withdrawSignedRelease } from './releases/signed-releases.server'
import {
  changeRights,
  ownGalleries,
  readShareLink,
  readSharing,
  renewShare,
  revokeShare,
  sendShare,
  shareGallery,
} from './sharing/operations.server'
import { keepClearing } from './uploads/cleanup.server'
import {
  beginUpload,
  bringFile,
  endsUploadsOf,
  findUpload,
  finishUpload,
  giveUpUpload,
  leaseUpload,
  mayGiveUp,
  takeKnownFiles,
  uploadedFiles,
  watchUploads,
} from './uploads/operations.server'
import { readWebsiteUploads, websiteGallery } from './uploads/website.server'
import {
  keepProofs,
  previewWatermark,
  readGalleryWatermark,
  saveWatermark,
} from './watermarks/operations.server'

export const galleries: Domain = {
  jobs: (app) => ({
    uploads: uploadJobs(app),
    photos: { ...downloadJobs(app), ...proofJobs(app) },
    other: expirationJobs(app),
  }),
  start: async (app) => {
    await keepClearing(app)
    await queueNextCheck(app)
    await requestDownloadFiles(app)
    await keepProofs(app)
  },
  operations: {
    actOnGallery,
    addList,
    addPreset,
    answerOnPhoto,
    archiveGallery,
    beginUpload,
    blankPreset,
    bringFile,
    changeRelease,
    changeRights,
    chooserOf,
    commentOnPhoto,
    completeList,
    countPublicPhotos,
    createGallery,
    dependentsOfGallery,
    endsUploadsOf,
    enterByLink,
    enterByMailedLink,
    expireGallery,
    exportFavorites,
    extendGallery,
    favoritePhoto,
    findUpload,
    finishUpload,
    galleriesInProgress,
    givePin,
    giveUpUpload,
    leaseUpload,
    isIntact,
    limitList,
    listDownloadActivity,
    listExpiring,
    listGalleries,
    listPresets,
    listPublicPhotos,
    listReleases,
    listStories,
    makePin,
    mayGiveUp,
    noteVisit,
    openClientGalleryPicture,
    openDownload,
    openGallery,
    ownGalleries,
    prepareDownload,
    previewWatermark,
    readBlank,
    readClientFavorites,
    readClientGalleryPage,
    readClientGalleryPhoto,
    readComments,
    readDownloads,
    readEditedGallery,
    readEntry,
    readExpiration,
    readExpired,
    readFavoriteItems,
    readFavorites,
    readGallery,
    readGalleryHead,
    readGalleryPhoto,
    readGallerySettings,
    listLinkedPhotos,
    readGalleryStrip,
    withGalleryPhoto,
    readGalleryWatermark,
    readItem,
    readLastDay,
    readLockedCover,
    readPhotoTile,
    readPin,
    readPreset,
    readReceipt,
    readReleaseState,
    readShareCard,
    readShareCover,
    readShareLink,
    readSharing,
    readStory,
    readUnshownPhotos,
    readWebsiteUploads,
    recordRelease,
    rehearsePublication,
    removeAnswer,
    removeGallery,
    removeList,
    removePin,
    removePreset,
    renewShare,
    reopenGallery,
    reopenList,
    restoreGallery,
    retryFaults,
    revokeShare,
    saveGallery,
    savePreset,
    saveText,
    saveTextDraft,
    restoreTextVersion,
    readTextVersion,
    listTextVersions,
    compareTextVersions,
    saveWatermark,
    sendDownload,
    sendShare,
    setNoRecognizablePeople,
    shareGallery,
    sharedImage,
    submitList,
    takeKnownFiles,
    uploadedFiles,
    watchUploads,
    websiteGallery,
    withdrawComment,
    withdrawGallery,
    withdrawRelease,
    withdrawSignedRelease,
  },
}
