import type { Generated } from 'kysely'

/** The tables of what the site shows and offers; see schema.ts for how instants and json are kept. */
export interface ContentTables {
  services: ServiceTable
  packages: PackageTable
  session_types: SessionTypeTable
  places: PlaceTable
  session_type_places: { session_type_id: string; place_id: string }
  date_requests: DateRequestTable
  pages: PageTable
  terms_versions: TermsVersionTable
  terms_agreements: TermsAgreementTable
  faqs: FaqTable
  testimonials: TestimonialTable
  testimonial_permissions: TestimonialPermissionTable
  posts: PostTable
  products: ProductTable
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

interface SessionTypeTable {
  id: string
  slug: string
  service_id: string | null
  title: string
  summary: string
  minutes: number
  finished_photographs: string
  ready_in: string
  price_cents: number
  price_unit: string
  deposit_cents: number
  position: number
  published_at: number | null
  increment_minutes: Generated<number>
  buffer_before_minutes: Generated<number>
  buffer_after_minutes: Generated<number>
  /** Elapsed hours between asking and the session. */
  notice_hours: Generated<number>
  /** How many days ahead. */
  horizon_days: Generated<number>
  /** So many sessions of this type a day at most; null: no limit. */
  daily_limit: Generated<number | null>
  needs_approval: Generated<number>
  starts_kind: Generated<'interval' | 'fixed' | 'sunset' | 'mini'>
  /** json: HH:MM[] */
  fixed_starts: Generated<string>
  /** How long before sunset the session begins. */
  sunset_minutes: Generated<number>
  /** json: { id, label, kind, required }[] */
  questions: Generated<string>
  version: Generated<number>
}

interface PlaceTable {
  id: string
  slug: string
  title: string
  summary: string
  kind: 'studio' | 'outdoor' | 'client'
  is_default: number
  position: number
  address: Generated<string>
  latitude: Generated<number | null>
  longitude: Generated<number | null>
  /** Added before and after each session there. */
  travel_minutes: Generated<number>
  travel_fee_cents: Generated<number>
  version: Generated<number>
}

interface DateRequestTable {
  id: string
  reference: string
  session_type_id: string
  place_id: string
  /** YYYY-MM-DD in the studio's zone. */
  preferred_date: string
  day_part: 'morning' | 'afternoon' | 'any'
  zone: string
  name: string
  email: string
  phone: string
  party_size: number
  notes: string
  requested_at: number
  answered_at: number | null
  /** Name of the person of the studio who did. */
  answered_by: string | null
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

interface PostTable {
  id: string
  slug: string
  title: string
  excerpt: string
  body: string
  topic: string
  author: string
  cover_photo_id: string | null
  published_at: number | null
  updated_at: number
}

interface ProductTable {
  id: string
  slug: string
  title: string
  summary: string
  body: string
  category: string
  /** Size and time, such as "8 × 10 in · 6 days". */
  details: string
  price_cents: number
  /** 1: the price is the lowest of several. */
  price_from: number
  photo_id: string | null
  position: number
  published_at: number | null
}
