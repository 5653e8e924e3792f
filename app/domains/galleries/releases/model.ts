/** Where photos of a person may be shown. `portfolio` is the site’s galleries, stories and pages. */
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

/** "Portfolio, Print" */
export const usesLine = (uses: readonly ReleaseUse[]): string =>
  uses.map((use) => USE_WORDS[use]).join(', ') || 'Nowhere'

export const readUses = (names: readonly string[]): ReleaseUse[] =>
  RELEASE_USES.filter((use) => names.includes(use))

/** A release: what a person, or their guardian, has agreed to for a gallery. */
export interface Release {
  id: string
  galleryId: string
  name: string
  email: string
  /** YYYY-MM-DD; null: an adult. */
  bornOn: string | null
  /** Guardian who signs for a person under 18; '' for none. */
  guardian: string
  uses: ReleaseUse[]
  /** How it was given, such as on paper. */
  basis: string
  givenAt: number
  recordedBy: string
  withdrawnAt: number | null
  version: number
  /** Common to the entries of a release for all galleries of a client; null: for this gallery only. */
  jointId: string | null
  /** `photos`: covers only the listed photos, and names no person. */
  covers: 'gallery' | 'photos'
}

/** A release as the Studio shows it. */
export interface ShownRelease extends Release {
  /** "November 28, 2026". */
  given: string
  withdrawn: string | null
}

/** A release as the record of a client shows it. */
export interface ClientRelease extends Pick<Release, 'id' | 'name' | 'basis'> {
  /** "Portfolio, Print" */
  uses: string
  /** "November 28, 2026". */
  given: string
  withdrawn: string | null
  /** The title of the only gallery it covers; null: all galleries of the client. */
  gallery: string | null
  /** The contract in which it was signed, or its entry in a gallery's register; null: the contract was deleted. */
  document: { contract: string } | { gallery: string; entry: string } | null
}

/** Name in releases for photos that were added by command or as seed content. */
export const EVERYONE = 'Everyone in these photos'
