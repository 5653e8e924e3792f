import { createHash } from 'node:crypto'
import { linkSync, mkdirSync, readFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { originalKey, renditionKey } from '../app/domains/photos/stored-files.ts'
import { sealToken } from '../app/platform/sealed-token.server.ts'
import { termsOf } from '../app/platform/search-words.ts'
import type { Planned } from './mixed-load.ts'

const PHOTOS = 10_000
/** The others are in client galleries. */
const PUBLIC_PHOTOS = 2_000
const CLIENT_GALLERIES = 20
const BOOKINGS = 10_000
const BOOKINGS_A_DAY = 8
const DAYS_AHEAD = 365
/** In cents. */
const PRICE = 28_500
/** One in this many past bookings. */
const UNPAID = 50
const DAY = 86_400_000
const HOUR = 3_600_000
const NAMES = 'Ann Ben Carla David Elena Farid Grace Hugo Ines Jaylen'.split(' ')
const LAST_NAMES = 'Abbott Brooks Cole Diaz Evans Fischer Gupta Hughes Ito Jensen Kaplan'.split(' ')

export interface Filled {
  /** Slugs of the public photos. */
  photos: string[]
  /** A page of each client gallery, as its client. */
  galleries: Planned[]
  /** Start times that can be booked, as in forms. */
  slots: string[]
}

type Insert = (table: string, row: Record<string, string | number | null>) => void

/**
 * Adds photos and bookings to a stopped site. Each photo has its own rows and its own addresses, and its files are
 * hard links to those of a demo photo.
 */
export function fillMixed(dataDir: string): Filled {
  const db = new DatabaseSync(join(dataDir, 'studio.sqlite'))
  db.exec('begin immediate')
  const statements = new Map<string, ReturnType<typeof db.prepare>>()
  const insert: Insert = (table, row) => {
    const columns = Object.keys(row)
    const values = columns.map(() => '?')
    const statement =
      statements.get(table) ??
      db.prepare(`insert into ${table} (${columns.join(', ')}) values (${values.join(', ')})`)
    statements.set(table, statement)
    statement.run(...Object.values(row))
  }
  const photos = addPhotos(db, insert, dataDir)
  const secret = readFileSync(join(dataDir, 'secret'), 'utf8').trim()
  const filled = {
    photos: addToPublicGalleries(db, insert, photos.slice(0, PUBLIC_PHOTOS)),
    galleries: addClientGalleries(insert, photos.slice(PUBLIC_PHOTOS), secret),
    slots: addBookings(db, insert),
  }
  db.exec('commit')
  // The server does this by itself after some time.
  db.exec('analyze')
  db.close()
  return filled
}

const hashOf = (text: string): string => createHash('sha256').update(text).digest('hex')

/** The ids sort by time, as the product’s own. */
const idOf = (kind: number, n: number, at: number): string => {
  const time = at.toString(16).padStart(12, '0')
  const rest = hashOf(`${kind} ${n}`)
  return `${time.slice(0, 8)}-${time.slice(8)}-7${rest.slice(0, 3)}-8${rest.slice(3, 6)}-${rest.slice(6, 18)}`
}

interface Photo {
  id: string
  slug: string
  name: string
}

function addPhotos(db: DatabaseSync, insert: Insert, dataDir: string): Photo[] {
  const models = db.prepare(`select * from photos where state = 'ready' order by id`).all() as Record<
    string,
    string | number
  >[]
  const renditions = db.prepare('select * from renditions where photo_id = ?')
  const now = Date.now()
  return Array.from({ length: PHOTOS }, (_, n) => {
    const model = models[n % models.length] ?? {}
    const sha256 = hashOf(`photo ${n}`)
    const at = now - (PHOTOS - n) * 60_000
    const photo = { id: idOf(1, n, at), slug: `frame-${n}`, name: `IMG_${String(n).padStart(5, '0')}.jpg` }
    const row = { ...model, sha256, media_hash: sha256.slice(0, 20), created_at: at }
    const title = `${model.title}, ${n}`
    insert('photos', {
      ...{ ...row, id: photo.id, slug: photo.slug, title, alt: `${model.alt}, ${n}` },
      ...{ original_name: photo.name, published_at: n < PUBLIC_PHOTOS ? at : null },
    })
    link(dataDir, originalKey(model as never), originalKey(row as never))
    for (const made of renditions.all(model.id ?? '') as { width: number; format: 'avif' | 'jpg' }[]) {
      insert('renditions', { ...made, photo_id: photo.id })
      const keyOf = (media: unknown) => renditionKey(String(media), made.width, made.format)
      link(dataDir, keyOf(model.media_hash), keyOf(row.media_hash))
    }
    addTerms(insert, 'photo', photo.id, [title, photo.name, photo.slug, String(model.alt)])
    return photo
  })
}

function link(dataDir: string, from: string, to: string): void {
  const target = join(dataDir, 'photos', to)
  mkdirSync(dirname(target), { recursive: true })
  linkSync(join(dataDir, 'photos', from), target)
}

function addTerms(insert: Insert, kind: string, id: string, texts: string[]): void {
  for (const term of termsOf(texts)) insert('search_terms', { kind, term, ref_id: id })
}

/** @returns their slugs */
function addToPublicGalleries(db: DatabaseSync, insert: Insert, photos: Photo[]): string[] {
  const galleries = db
    .prepare(`select id from galleries where kind = 'public' and published_at is not null order by position`)
    .all()
  photos.forEach((photo, n) => {
    addItem(insert, photo, { gallery_id: String(galleries[n % galleries.length]?.id), position: 100 + n })
  })
  return photos.map(({ slug }) => slug)
}

const addItem = (
  insert: Insert,
  { id, name }: Photo,
  place: { gallery_id: string; position: number; set_id?: string },
): void =>
  insert('gallery_items', {
    ...{ id: idOf(2, place.position, Date.now()), photo_id: id, caption: '', body: '', featured: 0 },
    ...{ file_name: name, set_id: null, ...place },
  })

function addClientGalleries(insert: Insert, photos: Photo[], secret: string): Planned[] {
  const each = photos.length / CLIENT_GALLERIES
  const now = Date.now()
  return Array.from({ length: CLIENT_GALLERIES }, (_, n) => {
    const [id, share] = [idOf(3, n, now), idOf(4, n, now)]
    const title = `${LAST_NAMES[n % LAST_NAMES.length]} & ${NAMES[n % NAMES.length]}`
    insert('galleries', {
      ...{ id, slug: `client-${n}`, kind: 'client', title, category: 'Wedding', summary: '' },
      ...{ dateline: 'June 2026', position: 100 + n, published_at: now, created_at: now, sizes: '[]' },
    })
    addTerms(insert, 'gallery', id, [title])
    const sets = ['Morning', 'Ceremony', 'Dinner', 'Dancing'].map((name, position) => {
      const set = idOf(5, n * 10 + position, now)
      insert('gallery_sets', { id: set, gallery_id: id, title: name, position })
      return set
    })
    photos.slice(n * each, (n + 1) * each).forEach((photo, at) => {
      const set_id = sets[Math.floor((at / each) * sets.length)] ?? ''
      addItem(insert, photo, { gallery_id: id, set_id, position: 10_000 + n * each + at })
    })
    const email = `client${n}@example.com`
    insert('gallery_shares', {
      ...{ id: share, gallery_id: id, name: title, email, email_key: email, can_favorite: 1 },
      ...{ sizes: '[]', token_version: 1, created_at: now },
    })
    const token = sealToken(secret, 'open a shared gallery', { id: share, version: 1 })
    return { path: `/download/${id}`, cookie: `studio_gallery_${id.replaceAll('-', '')}=${token}` }
  })
}

/** A trigger puts it toward the charge of the session. */
function addPayment(insert: Insert, booking_id: string, at: number): void {
  insert('payments', {
    ...{ id: `${booking_id}:paid`, booking_id, purpose: 'balance', currency: 'USD', amount_cents: PRICE },
    ...{ received_on: new Date(at).toISOString().slice(0, 10), method: 'check', note: '' },
    ...{ recorded_at: at, recorded_by: '' },
  })
}

/** In place of the demo’s bookings: eight every day, with free time at night. @returns the free starts */
function addBookings(db: DatabaseSync, insert: Insert): string[] {
  for (const table of ['bookings', 'occupancies', 'mini_days']) db.exec(`delete from ${table}`)
  const types = db.prepare(`select id from session_types where starts_kind = 'interval'`).all()
  const place = String(db.prepare('select id from places where is_default = 1').get()?.id)
  db.exec(
    `update session_types set increment_minutes = 30, buffer_after_minutes = 0, minimum_notice_hours = 24,
       booking_window_days = 400, daily_limit = null, questionnaire = '[]' where slug = 'headshot'`,
  )
  insert('schedules', {
    ...{ id: 'bench', resource_id: 'default', title: 'Every night', place_id: null, from_date: null },
    session_type_id: String(db.prepare(`select id from session_types where slug = 'headshot'`).get()?.id),
    ...{ until_date: null, version: 1 },
    hours: JSON.stringify(
      [1, 2, 3, 4, 5, 6, 7].map((weekday) => ({ weekday, opens: '00:00', closes: '24:00' })),
    ),
  })
  const today = Math.floor(Date.now() / DAY) * DAY
  const first = today + (DAYS_AHEAD - BOOKINGS / BOOKINGS_A_DAY) * DAY
  for (let n = 0; n < BOOKINGS; n++) {
    const at = first + Math.floor(n / BOOKINGS_A_DAY) * DAY + (14 + (n % BOOKINGS_A_DAY)) * HOUR
    addBooking(insert, n, at, { session_type_id: String(types[n % types.length]?.id), place_id: place })
  }
  const NIGHTS = 100
  return Array.from({ length: NIGHTS * 24 }, (_, n) => {
    const at = today + (7 + Math.floor(n / 24)) * DAY + (n % 24) * (HOUR / 2)
    return new Date(at).toISOString().replace('.000Z', 'Z')
  })
}

function addBooking(
  insert: Insert,
  n: number,
  at: number,
  of: { session_type_id: string; place_id: string },
): void {
  const id = idOf(6, n, at - 30 * DAY)
  const name = `${NAMES[n % NAMES.length]} ${LAST_NAMES[n % LAST_NAMES.length]}`
  const email = `${name.replace(' ', '.').toLowerCase()}.${n % 2_500}@example.com`
  const reference = `DE-${String(n).padStart(5, '0')}`
  const end = at + 45 * 60_000
  insert('bookings', {
    ...{ id, reference, resource_id: 'default', ...of, state: at < Date.now() ? 'done' : 'confirmed' },
    ...{ session_date: at, session_end: end, wall_start: '', zone: 'America/New_York' },
    ...{ name, email, email_key: email, phone: '', party_size: 1, notes: '', address: '', answers: '[]' },
    ...{ price_cents: PRICE, price_unit: '', travel_fee_cents: 0, deposit_cents: 7_500 },
    policy: '{"freeReschedules":1,"rescheduleHours":48,"rescheduleFeeCents":7500,"depositRefundDays":14}',
    ...{ uid: `${n}@bench.example.com`, sequence: 0, manage_version: 1, private_note: '' },
    ...{ created_at: at - 30 * DAY, version: 1 },
  })
  insert('occupancies', {
    ...{ id, resource_id: 'default', resource_number: 1, kind: 'booking', starts_at: at, ends_at: end },
    ...{ booking_id: id, title: '', version: 1 },
  })
  if (at < Date.now() && n % UNPAID !== 0) addPayment(insert, id, at)
  addTerms(insert, 'booking', id, [name, email, reference])
}
