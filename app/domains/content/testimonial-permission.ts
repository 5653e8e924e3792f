import { z } from 'zod'
import { type RefusalContext, refuse } from '~/platform/fields'
import type { FieldValues, ParsedForm } from '~/platform/forms'
import { ENTER_DATE } from '~/platform/http/notices'
import { readRow } from './rows/row-form'
import { PERMISSION_FIELDS, WITHDRAWAL_FIELDS } from './testimonials'

const permissionSchema = z.object({
  day: z.iso.date(),
  means: z.enum(['email', 'writing', 'in-person', 'form']),
  note: z.string().max(500),
})

const withdrawalSchema = permissionSchema.omit({ means: true })

export type PermissionDraft = z.infer<typeof permissionSchema>
export type WithdrawalDraft = z.infer<typeof withdrawalSchema>

/** @param today YYYY-MM-DD in the studio's zone: no one has given permission tomorrow */
export const readPermission = (sent: FieldValues, today: string): ParsedForm<PermissionDraft> =>
  readRow(
    PERMISSION_FIELDS,
    permissionSchema.superRefine(({ day }, context) => refuseDay(day, today, context)),
    sent,
  )

/** @param givenOn the day of the permission: it wasn't withdrawn before */
export const readWithdrawal = (
  sent: FieldValues,
  { today, givenOn }: { today: string; givenOn: string },
): ParsedForm<WithdrawalDraft> =>
  readRow(
    WITHDRAWAL_FIELDS,
    withdrawalSchema.superRefine(({ day }, context) => {
      if (day < givenOn) refuse(context, 'day', 'This date is before they gave permission.')
      else refuseDay(day, today, context)
    }),
    sent,
  )

function refuseDay(day: string, today: string, context: RefusalContext): void {
  if (day > today) refuse(context, 'day', 'This date is in the future.')
  else if (day < '1900-01-01') refuse(context, 'day', ENTER_DATE)
}
