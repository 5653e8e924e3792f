import type { Generated, Insertable, Selectable } from 'kysely'
import type { BookingTables } from './booking-tables'
import type { ExitTables } from './exit-tables'
import type { GalleryTables } from './gallery-tables'

/**
 * The tables, as the migrations leave them, the same on SQLite and PostgreSQL.
 * Instants are milliseconds since 1970 (UTC), flags are 0 or 1, money is integer cents, `json` columns are text.
 */
export interface Database extends BookingTables, ExitTables, GalleryTables {
  settings: { key: string; value: string; updated_at: number }
  content_version: { id: number; version: number }

  photos: PhotoTable
  renditions: RenditionTable
  photo_checks: PhotoCheckTable

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

  newsletter: NewsletterTable
  do_not_sell_requests: DoNotSellRequestTable
  enquiries: EnquiryTable

  audit: AuditTable

  search_terms: SearchTermTable
  people: PersonTable
  person_addresses: PersonAddressTable

  users: UserTable
  sessions: SessionTable
  credentials: CredentialTable
  verifications: VerificationTable
  two_factors: TwoFactorTable
  owner_links: OwnerLinkTable

  jobs: JobTable
  outbox: OutboxTable
  rate_limits: RateLimitTable
}

export type Row<T extends keyof Database> = Selectable<Database[T]>
export type NewRow<T extends keyof Database> = Insertable<Database[T]>

interface PhotoTable {
  id: string
  /** Readable and permanent: it stands in links. */
  slug: string
  /** SHA-256 of the original file, hexadecimal. */
  sha256: string
  /** Stands in media addresses; changes with the original or with the way renditions are made. */
  media_hash: string
  original_name: string
  format: string
  bytes: number
  /** Pixels, after EXIF orientation. */
  width: number
  height: number
  /** Dominant colour, #rrggbb. */
  tone: string
  /** A data: address of a tiny blurred picture. */
  placeholder: string
  title: string
  alt: string
  /** Focal point, 0 to 1 from the left and from the top. */
  focal_x: number
  focal_y: number
  camera: string | null
  lens: string | null
  /** Such as "50 mm f/4". */
  exposure: string | null
  /** Wall time of the camera, YYYY-MM-DDTHH:MM:SS; cameras record no zone. */
  captured_at: string | null
  creator: string | null
  copyright: string | null
  had_gps: number
  source_profile: string | null
  state: 'processing' | 'ready' | 'failed'
  failure: string | null
  created_at: number
  /** Raised by each edit of what people wrote about it. */
  version: Generated<number>
  /** Visitors may see it since; null: those only whom a gallery is shared with. */
  published_at: number | null
  /** 1: nobody can be recognized on it, so that nobody has to be asked. */
  shows_nobody: Generated<number>
}

interface RenditionTable {
  photo_id: string
  format: 'avif' | 'jpg'
  width: number
  height: number
  bytes: number
  sha256: string
  created_at: number
}

interface PhotoCheckTable {
  photo_id: string
  requested_at: number
  /** null: not looked at yet. */
  at: number | null
  /** json: what was found at each point of the safety report */
  points: string
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

interface NewsletterTable {
  id: string
  email: string
  /** The address in lower case; unique. */
  email_key: string
  request_date: number
  unsubscribe_token: string
  unsubscribed_at: number | null
}

interface DoNotSellRequestTable {
  id: string
  email: string
  email_key: string
  request_date: number
  /** YYYY-MM-DD, 15 business days later. */
  due_date: string
  /** 1: the browser sent Global Privacy Control. */
  gpc: number
  answered_at: number | null
  /** Name of the person of the studio who did. */
  answered_by: string | null
}

interface EnquiryTable {
  id: string
  name: string
  email: string
  phone: string
  subject: string
  message: string
  received_at: number
  answered_at: number | null
  /** Name of the person of the studio who did. */
  answered_by: string | null
}

interface AuditTable {
  id: string
  at: number
  author_id: string
  /** As it was then. */
  author_name: string
  /** What was done, in the words of the audit’s own list. */
  action: string
  subject: string
  /** json: { field, from, to }[] */
  changes: string
}

interface SearchTermTable {
  kind: 'enquiry' | 'date-request' | 'do-not-sell' | 'mail' | 'person' | 'photo' | 'booking' | 'gallery'
  /** In lower case and without marks; sorts by code point. */
  term: string
  /** Id of the record of that kind. */
  ref_id: string
}

interface PersonTable {
  id: string
  /** Empty when nobody has said one. */
  name: string
  phone: string
  /** Who has said them: somebody unproven, the account, the studio. */
  details_from: 'claim' | 'account' | 'studio'
  note: string
  user_id: string | null
  /** How much the studio keeps of this person whatever becomes of an account. */
  records: number
  /** 1: one of the addresses gets the letters. */
  is_subscriber: number
  /** The record that this one has become; everything but the id is gone from here. */
  merged_into: string | null
  version: number
  created_at: number
  last_contact_at: number
}

interface PersonAddressTable {
  /** The address in lower case. */
  email_key: string
  email: string
  person_id: string
  /** When its owner has proven that it is theirs. */
  verified_at: number | null
  subscribed: number
  created_at: number
}

interface UserTable {
  id: string
  name: string
  /** In lower case. */
  email: string
  email_verified: number
  phone: string
  image: string | null
  role: 'owner' | 'assistant' | 'client'
  two_factor_enabled: number
  created_at: number
  updated_at: number
}

interface SessionTable {
  id: string
  user_id: string
  /** SHA-256 of what stands in the cookie, in hex. */
  token: string
  ip_address: string | null
  user_agent: string | null
  expires_at: number
  created_at: number
  updated_at: number
}

interface CredentialTable {
  id: string
  user_id: string
  /** The user’s id. */
  account_id: string
  provider_id: 'credential'
  /** Argon2id, in PHC form. */
  password: string | null
  created_at: number
  updated_at: number
}

interface VerificationTable {
  id: string
  /** A hash of what the link or the cookie holds. */
  identifier: string
  value: string
  expires_at: number
  created_at: number
  updated_at: number
}

interface TwoFactorTable {
  id: string
  user_id: string
  /** Encrypted with the installation’s secret. */
  secret: string
  /** json: string[], encrypted with the installation’s secret */
  backup_codes: string
  verified: number
  failed_verification_count: number
  locked_until: number | null
  /** The time step (RFC 6238) of the newest code that was used. */
  last_step: Generated<number>
}

interface OwnerLinkTable {
  /** SHA-256 of the token, hexadecimal. */
  token_hash: string
  role: 'owner' | 'assistant'
  /** To whom it was given; null: whoever has it. */
  email: string | null
  expires_at: number
  created_at: number
  redeemed_at: number | null
  redeemed_by: string | null
  /** Of links that a person of the studio sent to an address; null: a command printed it. */
  id: string | null
  /** Name of the person who did. */
  invited_by: string | null
  withdrawn_at: number | null
}

interface JobTable {
  id: string
  kind: string
  /** json */
  payload: string
  /** Higher goes first. */
  priority: number
  run_at: number
  attempts: number
  claimed_by: string | null
  claimed_until: number | null
  last_error: string | null
  failed_at: number | null
  unique_key: string | null
  created_at: number
}

interface OutboxTable {
  id: string
  kind: string
  to_address: string
  reply_to: string | null
  subject: string
  html: string
  text: string
  /** json: Record<string, string> of further headers */
  headers: string
  message_id: string
  state: 'queued' | 'sent' | 'failed'
  failure: string | null
  created_at: number
  sent_at: number | null
  /** An iCalendar object that goes with the message, and its METHOD. */
  calendar: Generated<string | null>
  calendar_method: Generated<'REQUEST' | 'CANCEL' | null>
}

interface RateLimitTable {
  /** What is limited and for whom; addresses stand in it as keyed hashes. */
  bucket: string
  /** json: number[] of instants */
  hits: string
  updated_at: number
}
