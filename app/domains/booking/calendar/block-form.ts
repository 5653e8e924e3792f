import { z } from 'zod'
import { date, plainLine, refuse, textBy } from '~/platform/fields'
import { parseForm, sentValues } from '~/platform/forms'
import { END_BEFORE_START } from '~/platform/http/notices'
import { isTime } from '~/platform/text'
import { addDays, dateOf, startOfDate } from '~/platform/time'
import type { Span } from '../availability/model'
import { spanOf, wallTimeOf } from '../availability/wall-time'
import { BLOCK_DAYS_MAX, BLOCK_FIELDS, BLOCK_TITLE_MAX, type BlockValues } from './model'

export const blockValues = (get: (name: string) => string): BlockValues => sentValues(BLOCK_FIELDS, { get })

/**
 * Parses the form for blocked time. A repeated hour is blocked as a whole. If a border falls into a skipped
 * hour, it becomes the instant of the clock change.
 */
export function readBlock(values: BlockValues, zone: string) {
  const isWhole = values.wholeDays === 'yes'
  const lastDate = values.lastDate === '' ? values.firstDate : values.lastDate
  return parseForm(blockSchema(isWhole, zone), { ...values, lastDate })
}

const blockSchema = (isWhole: boolean, zone: string) =>
  z
    .object({
      title: plainLine({ max: BLOCK_TITLE_MAX }),
      firstDate: date({ error: 'Enter the first day, such as 2026-11-28.' }),
      lastDate: date({ error: 'Enter the last day, such as 2026-11-29.' }),
      from: textBy((typed) => isWhole || isTime(typed), 'Enter a start time, such as 09:00.'),
      until: textBy((typed) => isWhole || isTime(typed), 'Enter an end time, such as 17:30.'),
    })
    .superRefine(({ firstDate, lastDate }, context) => {
      if (lastDate < firstDate) refuse(context, 'lastDate', END_BEFORE_START)
      else if (lastDate > addDays(firstDate, BLOCK_DAYS_MAX))
        refuse(context, 'lastDate', `A block can be up to ${BLOCK_DAYS_MAX} days long.`)
    })
    .transform(({ title, firstDate, lastDate, from, until }, context) => {
      const span = isWhole
        ? { startsAt: startOfDate(firstDate, zone), endsAt: startOfDate(addDays(lastDate, 1), zone) }
        : {
            startsAt: spanOf(firstDate, { opens: from, closes: '24:00' }, zone).startsAt,
            // As an end, 00:00 means the midnight at the end of the last day.
            endsAt: until === '00:00' ? startOfDate(lastDate, zone) : endOf(lastDate, until, zone),
          }
      if (span.endsAt <= span.startsAt)
        refuse(
          context,
          'until',
          'The end time is before the start time. To block past midnight, set the end date to the next day.',
        )
      return { title, span }
    })

const endOf = (date: string, until: string, zone: string): number =>
  spanOf(date, { opens: '00:00', closes: until }, zone).endsAt

/** The form's values for an existing block. */
export function valuesOf({ title, startsAt, endsAt }: Span & { title: string }, zone: string): BlockValues {
  const [firstDate = '', from = ''] = wallTimeOf(startsAt, zone).split('T')
  const [endDate = '', until = ''] = wallTimeOf(endsAt, zone).split('T')
  const isWhole = startOfDate(firstDate, zone) === startsAt && startOfDate(endDate, zone) === endsAt
  return {
    title,
    firstDate,
    from: isWhole ? '' : from,
    lastDate: isWhole ? dateOf(endsAt - 1, zone) : endDate,
    until: isWhole ? '' : until,
    wholeDays: isWhole ? 'yes' : '',
  }
}
