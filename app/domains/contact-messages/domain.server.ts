import type { Domain } from '~/platform/domain.server'
import { sendContactMessage } from './operations.server'

export const contactMessages: Domain = {
  operations: {
    sendContactMessage,
  },
}
