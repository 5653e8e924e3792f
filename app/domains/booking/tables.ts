import type { Generated } from 'kysely'

/** Bookings and availability. See platform/db/schema.ts for how instants, flags, money and JSON are stored. */
declare module '~/platform/db/schema' {
  interface Database {
    session_types: SessionTypeTable
    places: PlaceTable
    session_type_places: { session_type_id: string; place_id: string }
    resources: { id: string; number: number; title: string }
    schedules: ScheduleTable
    special_dates: SpecialDateTable
    mini_days: MiniDayTable
    calendar_feeds: CalendarFeedTable
    external_calendars: ExternalCalendarTable
    external_busy: { id: string; calendar_id: string; starts_at: number; ends_at: number }
    bookings: BookingTable
    booking_events: BookingEventTable
    booking_reminders: BookingReminderTable
    payment_reminders: PaymentReminderTable
    /** At most one row: reminders of that day and earlier ones aren't written, since they may have been before a restore. */
    payment_reminder_start: { one: number; at: number }
    occupancies: OccupancyTable
    holds: HoldTable
    /** Networks for which a hold is counted. `network_hash` is a keyed hash. */
    hold_networks: { hold_id: string; network_hash: string }
    unverified_bookings: UnconfirmedBookingTable
    booking_floods: { id: string; started_at: number; last_at: number; reviewed_at: number | null }
    booking_flood_declines: { flood_id: string; address_hash: string }
    online_payments: OnlinePaymentTable
    online_refunds: OnlineRefundTable
    /** Received events of the provider of online payments, by its ids. */
    payment_events: { id: string; received_at: number }
    saved_cards: SavedCardTable
    card_charges: CardChargeTable
    stripe_checks: StripeCheckTable
    waitlist: WaitlistTable
  }
}

interface SessionTypeTable {
  id: string
  slug: string
  service_id: string | null
  /** 1: its price is the starting price of its service; at most one of a service. */
  sets_price: Generated<number>
  title: string
  summary: string
  minutes: number
  edited_photos: string
  turnaround: string
  price_cents: number
  price_unit: string
  deposit_cents: number
  position: number
  published_at: number | null
  increment_minutes: Generated<number>
  buffer_before_minutes: Generated<number>
  buffer_after_minutes: Generated<number>
  /** Minimum elapsed hours between request and session. */
  minimum_notice_hours: Generated<number>
  /** Maximum days between request and session. */
  booking_window_days: Generated<number>
  /** Maximum sessions of this type per day; null: no limit. */
  daily_limit: Generated<number | null>
  needs_approval: Generated<number>
  starts_kind: Generated<'interval' | 'fixed' | 'sunset' | 'mini'>
  /** json: HH:MM[] */
  fixed_starts: Generated<string>
  /** Minutes before sunset at which the session begins. */
  sunset_minutes: Generated<number>
  /** json: { id, label, kind, required }[] */
  questionnaire: Generated<string>
  /** json: TypeRequirements; null: nothing is required. */
  requirements: string | null
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
  /** Minutes added before and after each session there. */
  travel_minutes: Generated<number>
  travel_fee_cents: Generated<number>
  photo_id: Generated<string | null>
  version: Generated<number>
}

interface ScheduleTable {
  id: string
  resource_id: string
  title: string
  /** null: any session type. */
  session_type_id: string | null
  /** null: any location. */
  place_id: string | null
  /** YYYY-MM-DD, inclusive; null: no limit. */
  from_date: string | null
  until_date: string | null
  /** json: { weekday, opens, closes }[] */
  hours: string
  version: number
}

interface SpecialDateTable {
  id: string
  resource_id: string
  title: string
  session_type_id: string | null
  place_id: string | null
  /** YYYY-MM-DD, inclusive. */
  from_date: string
  until_date: string
  /** json: { opens, closes }[]; empty: closed. */
  hours: string
  version: number
}

interface MiniDayTable {
  id: string
  resource_id: string
  title: string
  session_type_id: string
  place_id: string
  /** YYYY-MM-DD in the studio’s zone. */
  date: string
  /** json: HH:MM[], wall times of the studio’s zone. */
  starts: string
  published_at: number | null
  created_at: number
  version: number
}

interface CalendarFeedTable {
  id: string
  token_hash: string
  title: string
  created_at: number
  last_read_at: number | null
  revoked_at: number | null
}

interface ExternalCalendarTable {
  id: string
  resource_id: string
  title: string
  /** Encrypted with the installation's secret, since it gives access to the calendar. */
  url: string
  etag: string | null
  fetched_at: number | null
  failure: string | null
  created_at: number
}

interface BookingTable {
  id: string
  reference: string
  resource_id: string
  session_type_id: string
  place_id: string
  mini_day_id: string | null
  state: 'requested' | 'confirmed' | 'declined' | 'canceled' | 'done' | 'no-show'
  /** When the session begins (R31: sessionDate, stored as an instant). */
  session_date: number
  session_end: number
  /** The start by the studio’s clock, YYYY-MM-DDTHH:MM. */
  wall_start: string
  zone: string
  name: string
  email: string
  /** The email address in lower case. */
  email_key: string
  phone: string
  party_size: number
  notes: string
  /** Where the session takes place, if at the client’s location. */
  address: string
  /** json: { question, answer }[], with the questions' text at that time */
  answers: string
  terms_version: number | null
  price_cents: number
  price_unit: string
  travel_fee_cents: number
  deposit_cents: number
  /** json: the agreed policy */
  policy: string
  /** iCalendar UID, never changes. */
  uid: string
  /** iCalendar SEQUENCE. */
  sequence: number
  /** Raised to revoke all manage links sent before. */
  manage_version: number
  submission_key: string | null
  private_note: string
  /** When the client was asked to accept a new date; null: nothing to accept. */
  acceptance_requested_at: number | null
  /** json: BookingRequirements; null: nothing is required before it counts as confirmed. */
  requirements: string | null
  /** Until when its time is held for what is required; null: it isn't. */
  held_until: number | null
  /** 1: made on the site with an unproven address, and not marked as trusted by the studio. */
  unproven: Generated<number>
  /** 1: its client gets no payment reminders about it. */
  payment_reminders_off: Generated<number>
  created_at: number
  version: number
}

interface BookingEventTable {
  id: string
  booking_id: string
  kind: string
  at: number
  by_kind: 'client' | 'studio' | 'program'
  by_name: string
  /** json */
  detail: string
}

interface BookingReminderTable {
  booking_id: string
  kind: 'reminder-48' | 'reminder-3' | 'thanks'
  /** The session's start for which it was written. */
  session_date: number
  written_at: number
}

/** A payment reminder that was written. */
interface PaymentReminderTable {
  booking_id: string
  /** YYYY-MM-DD: the due date that it reminds of. */
  due_on: string
  /** Days from the due date to the reminder; negative: before it. */
  days_after: number
  written_at: number
}

interface OccupancyTable {
  id: string
  resource_id: string
  resource_number: number
  kind: 'booking' | 'hold' | 'block'
  /** Buffers and travel included. */
  starts_at: number
  ends_at: number
  booking_id: string | null
  /** When a hold expires; null for other kinds. */
  expires_at: number | null
  /** The title of a block. */
  title: string
  version: number
}

interface HoldTable {
  id: string
  visitor_hash: string
  network_hash: string
  session_type_id: string
  place_id: string
  session_date: number
  session_end: number
  extended: number
}

interface UnconfirmedBookingTable {
  id: string
  reference: string
  resource_id: string
  session_type_id: string
  place_id: string
  state: 'waiting' | 'confirmed' | 'lapsed' | 'declined'
  session_date: number
  session_end: number
  /** As typed; '' once it's settled. */
  email: string
  /** json: what the client entered; {} once it's settled. */
  details: string
  wants_newsletter: number
  terms_version: number
  price_cents: number
  submission_key: string | null
  /** The hold on its time; null: not held. */
  hold_id: string | null
  /** The resulting booking. */
  booking_id: string | null
  created_at: number
  expires_at: number
}

interface WaitlistTable {
  id: string
  session_type_id: string
  place_id: string
  date: string
  name: string
  email: string
  email_key: string
  /** `kept`: a freed start is held, and the email is sent in the morning. */
  state: 'waiting' | 'kept' | 'offered' | 'taken' | 'lapsed' | 'left'
  offered_start: number | null
  offered_until: number | null
  /** The hold on that start. Without a foreign key, since holds are deleted earlier. */
  hold_id: string | null
  created_at: number
}

/** A payment that a provider carries out. */
interface OnlinePaymentTable {
  /** Also the id of the payment in the ledger. */
  id: string
  booking_id: string
  purpose: 'deposit' | 'balance'
  /** ISO 4217 */
  currency: string
  /** With the tip. */
  amount_cents: number
  tip_cents: Generated<number>
  state: 'created' | 'open' | 'processing' | 'failed' | 'expired' | 'mismatched' | 'paid'
  /** The provider's ids; null: not known yet. */
  checkout_id: string | null
  /** '' before it is open. */
  checkout_url: string
  intent_id: string | null
  /** '' without a dispute. */
  dispute: '' | 'open' | 'won' | 'lost'
  created_at: number
  /** A sentence for the studio; '': none. */
  problem: string
  /** The card that is saved with it, or that it's charged to; null: none. */
  card_id: Generated<string | null>
  /** YYYY-MM-DD: the part that a saved card is charged for; null: the client pays on the provider's page. */
  due_on: Generated<string | null>
}

/** A card at the provider that a client lets the studio charge for the later payments of a booking. */
interface SavedCardTable {
  id: string
  booking_id: string
  /** What the client agreed to, word for word, and its version. */
  words: string
  words_version: number
  /** The most that it may be charged in all, in minor units. */
  limit_cents: number
  agreed_at: number
  network: string
  /** `agreed`: the provider hasn't saved it yet. `removing`: no longer used, and the provider is asked to forget it. */
  state: 'agreed' | 'saved' | 'removing' | 'removed'
  /** The provider's ids; null: not known yet. */
  customer_id: string | null
  method_id: string | null
  brand: string
  last4: string
  removed_at: number | null
  removed_by: '' | 'client' | 'studio' | 'program'
}

/** A charge of a saved card for a due date (YYYY-MM-DD), up to an amount, as it was announced by email. */
interface CardChargeTable {
  booking_id: string
  due_on: string
  card_id: string
  amount_cents: number
  announced_at: number
  payment_id: string | null
}

/** What the command that tries the connection to Stripe saw. */
interface StripeCheckTable {
  id: string
  checked_at: number
  /** The start of the key's SHA-256. */
  key_hash: string
  is_live: number
  /** Stripe's id; '' if it didn't answer. */
  account: string
  is_right: number
  /** json: { state, sentence }[] */
  findings: string
}

interface OnlineRefundTable {
  /** Also the id of the refund in the ledger. */
  id: string
  online_payment_id: string
  amount_cents: number
  /** `unrecorded`: the provider refunded it, but the ledger has no such amount. */
  state: 'requested' | 'unrecorded' | 'succeeded' | 'failed'
  requested_at: number
  /** '' for one that was made at the provider. */
  requested_by: string
  /** The charge that it's taken off first, so that nothing more is owed; '': it's owed again. */
  takes_off: Generated<string>
}
