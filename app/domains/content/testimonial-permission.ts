import { z } from 'zod'
import { ENTER_DATE } from '~/platform/http/notices'
import type { FieldValues } from './rows/field'
import { type ReadRow, readRow } from './rows/row-form'
import { PERMISSION_FIELDS, WITHDRAWAL_FIELDS } from './testimonials'

const permissionSchema = z.object({
  day: z.iso.date(),
  means: z.enum(['email', 'writing', 'in-person', 'form']),
  note: z.string().max(500),
})

const withdrawalSchema = permissionSchema.omit({ means: true })

export type PermissionDraft = z.infer<typeof permissionSchema>
export type WithdrawalDraft = z.infer<typeof withdrawalSchema>

/** @param today YYYY-MM-DD in the studio's zone: permissions can't be in the future */
export function readPermission(sent: FieldValues, today: string): ReadRow<PermissionDraft> {
  const read = readRow(PERMISSION_FIELDS, permissionSchema, sent)
  return read.ok ? (dayRefusal(read.value.day, today) ?? read) : read
}

/** @param givenOn the day of the permission: a withdrawal can't be earlier */
export function readWithdrawal(
  sent: FieldValues,
  { today, givenOn }: { today: string; givenOn: string },
): ReadRow<WithdrawalDraft> {
  const read = readRow(WITHDRAWAL_FIELDS, withdrawalSchema, sent)
  if (!read.ok) return read
  if (read.value.day < givenOn)
    return { ok: false, errors: { day: 'This date is before they gave permission.' } }
  return dayRefusal(read.value.day, today) ?? read
}

function dayRefusal(day: string, today: string): { ok: false; errors: FieldValues } | undefined {
  if (day > today) return { ok: false, errors: { day: 'This date is in the future.' } }
  if (day < '1900-01-01') return { ok: false, errors: { day: ENTER_DATE } }
  return undefined
}
