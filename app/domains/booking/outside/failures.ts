/** Why a calendar could not be read, in words for its owner. */
export type OutsideFailure =
  | 'address'
  | 'unknown-host'
  | 'private'
  | 'redirects'
  | 'too-large'
  | 'too-slow'
  | 'refused'
  | 'broken'
  | 'no-calendar'
  | 'too-many'
  | 'sealed'

const SENTENCES: Record<Exclude<OutsideFailure, 'refused'>, string> = {
  address: 'The address leads to one that we do not open: only https, without a password in it.',
  'unknown-host': 'There is no such server, or it cannot be found right now.',
  private: 'The address leads into a private network, which we do not open.',
  redirects: 'The address sends us on too often.',
  'too-large': 'The calendar is larger than 5 MB.',
  'too-slow': 'The calendar takes too long to read.',
  broken: 'The connection broke before the calendar was read.',
  'no-calendar': 'What is at the address is not a calendar that we can read.',
  'too-many': 'The calendar has more entries than we can read.',
  sealed:
    'The address can no longer be read, since the secret of the installation changed. Add the calendar again.',
}

/** @param status what a server answered that refused */
export function failureSentence(reason: OutsideFailure, status?: number): string {
  if (reason !== 'refused') return SENTENCES[reason]
  if (status === 401 || status === 403) return 'The calendar’s server does not let us in.'
  if (status === 404 || status === 410) return 'There is no calendar at the address any more.'
  return `The calendar’s server answered with an error (${status ?? 'unknown'}).`
}
