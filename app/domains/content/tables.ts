import type { Generated } from 'kysely'

/** Settings, and what the site says and offers; see platform/db/schema.ts for how instants, flags, money and json are kept. */
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
  }
}

interface ServiceTable {
  id: string
  slug: string
  title: string
  /** Which notch code stands for it: wedding, portrait, prom, event, headshot, product. */
  notch: string
  summary: string
  body: string
  /** json: string[] */
  points: string
  from_price_cents: number
  price_unit: string
  photo_id: string | null
  thumbnail_photo_id: string | null
  position: number
  published_at: number | null
  /** Grows with every save. */
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
  /** Grows with every save. */
  version: Generated<number>
}

interface PageTable {
  slug: string
  title: string
  description: string
  /** json, in the shape that the page's schema says */
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
  /** Grows with every save. */
  version: Generated<number>
}

interface TestimonialTable {
  id: string
  quote: string
  name: string
  kind: string
  position: number
  /** Grows with every save. */
  version: Generated<number>
}

/** That somebody allowed what they said to be shown; at most one of a testimonial is not withdrawn. */
interface TestimonialPermissionTable {
  id: string
  testimonial_id: string
  /** YYYY-MM-DD */
  given_on: string
  /** How it was given; null: nobody wrote that down. */
  means: 'email' | 'writing' | 'in-person' | 'form' | null
  note: string
  /** null: before permissions were records. */
  recorded_at: number | null
  /** Name of the person of the studio who did. */
  recorded_by: string
  /** YYYY-MM-DD; null: it stands. */
  withdrawn_on: string | null
  withdrawal_note: string
  withdrawal_recorded_at: number | null
  withdrawal_recorded_by: string
}

interface TermsVersionTable {
  /** From 1 on. The highest is the one that /terms shows. */
  number: number
  published_at: number
  /** Name of the person of the studio who did; empty: it came with the installation. */
  published_by: string
  /** YYYY-MM-DD in the studio's zone. */
  effective_on: string
  /** From then on, the words are what somebody agreed to. */
  first_agreed_at: number | null
  /** json, with the business facts written out; null: the current one, whose words are those of the page. */
  body: string | null
}

interface TermsAgreementTable {
  id: string
  version: number
  /** What was agreed to the terms for, such as a booking's reference. */
  occasion: string
  agreed_at: number
}
