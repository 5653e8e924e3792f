import type { FieldValues } from '~/platform/forms'
import { changesBetween } from '../settings/changes'
import type { RowField } from './field'

/** Most characters of a text in the log. */
const KEPT = 300
/** Characters kept before the first difference. */
const LEAD = 40

/** The changed fields, in the form's order. Long texts are cut to the first changed part. */
export const rowChanges = (fields: RowField[], before: FieldValues, after: FieldValues) =>
  changesBetween(before, after, (name) => fields.find((field) => field.name === name)?.label ?? name).map(
    ({ field, from, to }) => {
      const start =
        Math.max(from.length, to.length) > KEPT ? Math.max(firstDifference(from, to) - LEAD, 0) : 0
      return { field, from: excerpt(from, start), to: excerpt(to, start) }
    },
  )

function firstDifference(a: string, b: string): number {
  let at = 0
  while (at < a.length && a[at] === b[at]) at += 1
  return at
}

const excerpt = (text: string, start: number): string =>
  (start > 0 ? '…' : '') +
  text.slice(start, start + KEPT).toWellFormed() +
  (text.length > start + KEPT ? '…' : '')
