import { readSettings } from '~/domains/content/operations.server'
import { senderOf } from '~/domains/content/settings/sender'
import { openServer } from '~/domains/outbox/mail-server.server'
import type { Domain } from '~/platform/domain.server'
import { bounceJobs } from './bounces/jobs.server'
import {
  readBounceMailbox,
  readsReplies,
  removeBounceMailbox,
  saveBounceMailbox,
  setNextBounces,
} from './bounces/operations.server'
import {
  makeBounceWebhook,
  readBounceWebhook,
  removeBounceWebhook,
  takeProviderMessage,
} from './bounces/webhook.server'
import {
  addCampaign,
  addCampaignAbout,
  duplicateCampaign,
  readCampaign,
  removeCampaign,
  saveCampaign,
} from './campaigns/drafts.server'
import { campaignJobs } from './campaigns/jobs.server'
import {
  countReadersOf,
  listCampaigns,
  listPastIssues,
  listRecipients,
  putInArchive,
  readFigures,
} from './campaigns/progress.server'
import { CONNECTIONS } from './campaigns/sender.server'
import {
  changeCampaign,
  checkCampaign,
  pauseRestored,
  previewCampaign,
  readArchived,
  scheduleCampaign,
  sendCampaign,
  sendTestCampaign,
} from './campaigns/sending.server'
import { followLink, readClicks } from './clicks/operations.server'
import { checkSenderDomain, readSenderDomain } from './domain-check/operations.server'
import { importJobs } from './imports/jobs.server'
import {
  applyImport,
  chooseColumns,
  discardImport,
  listImports,
  readImport,
  startImport,
} from './imports/operations.server'
import {
  confirmSubscription,
  findConfirmation,
  findSubscription,
  subscribe,
  unsubscribe,
} from './operations.server'
import { sequenceJobs } from './sequence/jobs.server'
import {
  addStep,
  listSequence,
  previewStep,
  readStep,
  removeStep,
  restoreWelcome,
  saveStep,
  setNextSequence,
  testStep,
} from './sequence/operations.server'
import {
  addSubscriber,
  exportSubscribers,
  findSubscriber,
  liftBounce,
  listSubscribers,
  readGrowth,
  saveSubscriber,
  unsubscribeOnRequest,
} from './subscribers/operations.server'
import {
  chooseTopics,
  correctName,
  readPreferences,
  requestUnsubscribeLink,
} from './subscribers/preferences.server'
import { listCountedTags, listTags, removeTag, saveTag } from './subscribers/tags.server'

export const newsletter: Domain = {
  jobs: (app, onStop) => {
    const server = openServer(app, { connections: CONNECTIONS })
    onStop(async () => server.close())
    const readSender = async () => senderOf(await readSettings(app))
    const campaigns = campaignJobs({ ...app, openServer: server.open, readSender })
    return { other: { ...importJobs(app), ...sequenceJobs(app), ...bounceJobs(app), ...campaigns } }
  },
  start: async (app) => {
    await pauseRestored(app)
    await setNextSequence(app)
    await setNextBounces(app)
  },
  operations: {
    makeBounceWebhook,
    readBounceWebhook,
    removeBounceWebhook,
    takeProviderMessage,
    addCampaign,
    addCampaignAbout,
    addStep,
    addSubscriber,
    applyImport,
    changeCampaign,
    checkCampaign,
    checkSenderDomain,
    chooseColumns,
    chooseTopics,
    correctName,
    confirmSubscription,
    countReadersOf,
    discardImport,
    duplicateCampaign,
    exportSubscribers,
    findConfirmation,
    findSubscriber,
    findSubscription,
    followLink,
    liftBounce,
    listCampaigns,
    listCountedTags,
    listImports,
    listPastIssues,
    listRecipients,
    listSequence,
    listSubscribers,
    listTags,
    previewCampaign,
    putInArchive,
    readArchived,
    readCampaign,
    readClicks,
    readFigures,
    readGrowth,
    readImport,
    readSenderDomain,
    readsReplies,
    readBounceMailbox,
    readPreferences,
    previewStep,
    readStep,
    removeBounceMailbox,
    removeCampaign,
    removeStep,
    requestUnsubscribeLink,
    restoreWelcome,
    removeTag,
    saveBounceMailbox,
    saveCampaign,
    saveStep,
    saveSubscriber,
    saveTag,
    scheduleCampaign,
    sendCampaign,
    sendTestCampaign,
    startImport,
    subscribe,
    testStep,
    unsubscribe,
    unsubscribeOnRequest,
  },
}
