import type { Domain } from '~/platform/domain.server'
import { saveEvent, sendContactMessage } from './operations.server'
import {
  addTemplate,
  listTemplates,
  readTemplate,
  removeTemplate,
  saveTemplate,
} from './templates/operations.server'
import { draftReply, readThread, sendReply } from './thread/operations.server'

export const contactMessages: Domain = {
  operations: {
    addTemplate,
    draftReply,
    listTemplates,
    readTemplate,
    readThread,
    removeTemplate,
    saveEvent,
    saveTemplate,
    sendContactMessage,
    sendReply,
  },
}
