import { z } from 'zod'
import type { Installment } from '~/domains/billing/schedule'
import { decimalMoney, moneyField } from '~/platform/amounts'
import { date, optional, refuse } from '~/platform/fields'

/** Most installments of a booking. */
export const INSTALLMENTS_MAX = 13

/** Rows of the form: those that are used, and a few more. */
export const scheduleRows = (used: number): number => Math.min(INSTALLMENTS_MAX, used + 2)

/** The fields of a row, whose number begins with 0. */
export const dueField = (row: number): string => `dues.${row}.dueOn`
export const amountField = (row: number): string => `dues.${row}.amount`

export const SCHEDULE_FIELDS: readonly string[] = Array.from({ length: INSTALLMENTS_MAX }, (_, row) => [
  dueField(row),
  amountField(row),
]).flat()

/** Detects that someone else changed the installments. */
export const scheduleMark = (installments: readonly Pick<Installment, 'dueOn' | 'amountCents'>[]): string =>
  installments.map(({ dueOn, amountCents }) => `${dueOn} ${amountCents ?? ''}`).join(', ')

/** The values of the form's fields. */
export const scheduleValues = (installments: readonly Installment[]): Record<string, string> =>
  Object.fromEntries(
    installments.flatMap(({ dueOn, amountCents }, row) => [
      [dueField(row), dueOn],
      [amountField(row), amountCents === null ? '' : decimalMoney(amountCents)],
    ]),
  )

/** Schema of the due dates. Blank rows are left out. */
export const installmentsSchema = () =>
  z
    .object({
      dues: z.array(
        z.object({
          dueOn: optional(date({ from: '2000-01-01', until: '2100-12-31' })),
          amount: optional(moneyField({ min: 1, label: 'Amount' })),
        }),
      ),
    })
    .superRefine(({ dues }, context) => {
      const used = dues.flatMap((due, row) =>
        due.dueOn === null && due.amount === null ? [] : [{ ...due, row }],
      )
      const last = used.at(-1)
      if (last === undefined) refuse(context, dueField(0), 'Enter at least one due date.')
      if (used.length > INSTALLMENTS_MAX)
        refuse(context, dueField(0), `A booking can have up to ${INSTALLMENTS_MAX} due dates.`)
      for (const [nth, { row, dueOn, amount }] of used.entries()) {
        const before = used[nth - 1]?.dueOn
        if (dueOn === null) refuse(context, dueField(row), 'Enter the date on which it’s due.')
        else if (before && dueOn < before)
          refuse(context, dueField(row), 'Enter the dates in order, the earliest first.')
        if (row !== last?.row && amount === null)
          refuse(context, amountField(row), 'Enter an amount. Only the last payment can be the rest.')
        if (row === last?.row && amount !== null)
          refuse(context, amountField(row), 'Leave the last amount blank. It’s whatever is left to pay.')
      }
    })
    .transform(({ dues }) =>
      dues.flatMap(({ dueOn, amount }): Pick<Installment, 'dueOn' | 'amountCents'>[] =>
        dueOn === null ? [] : [{ dueOn, amountCents: amount }],
      ),
    )
