/** Where photos of a person may be shown. The site’s galleries, stories and pages are its portfolio. */
export const RELEASE_USES = ['portfolio', 'blog', 'social', 'print'] as const
export type ReleaseUse = (typeof RELEASE_USES)[number]

export const USE_LABELS: Record<ReleaseUse, string> = {
  portfolio: 'Portfolio: galleries and pages of this site',
  blog: 'Blog',
  social: 'Social media, and the preview image for shared links',
  print: 'Print: cards, books, exhibitions',
}

export const USE_WORDS: Record<ReleaseUse, string> = {
  portfolio: 'Portfolio',
  blog: 'Blog',
  social: 'Social',
  print: 'Print',
}

export const readUses = (names: readonly string[]): ReleaseUse[] =>
  RELEASE_USES.filter((use) => names.includes(use))

/** One entry of the register: what one person, or a guardian for them, has agreed to for one gallery. */
export interface Release {
  id: string
  galleryId: string
  name: string
  email: string
  /** YYYY-MM-DD; null: of age. */
  bornOn: string | null
  /** Guardian who signs for a person under 18; '' for none. */
  guardian: string
  uses: ReleaseUse[]
  /** How it was given. */
  basis: string
  givenAt: number
  recordedBy: string
  withdrawnAt: number | null
  version: number
  /** `photos`: names no person, and covers only the listed photos. */
  covers: 'gallery' | 'photos'
}

/** An entry as the Studio shows it. */
export interface ShownRelease extends Release {
  /** "November 28, 2026", in the studio’s zone. */
  given: string
  withdrawn: string | null
}

/** Of the first entry of a gallery for what came from elsewhere than through this register. */
export const EVERYONE = 'Everyone in these photos'
