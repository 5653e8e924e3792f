import { ONE_PLAIN_LINE } from '~/platform/http/notices'
import { isCalendarDate, isCleanLine, withoutOuterSpaces } from '~/platform/text'
import { addDays, dateOf, startOfDate } from '~/platform/time'
import type { Span } from '../availability/model'
import { spanOf, wallTimeOf } from '../availability/wall-time'
import { BLOCK_DAYS_MAX, BLOCK_FIELDS, BLOCK_TITLE_MAX, type BlockField, type BlockValues } from './model'

export type ReadBlock =
  | { ok: true; title: string; span: Span }
  | { ok: false; errors: Partial<Record<BlockField, string>> }

export const blockValues = (get: (name: string) => string): BlockValues =>
  Object.fromEntries(BLOCK_FIELDS.map((name) => [name, get(name)])) as BlockValues

/**
 * Reads what a form says of a block. A time that the clock shows twice is taken with both; of one that it skips, the
 * block begins or ends where the clock goes on.
 */
export function readBlock(values: BlockValues, zone: string): ReadBlock {
  const title = withoutOuterSpaces(values.title)
  const lastDate = values.lastDate === '' ? values.firstDate : values.lastDate
  const isWhole = values.wholeDays === 'yes'
  const errors: Partial<Record<BlockField, string>> = {}
  if (title.length > BLOCK_TITLE_MAX) errors.title = `Shorten this to ${BLOCK_TITLE_MAX} characters.`
  else if (!isCleanLine(title)) errors.title = ONE_PLAIN_LINE
  if (!isDayOfBlock(values.firstDate)) errors.firstDate = 'Enter the first day, such as 2026-11-28.'
  if (!isDayOfBlock(lastDate)) errors.lastDate = 'Enter the last day, such as 2026-11-29.'
  if (!isWhole && !isTime(values.from)) errors.from = 'Enter a start time, such as 09:00.'
  if (!isWhole && !isTime(values.until)) errors.until = 'Enter an end time, such as 17:30.'
  if (Object.keys(errors).length > 0) return { ok: false, errors }
  if (lastDate < values.firstDate)
    return { ok: false, errors: { lastDate: 'The end date is before the start date.' } }
  if (lastDate > addDays(values.firstDate, BLOCK_DAYS_MAX))
    return { ok: false, errors: { lastDate: `A block can be up to ${BLOCK_DAYS_MAX} days long.` } }
  const span = isWhole
    ? { startsAt: startOfDate(values.firstDate, zone), endsAt: startOfDate(addDays(lastDate, 1), zone) }
    : {
        startsAt: spanOf(values.firstDate, { opens: values.from, closes: '24:00' }, zone).startsAt,
        // From midnight on, so that a time is never one of the next day.
        endsAt: values.until === '00:00' ? startOfDate(lastDate, zone) : endOf(lastDate, values.until, zone),
      }
  if (span.endsAt <= span.startsAt)
    return {
      ok: false,
      errors: {
        until:
          'The end time is before the start time. To block past midnight, set the end date to the next day.',
      },
    }
  return { ok: true, title, span }
}

const endOf = (date: string, until: string, zone: string): number =>
  spanOf(date, { opens: '00:00', closes: until }, zone).endsAt

/** The same the other way round. */
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

const isTime = (text: string): boolean => /^([01]\d|2[0-3]):[0-5]\d$/.test(text)

const isDayOfBlock = (text: string): boolean => isCalendarDate(text) && /^(19|2)/.test(text)
