import { z } from 'zod'
import { line, must } from '~/platform/fields'
import type { ExternalCalendarField } from './model'

const MOST_URL = 2000

export type ExternalCalendarErrors = Partial<Record<ExternalCalendarField, string>>

/** The form that adds a calendar. `webcal:` is the calendar programs' spelling of `https:`. */
export const externalCalendarSchema = () =>
  z.object({
    title: line({
      max: 80,
      required: 'Enter a name, such as Family.',
      what: 'the name',
      unclean: 'This name contains characters we can’t show.',
    }),
    url: line({
      max: MOST_URL,
      required: 'Paste the calendar’s link.',
      what: 'the link',
      unclean: 'That isn’t a calendar link.',
    })
      .overwrite((typed) => typed.replace(/^webcals?:\/\//i, 'https://'))
      .check(
        must(
          (typed) => URL.parse(typed)?.protocol === 'https:',
          'The link must begin with https:// or webcal://.',
        ),
      )
      .check(
        must(
          (typed) => new URL(typed).username === '' && new URL(typed).password === '',
          'This link has a username or password in it. Use the secret iCal link from your calendar’s sharing settings.',
        ),
      ),
  })

/** The form that adds a feed. */
export const feedSchema = () =>
  z.object({
    title: line({
      max: 80,
      required: 'Enter a device name, such as My phone.',
      what: 'the name',
      unclean: 'Use up to 80 plain characters.',
    }),
  })
