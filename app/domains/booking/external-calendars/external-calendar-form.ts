import { isCleanLine, withoutOuterSpaces } from '~/platform/text'
import type { OutsideField } from './model'

const MOST_TITLE = 80
const MOST_ADDRESS = 2000

export type OutsideErrors = Partial<Record<OutsideField, string>>

export type ReadOutside = { ok: true; title: string; address: string } | { ok: false; errors: OutsideErrors }

/** What the form that adds a calendar holds. `webcal:` is how programs write https for calendars. */
export function readOutside(sent: Record<OutsideField, string>): ReadOutside {
  const title = withoutOuterSpaces(sent.title)
  const address = withoutOuterSpaces(sent.address).replace(/^webcals?:\/\//i, 'https://')
  const errors: OutsideErrors = {}
  const wrongTitle = titleError(title)
  if (wrongTitle) errors.title = wrongTitle
  const wrongAddress = addressError(address)
  if (wrongAddress) errors.address = wrongAddress
  return Object.keys(errors).length > 0 ? { ok: false, errors } : { ok: true, title, address }
}

function titleError(title: string): string | undefined {
  if (title === '') return 'Enter a name, such as Family.'
  if (!isCleanLine(title)) return 'This name contains characters we can’t show.'
  if (title.length > MOST_TITLE) return `Shorten the name to ${MOST_TITLE} characters.`
}

function addressError(address: string): string | undefined {
  if (address === '') return 'Paste the calendar’s link.'
  if (!isCleanLine(address) || address.length > MOST_ADDRESS) return 'That isn’t a calendar link.'
  const url = URL.parse(address)
  if (url?.protocol !== 'https:') return 'The link must begin with https:// or webcal://.'
  if (url.username !== '' || url.password !== '')
    return 'This link has a username or password in it. Use the secret iCal link from your calendar’s sharing settings.'
}
