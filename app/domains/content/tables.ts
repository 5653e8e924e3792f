import type { Generated } from 'kysely'

/**
 * Settings, texts and services. See platform/db/schema.ts for how instants, flags, money and JSON are stored.
 */
declare module '~/platform/db/schema' {
  interface Database {
    settings: { key: string; value: string; updated_at: number }
    services: ServiceTable
    packages: PackageTable
    pages: PageTable
    faqs: FaqTable
    testimonials: TestimonialTable
    testimonial_permissions: TestimonialPermissionTable
    terms_versions: TermsVersionTable
    terms_agreements: TermsAgreementTable
    text_versions: TextVersionTable
  }
}

interface ServiceTable {
  id: string
  slug: string
  title: string
  /** Key of its film notch: wedding, portrait, prom, event, headshot, product. */
  notch: string
  summary: string
  /** The text as Markdown. */
  body: string
  /** The text as a document, JSON; null: only the Markdown. */
  document: string | null
  /** json: string[] */
  points: string
  from_price_cents: number
  price_unit: string
  photo_id: string | null
  thumbnail_photo_id: string | null
  position: number
  published_at: number | null
  /** Raised by every save. */
  version: Generated<number>
}

interface PackageTable {
  id: string
  service_id: string
  slug: string
  title: string
  summary: string
  price_cents: number
  /** json: string[] */
  points: string
  recommended: number
  recommendation: string
  position: number
  /** Raised by every save. */
  version: Generated<number>
}

interface PageTable {
  slug: string
  title: string
  description: string
  /** json, in the page's schema */
  body: string
  version: number
  updated_at: number
}

interface FaqTable {
  id: string
  topic: string
  question: string
  answer: string
  position: number
  /** Raised by every save. */
  version: Generated<number>
}

interface TestimonialTable {
  id: string
  quote: string
  name: string
  kind: string
  position: number
  /** Raised by every save. */
  version: Generated<number>
}

/** A permission to show a testimonial. At most one per testimonial isn't withdrawn. */
interface TestimonialPermissionTable {
  id: string
  testimonial_id: string
  /** YYYY-MM-DD */
  given_on: string
  /** How it was given; null: not recorded. */
  means: 'email' | 'writing' | 'in-person' | 'form' | null
  note: string
  /** null: from before permissions were recorded. */
  recorded_at: number | null
  /** Name of the team member who recorded it. */
  recorded_by: string
  /** YYYY-MM-DD; null: not withdrawn. */
  withdrawn_on: string | null
  withdrawal_note: string
  withdrawal_recorded_at: number | null
  withdrawal_recorded_by: string
}

interface TermsVersionTable {
  /** From 1. /terms shows the highest. */
  number: number
  published_at: number
  /** Name of the team member who published it; empty: part of the installation. */
  published_by: string
  /** YYYY-MM-DD in the studio's zone. */
  effective_on: string
  /** When someone first agreed to it. No corrections from then on. */
  first_agreed_at: number | null
  /** json, with business facts filled in; null: the current version, whose text is in the page. */
  body: string | null
}

interface TermsAgreementTable {
  id: string
  version: number
  /** What the agreement was for, such as a booking's reference. */
  occasion: string
  agreed_at: number
}

/** What an author wrote on one form. The newest version is what the form opens with. */
interface TextVersionTable {
  id: string
  /** The page, or null for a text of a portfolio story. */
  page_slug: string | null
  /** The text of a portfolio story, or null for a page. */
  item_id: string | null
  /** From 1 for each page or text. */
  number: number
  /** Raised when the same author continues soon after, which changes the version instead of adding one. */
  revision: number
  /** The fields of the form, JSON: `FieldValues`. */
  form: string
  begun_at: number
  /** 0: unknown. */
  saved_at: number
  author_uid: string
  /** '': what the site showed before anyone edited it. */
  author_name: string
  /** When it was last published; null: never. */
  published_at: number | null
}
