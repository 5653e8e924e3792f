import { makeFirstTermsVersion } from '~/domains/content/terms.server'
import type { Db } from '~/platform/db/database.server'
import type { NewRow, Row } from '~/platform/db/schema'
import { newId, sha256 } from '~/platform/ids.server'

/** Rows for tests: each is complete and unique, and takes overrides. */

const MADE_AT = Date.UTC(2026, 0, 1)
let count = 0
const next = () => ++count

export async function makePhoto(db: Db, given: Partial<Row<'photos'>> = {}): Promise<Row<'photos'>> {
  const n = next()
  const row: Row<'photos'> = {
    id: newId(),
    slug: `photo-${n}`,
    sha256: sha256(`original ${n}`),
    media_hash: sha256(`media ${n}`).slice(0, 24),
    original_name: `photo-${n}.jpg`,
    format: 'jpeg',
    bytes: 1_000_000,
    width: 3000,
    height: 2000,
    tone: '#7a6a58',
    placeholder: 'data:image/webp;base64,UklGRg==',
    title: `Photograph ${n}`,
    alt: `What is seen on photograph ${n}`,
    focal_x: 0.5,
    focal_y: 0.5,
    camera: null,
    lens: null,
    exposure: null,
    captured_at: null,
    creator: null,
    copyright: null,
    had_gps: 0,
    source_profile: null,
    state: 'ready',
    failure: null,
    created_at: MADE_AT,
    version: 1,
    published_at: MADE_AT,
    no_recognizable_people: 0,
    ...given,
  }
  await db.insertInto('photos').values(row).execute()
  return row
}

export async function makeRendition(
  db: Db,
  given: Pick<Row<'renditions'>, 'photo_id'> & Partial<Row<'renditions'>>,
): Promise<Row<'renditions'>> {
  const row: Row<'renditions'> = {
    format: 'jpg',
    width: 480,
    height: 320,
    bytes: 40_000,
    sha256: sha256(`rendition ${next()}`),
    created_at: MADE_AT,
    ...given,
  }
  await db.insertInto('renditions').values(row).execute()
  return row
}

export async function makeGallery(db: Db, given: Partial<Row<'galleries'>> = {}): Promise<Row<'galleries'>> {
  const n = next()
  const row: Row<'galleries'> = {
    id: newId(),
    slug: `gallery-${n}`,
    kind: 'public',
    title: `Gallery ${n}`,
    category: 'Wedding',
    summary: 'A summary.',
    dateline: 'June 2026',
    position: n,
    cover_photo_id: null,
    published_at: MADE_AT,
    created_at: MADE_AT,
    archived_at: null,
    expires_on: null,
    expired_at: null,
    expiry_paused_at: null,
    pin: null,
    pin_version: 0,
    sizes: '[]',
    proofing: 0,
    pick_limit: null,
    watermark: null,
    note: '',
    version: 1,
    for_website: 0,
    ...given,
  }
  await db.insertInto('galleries').values(row).execute()
  return row
}

export async function makeGalleryItem(
  db: Db,
  given: Pick<Row<'gallery_items'>, 'gallery_id'> & Partial<Row<'gallery_items'>>,
): Promise<Row<'gallery_items'>> {
  const row: Row<'gallery_items'> = {
    id: newId(),
    position: next(),
    photo_id: null,
    caption: '',
    body: '',
    document: null,
    featured: 0,
    set_id: null,
    file_name: '',
    hidden_at: null,
    removed_at: null,
    ...given,
  }
  await db.insertInto('gallery_items').values(row).execute()
  return row
}

/** Shares a gallery with a client. */
export async function makeShare(
  db: Db,
  given: Pick<Row<'gallery_shares'>, 'gallery_id'> & Partial<Row<'gallery_shares'>>,
): Promise<Row<'gallery_shares'>> {
  const email = given.email ?? `client-${next()}@example.com`
  const row: Row<'gallery_shares'> = {
    id: newId(),
    name: 'Ann Client',
    email,
    email_key: email.toLowerCase(),
    can_favorite: 1,
    sizes: '["web","print","original"]',
    expires_at: null,
    revoked_at: null,
    token_version: 1,
    pin_failures: 0,
    pin_wait_until: null,
    sent_at: null,
    first_opened_at: null,
    last_opened_at: null,
    created_at: MADE_AT,
    version: 1,
    ...given,
  }
  await db.insertInto('gallery_shares').values(row).execute()
  return row
}

export async function makeService(db: Db, given: Partial<Row<'services'>> = {}): Promise<Row<'services'>> {
  const n = next()
  const row: Row<'services'> = {
    id: newId(),
    slug: `service-${n}`,
    title: `Service ${n}`,
    notch: 'portrait',
    summary: 'A summary.',
    body: 'A body.',
    document: null,
    points: '["One point"]',
    from_price_cents: 28_500,
    price_unit: '',
    photo_id: null,
    thumbnail_photo_id: null,
    position: n,
    published_at: MADE_AT,
    version: 1,
    ...given,
  }
  await db.insertInto('services').values(row).execute()
  return row
}

/** @param places ids of the locations where it is offered */
export async function makeSessionType(
  db: Db,
  { places = [], ...given }: Partial<Row<'session_types'>> & { places?: Row<'places'>[] } = {},
): Promise<Row<'session_types'>> {
  const n = next()
  const row: NewRow<'session_types'> = {
    id: newId(),
    slug: `session-${n}`,
    service_id: null,
    title: `Session ${n}`,
    summary: 'A summary.',
    minutes: 60,
    edited_photos: '20 finished photographs',
    turnaround: 'Ready in 7 days',
    price_cents: 28_500,
    price_unit: '',
    deposit_cents: 10_000,
    position: n,
    published_at: MADE_AT,
    ...given,
  }
  const made = await db.insertInto('session_types').values(row).returningAll().executeTakeFirstOrThrow()
  for (const place of places)
    await db
      .insertInto('session_type_places')
      .values({ session_type_id: made.id, place_id: place.id })
      .execute()
  return made
}

export async function makePlace(db: Db, given: Partial<Row<'places'>> = {}): Promise<Row<'places'>> {
  const n = next()
  const row: NewRow<'places'> = {
    id: newId(),
    slug: `place-${n}`,
    title: `Place ${n}`,
    summary: 'A summary.',
    kind: 'studio',
    is_default: 0,
    position: n,
    ...given,
  }
  return await db.insertInto('places').values(row).returningAll().executeTakeFirstOrThrow()
}

export async function makePost(db: Db, given: Partial<Row<'posts'>> = {}): Promise<Row<'posts'>> {
  const n = next()
  const row: Row<'posts'> = {
    id: newId(),
    slug: `post-${n}`,
    title: `Post ${n}`,
    excerpt: 'An excerpt.',
    body: 'A paragraph.',
    document: null,
    topic: 'Weddings',
    author: 'A Photographer',
    cover_photo_id: null,
    published_at: MADE_AT,
    updated_at: MADE_AT,
    ...{ visibility: 'public', search_title: '', search_description: '', related: '[]' },
    ...given,
  }
  await db.insertInto('posts').values(row).execute()
  return row
}

export async function makeProduct(db: Db, given: Partial<Row<'products'>> = {}): Promise<Row<'products'>> {
  const n = next()
  const row: Row<'products'> = {
    id: newId(),
    slug: `product-${n}`,
    title: `Product ${n}`,
    summary: 'A summary.',
    body: 'A body.',
    document: null,
    category: 'Prints',
    details: '8 × 10 in · 6 days',
    price_cents: 4_500,
    price_from: 0,
    photo_id: null,
    views: '[]',
    variants: '[]',
    options: '[]',
    taxable: 1,
    sold_out: 0,
    position: n,
    published_at: MADE_AT,
    version: 1,
    ...given,
  }
  await db.insertInto('products').values(row).execute()
  return row
}

/** Stores one group of the studio's settings as JSON. */
export async function putSetting(db: Db, key: string, value: unknown): Promise<void> {
  const row: NewRow<'settings'> = { key, value: JSON.stringify(value), updated_at: MADE_AT }
  await db
    .insertInto('settings')
    .values(row)
    .onConflict((c) => c.column('key').doUpdateSet(row))
    .execute()
}

/** Adds opening hours: Tuesday to Saturday from nine to six, for every session type and location. */
export async function makeSchedule(db: Db, given: Partial<Row<'schedules'>> = {}): Promise<Row<'schedules'>> {
  const n = next()
  const row: Row<'schedules'> = {
    id: newId(),
    resource_id: 'default',
    title: `Schedule ${n}`,
    session_type_id: null,
    place_id: null,
    from_date: null,
    until_date: null,
    hours: JSON.stringify([2, 3, 4, 5, 6].map((weekday) => ({ weekday, opens: '09:00', closes: '18:00' }))),
    version: 1,
    ...given,
  }
  await db.insertInto('schedules').values(row).execute()
  return row
}

/** Adds a confirmed booking without buffers. Adds a session type and a location, too, if none are given. */
export async function makeBooking(db: Db, given: Partial<Row<'bookings'>> = {}): Promise<Row<'bookings'>> {
  const n = next()
  const start = given.session_date ?? MADE_AT + n * 86_400_000
  const email = given.email ?? `client${n}@example.com`
  const row: Row<'bookings'> = {
    id: newId(),
    reference: `DE-${String(n).padStart(5, '0')}`,
    resource_id: 'default',
    session_type_id: given.session_type_id ?? (await makeSessionType(db)).id,
    place_id: given.place_id ?? (await makePlace(db)).id,
    mini_day_id: null,
    state: 'confirmed',
    session_date: start,
    session_end: start + 3_600_000,
    wall_start: new Date(start).toISOString().slice(0, 16),
    zone: 'UTC',
    name: `Client ${n}`,
    email,
    email_key: email.toLowerCase(),
    phone: '',
    party_size: 1,
    notes: '',
    address: '',
    answers: '[]',
    terms_version: null,
    price_cents: 28_500,
    price_unit: '',
    travel_fee_cents: 0,
    deposit_cents: 7_500,
    policy: '{"freeReschedules":1,"rescheduleHours":48,"rescheduleFeeCents":7500,"depositRefundDays":14}',
    uid: `${n}@studio.example.com`,
    sequence: 0,
    manage_version: 1,
    submission_key: null,
    private_note: '',
    acceptance_requested_at: null,
    requirements: null,
    held_until: null,
    unproven: 0,
    payment_reminders_off: 0,
    created_at: MADE_AT,
    version: 1,
    ...given,
  }
  // Only if given, since tests of migrations add bookings to databases from before these columns.
  const { payment_reminders_off: _, requirements: _none, held_until: _never, ...before } = row
  await db
    .insertInto('bookings')
    .values({ ...before, ...given })
    .execute()
  if (row.state !== 'declined' && row.state !== 'canceled')
    await db
      .insertInto('occupancies')
      .values({
        id: newId(),
        resource_id: 'default',
        resource_number: 1,
        kind: 'booking',
        starts_at: row.session_date,
        ends_at: row.session_end,
        booking_id: row.id,
        expires_at: null,
        title: '',
        version: 1,
      })
      .execute()
  return row
}

/** Adds the terms that clients agree to. */
export async function makeTermsVersion(db: Db): Promise<void> {
  await makeFirstTermsVersion(db, '2026-01-01', MADE_AT)
}

/** A token of the same length that was never issued: its last character is another one. */
export const alteredToken = (token: string): string => token.slice(0, -1) + (token.endsWith('-') ? '_' : '-')
