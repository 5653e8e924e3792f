import { fieldsSentence } from '~/platform/template-fields'

/** What a contract can say about its client, session and studio, by the word in braces. */
export const CONTRACT_FIELDS = [
  'client',
  'clientEmail',
  'clientPhone',
  'sessionType',
  'date',
  'time',
  'location',
  'price',
  'travelFee',
  'deposit',
  'reference',
  'studioName',
  'studioAddress',
  'studioEmail',
  'studioPhone',
  'today',
] as const

export type ContractField = (typeof CONTRACT_FIELDS)[number]

/** On a line of its own, asks each client for initials. */
export const INITIALS = 'initials'

/** Most UTF-16 units of a contract's text. */
export const TEXT_MAX = 40_000
export const TITLE_MAX = 120

export const TEXT_HINT = `A line that begins with ## is a heading, one that begins with - is part of a list, and **words** are bold. We fill in these fields: ${fieldsSentence(CONTRACT_FIELDS)}. Put {initials} on a separate line where clients should write their initials.`

const MOST_INITIALS = 20

const INITIALS_LINE = /^[ \t]*\{initials\}[ \t]*$/m

/** The parts of a text between the places for initials. */
export const partsBetweenInitials = (text: string): string[] => text.split(INITIALS_LINE)

/** The sentence that refuses how a text asks for initials. */
export function refuseInitials(text: string): string | undefined {
  const parts = partsBetweenInitials(text)
  if (parts.some((part) => part.includes(`{${INITIALS}}`)))
    return `Put {${INITIALS}} on a separate line, below the paragraph that it’s for.`
  return parts.length > MOST_INITIALS + 1
    ? `Ask for initials at most ${MOST_INITIALS} times in one contract.`
    : undefined
}
