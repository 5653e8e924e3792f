import type { Domain } from '~/platform/domain.server'
import {
  addFirstServices,
  publishFirstTerms,
  readFirstPhotos,
  saveFirstHours,
  saveFirstPhotos,
  withInitials,
} from './guided-setup.server'
import { findMessage, listInbox, markMessage } from './inbox.server'
import { countWaiting, readToday } from './operations.server'
import { readPeople, readPersonRecord } from './person.server'
import { markSetupStep, readSetup, readSetupSteps } from './setup.server'

export const today: Domain = {
  operations: {
    addFirstServices,
    countWaiting,
    findMessage,
    listInbox,
    markMessage,
    markSetupStep,
    publishFirstTerms,
    readFirstPhotos,
    readPeople,
    readPersonRecord,
    readSetup,
    readSetupSteps,
    readToday,
    saveFirstHours,
    saveFirstPhotos,
    withInitials,
  },
}
