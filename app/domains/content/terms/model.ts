/** The terms as the Studio’s form holds them. */
export interface TermsDraft {
  /** `*word*` is set in italics. */
  heading: string
  lede: string
  /** Day from which a new version holds, YYYY-MM-DD in the studio’s zone. */
  effectiveOn: string
  sections: TermsSectionDraft[]
  doNotSell: { title: string; body: string }
}

export interface TermsSectionDraft {
  /** Its anchor in the page, permanent once made. One that the page does not have yet is made from the title. */
  id: string
  title: string
  /** Markdown */
  body: string
}

/** One that was published; its words never change. */
export interface TermsVersion {
  /** From 1 on. */
  number: number
  publishedAt: number
  /** Empty: it came with the installation. */
  publishedBy: string
  /** The day from which it holds, YYYY-MM-DD in the studio’s zone. */
  effectiveOn: string
}

/** Every change is a new version; a correction stays in the one that nobody has agreed to. */
export type TermsSaving = 'new-version' | 'correction'

export const SECTIONS_MAX = 40
export const LINE_MAX = 300
export const LEDE_MAX = 2_000
export const BODY_MAX = 20_000
