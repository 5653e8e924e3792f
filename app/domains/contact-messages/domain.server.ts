import type { Domain } from '~/platform/domain.server'
import { saveEvent, sendContactMessage } from './operations.server'

export const contactMessages: Domain = {
  operations: {
    saveEvent,
    sendContactMessage,
  },
}
