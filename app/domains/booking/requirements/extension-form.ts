import { z } from 'zod'
import { whole } from '~/platform/fields'
import { HOLD_HOURS_MAX } from './model'

/** Schema of the form that extends a hold. */
export const extensionSchema = () =>
  z.object({ hours: whole({ min: 1, max: HOLD_HOURS_MAX, label: 'Hours' }) })
