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
  address: 'That link isn’t supported. Use an https:// link with no username or password in it.',
  'unknown-host': 'We can’t find that server right now. Check the link.',
  private: 'That link leads to a private network, which we don’t open.',
  redirects: 'That link redirects too many times.',
  'too-large': 'That calendar is over the 5 MB limit.',
  'too-slow': 'That calendar takes too long to read.',
  broken: 'The connection was lost before we could read the calendar.',
  'no-calendar': 'That link isn’t a calendar we can read.',
  'too-many': 'That calendar has more entries than we can read.',
  sealed:
    'We can’t read this calendar’s link anymore because your server’s SECRET changed. Add the calendar again.',
}

/** @param status what a server answered that refused */
export function failureSentence(reason: OutsideFailure, status?: number): string {
  if (reason !== 'refused') return SENTENCES[reason]
  if (status === 401 || status === 403)
    return 'That calendar refused access. Check the link in your calendar’s sharing settings.'
  if (status === 404 || status === 410) return 'That calendar no longer exists at this link.'
  return `The calendar’s server returned an error (${status ?? 'unknown'}).`
}
