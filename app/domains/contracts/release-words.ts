import type { ReleaseUse } from '~/domains/galleries/releases/model'
import { MODEL_RELEASE, releaseLine } from './fields'

/** The uses that a client allows in a contract, in its words. */
const USES: Record<ReleaseUse, string> = {
  portfolio: 'The studio’s website: its galleries and pages',
  blog: 'The studio’s blog',
  social: 'Social media, and the preview image of shared links',
  print: 'Print: cards, books, exhibitions',
}

export const SIGNED_USES = Object.keys(USES) as ReleaseUse[]

/** What a client agrees to or declines. */
const WORDS = `## Model release

I am 18 or older. I allow the studio, without payment, to show photos in which I can be recognized here:

${Object.values(USES)
  .map((use) => `- ${use}`)
  .join('\n')}

This is my choice, and the rest of this agreement doesn’t depend on it. I can withdraw it at any time by email. The studio then takes these photos off its website and doesn’t use them again. If I decline, it doesn’t show these photos, and a permission that I gave in an earlier version of this agreement ends.`

const WITH_PLACE = `${WORDS}\n\n{${MODEL_RELEASE}}`

/** Writes the words before the place for the choice, so that they are part of what is signed. */
export const withReleaseWords = (body: string): string => body.replace(releaseLine, () => WITH_PLACE)

/** The body of a text with the words, as someone would write it. */
export const withoutReleaseWords = (body: string): string =>
  body.replace(WITH_PLACE, () => `{${MODEL_RELEASE}}`)
