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
  'lateFee',
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

/** On a line of its own, asks each client whether photos of them may be published. */
export const MODEL_RELEASE = 'modelRelease'

/** Most UTF-16 units of a contract's text. */
export const TEXT_MAX = 40_000
/** The same once its fields are filled in. */
export const FILLED_MAX = 60_000
export const TITLE_MAX = 120

export const TOO_LONG = `With its fields filled in, the contract is longer than ${FILLED_MAX.toLocaleString('en-US')} characters. Shorten its text`

export const TEXT_HINT = `A line that begins with ## is a heading, one that begins with - is part of a list, and **words** are bold. We fill in these fields: ${fieldsSentence(CONTRACT_FIELDS)}. Put {initials} on a separate line where clients should write their initials, and {modelRelease} on a separate line where each of them chooses whether you may publish photos of them. We add the words. If there’s no deposit, “a deposit of {deposit}” becomes “no deposit”.`

const MOST_INITIALS = 20

/** The field with what late payments cost. A contract without it has no late fee. */
export const LATE_FEE = '{lateFee}'

/** Says that there is no deposit, where a text names its amount. */
export const withoutDeposit = (text: string): string =>
  text.replace(/\b(a) deposit of \{deposit\}/gi, (_, article) =>
    article === 'A' ? 'No deposit' : 'no deposit',
  )

export const releaseLine = /^[ \t]*\{modelRelease\}[ \t]*$/m

const PLACE_LINE = /^[ \t]*\{(initials|modelRelease)\}[ \t]*$/m

/** The parts of a text and the places between them, in turn: a text, the name of a place, a text, … */
export const partsAndPlaces = (text: string): string[] => text.split(PLACE_LINE)

/** The sentence that refuses how a text asks for initials and the model release. */
export function refusePlaces(text: string): string | undefined {
  const all = partsAndPlaces(text)
  const places = all.filter((_, at) => at % 2 === 1)
  for (const name of [INITIALS, MODEL_RELEASE])
    if (all.some((part) => part.includes(`{${name}}`)))
      return `Put {${name}} on a separate line, below the paragraph that it’s for.`
  if (places.filter((name) => name === INITIALS).length > MOST_INITIALS)
    return `Ask for initials at most ${MOST_INITIALS} times in one contract.`
  return places.filter((name) => name === MODEL_RELEASE).length > 1
    ? `Ask for the model release once in a contract.`
    : undefined
}
