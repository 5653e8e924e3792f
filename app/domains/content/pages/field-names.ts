import type { FieldValues } from '~/platform/forms'
import { type EditablePage, PAGE_FORMS, type PageField, type PageRows } from './fields'

/** A row's field name: `body.steps.2.when`, or `body.strip.2` where the row is the value itself. */
export const rowField = (rows: Pick<PageRows, 'name'>, at: number, field: Pick<PageField, 'name'>): string =>
  field.name === '' ? `${rows.name}.${at}` : `${rows.name}.${at}.${field.name}`

/** Number of rows of a list in the fields. */
export function countRows(rows: PageRows, values: FieldValues): number {
  let count = 0
  while (rows.fields.some((field) => Object.hasOwn(values, rowField(rows, count, field)))) count += 1
  return count
}

/** Every field with its full name, including those of existing rows. */
export const everyField = (page: EditablePage, values: FieldValues): PageField[] =>
  PAGE_FORMS[page].fields.flatMap((field) =>
    field.kind === 'rows'
      ? Array.from({ length: countRows(field, values) }, (_, at) =>
          field.fields.map((each) => ({
            ...each,
            name: rowField(field, at, each),
            label: `${field.label} ${at + 1}, ${each.label.toLowerCase()}`,
          })),
        ).flat()
      : [field],
  )
