import { fullDate } from '~/platform/time'

interface Request {
  reference: string
  service: string
  location: string
  /** YYYY-MM-DD */
  preferredDate: string
  dayPart: string
}

/** Dates that somebody asked for, as the profile page shows them: the newest first. */
export const requestLines = (requests: readonly Request[]) =>
  requests.toReversed().map(({ reference, service, location, preferredDate, dayPart }) => ({
    reference,
    what: `${service} · ${location}`,
    when: `${fullDate(preferredDate)}${dayPart === 'any' ? '' : `, in the ${dayPart}`}`,
  }))
