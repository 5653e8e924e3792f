import type { Domain } from '~/platform/domain.server'
import { findMessage, listInbox, markMessage } from './inbox.server'
import { countWaiting, readToday } from './operations.server'
import { readPeople, readPersonRecord } from './person.server'
import { markSetupStep, readSetup } from './setup.server'

export const today: Domain = {
  operations: {
    countWaiting,
    findMessage,
    listInbox,
    markMessage,
    markSetupStep,
    readPeople,
    readPersonRecord,
    readSetup,
    readToday,
  },
}
