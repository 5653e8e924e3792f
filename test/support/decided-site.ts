import { mkdir, writeFile } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import sharp from 'sharp'
import { blockTime } from '~/domains/booking/calendar/blocks.server'
import { quarantineKey } from '~/domains/files/model'
import { issueInvoice } from '~/domains/invoices/operations.server'
import { addCampaign } from '~/domains/newsletter/campaigns/drafts.server'
import { startImport } from '~/domains/newsletter/imports/operations.server'
import { addSubscriber } from '~/domains/newsletter/subscribers/operations.server'
import { saveTag } from '~/domains/newsletter/subscribers/tags.server'
import { BLANK_DRAFT } from '~/domains/proposals/proposal-form'
import { systemClock } from '~/platform/clock'
import type { Db } from '~/platform/db/database.server'
import { newId, sha256 } from '~/platform/ids.server'
import { signedIn } from './accounts'
import type { Who } from './address-decisions'
import { giveOriginal, makeClientGallery, shareWith } from './client-gallery'
import { makeBooking } from './factories'
import { mailTo, post, rows } from './forms'
import { scene } from './pictures'
import { type Site, startSite } from './site'
import { inDatabaseOf } from './site-database'

const CLIENT = 'ann@example.com'
const DAY = 86_400_000

export interface DecidedSite {
  site: Site
  cookies: Record<Who, string>
  /** An address of the route table with its parameters filled in. */
  pathOf(address: string): string
  /** The value of a parameter. */
  record(name: string): string
}

/** Starts a site with a record for every address of the route table, and a client to whom it belongs. */
export async function startDecidedSite(): Promise<DecidedSite> {
  const site = await startSite({ env: { RATE_LIMIT_SCALE: '100000' } })
  const cookies = {
    visitor: '',
    client: await signedIn(site, 'client', { email: CLIENT }),
    stranger: await signedIn(site, 'client'),
    assistant: await signedIn(site, 'assistant'),
    owner: await signedIn(site, 'owner'),
  }
  await post(site, '/contact', { name: 'Ann Lee', email: CLIENT, message: 'Hello.' })
  await mailTo(site, CLIENT)
  const records = await makeRecords(site)
  const pathOf = (address: string) =>
    (SPECIAL[address] ?? address).replace(/(:[\w-]+)|\*/g, (name) => records[name] ?? 'x')
  return { site, cookies, pathOf, record: (name) => records[name] ?? '' }
}

/** Addresses with special parameter values. */
const SPECIAL: Record<string, string> = {
  '/booking': '/booking?ref=:reference',
  '/contract': '/contract?ref=:signer',
  '/contract/signed.pdf': '/contract/signed.pdf?ref=:signer',
  '/proposal': '/proposal?ref=:proposed',
  '/booking/calendar.ics': '/booking/calendar.ics?ref=:reference',
  '/booking/cancel': '/booking/cancel?ref=:reference',
  '/booking/checkout': '/booking/checkout?ref=:reference',
  '/booking/details': '/booking/details?ref=:reference',
  '/booking/photos/:photo': '/booking/photos/:sent?ref=:reference',
  '/booking/reschedule': '/booking/reschedule?ref=:reference',
  '/calendar/:file': '/calendar/x.ics',
  '/download/:gallery/archive/:what/:file': '/download/:gallery/archive/everything/web.zip',
  '/download/:gallery/archive': '/download/:gallery/archive?what=everything&size=web',
  '/download/:gallery/media/*': '/download/:gallery/media/:item/480.jpg',
  '/media/*': '/media/:media/480.jpg',
  '/profile/my-data/:booking/:photo': '/profile/my-data/:booking/:sent',
  '/studio/bookings/:booking/photos/:photo': '/studio/bookings/:booking/photos/:sent',
  '/studio/bookings/:booking/photos/:photo/preview.jpg': '/studio/bookings/:booking/photos/:sent/preview.jpg',
  '/studio/galleries/:gallery/texts/:text/autosave': '/studio/galleries/:essay/texts/:text/autosave',
  '/studio/galleries/:gallery/texts/:text/versions': '/studio/galleries/:essay/texts/:text/versions',
  '/studio/quarantine/:photo/preview.jpg': '/studio/quarantine/:quarantined/preview.jpg',
}

/** The value of each parameter. */
async function makeRecords(site: Site): Promise<Record<string, string>> {
  const { gallery, set, items } = await makeClientGallery(site, { sizes: '["web","original"]' })
  await giveOriginal(site, String(items[0]?.id), await scene().jpeg().toBuffer())
  const { share } = await shareWith(site, gallery.id, { email: CLIENT, email_key: CLIENT })
  const id = (query: string, ...values: string[]) => String(rows(site, query, ...values)[0]?.id)
  const made = await inDatabaseOf(site, async (db) => ({
    ...(await makeCalendar(db)),
    ...(await makeContract(db)),
    ...(await makeProposal(db)),
    ...(await makeInvoice(db)),
    ':list': await makeList(db, gallery.id, share.id),
    ':email': await makeStep(db),
    ':download': await makeDownload(db, gallery.id),
    ':comment': await makeComment(db, gallery.id, String(items[0]?.id)),
    ':export': await makeArchive(db, site.dataDir),
    ...(await makeSubscriber(db)),
    ':form': 'wordpress',
    ':former': await makePostImport(db),
  }))
  return {
    ...made,
    ':quarantined': await makeQuarantined(site.dataDir),
    ':gallery': gallery.id,
    ':set': set.id,
    ':item': String(items[0]?.id),
    ':media': id('select media_hash as id from photos where id = ?', String(items[0]?.photo_id)),
    ':size': 'web',
    ':tile': '0-0.jpg',
    ':release': 'new',
    ':kind': 'messages',
    ':message': id('select id from contact_messages where email = ?', CLIENT),
    ':mail': id('select id from outbox'),
    ':client': id('select person_id as id from person_addresses where email_key = ?', CLIENT),
    ':group': 'hours',
    ':step': 'name',
    ':photo': 'roses-by-the-window',
    ':page': 'about',
    ':service': 'weddings',
    ':package': 'city-hall',
    ':faq': id('select id from faqs'),
    ':testimonial': id('select id from testimonials'),
    ':rules': 'hours',
    ':rule': 'new',
    ':type': 'portrait',
    ':location': 'park',
    ':day': id('select id from mini_days'),
    ':file': 'favorites.csv',
    ':post': id('select slug as id from posts where published_at is not null'),
    ':entry': id('select id from posts'),
    ':tag': 'weddings',
    ':template': 'new',
    ':preset': id('select id from gallery_presets'),
    ':product': id('select slug as id from products'),
    ':essay': id('select gallery_id as id from gallery_items where photo_id is null order by id'),
    ':text': id('select id from gallery_items where photo_id is null order by id'),
    ':story': id("select slug as id from galleries where kind = 'portfolio' and published_at is not null"),
    ':version': id('select number as id from terms_versions'),
    '*': 'no-such-page',
  }
}

/** Adds a booking of the client that is being paid, an unverified one, and blocked time. */
async function makeCalendar(db: Db): Promise<Record<string, string>> {
  const author = { uid: 'owner', name: 'Owner' }
  const values = { title: '', firstDate: '2027-06-01', lastDate: '', from: '', until: '', wholeDays: 'yes' }
  const blocked = await blockTime({ db, clock: systemClock, author }, values)
  const soon = Math.ceil(Date.now() / DAY) * DAY + 20 * DAY
  const { id, reference } = await makeBooking(db, { email: CLIENT, session_date: soon })
  await makeBooking(db, { session_date: soon + DAY, unproven: 1, created_at: Date.now() })
  await db
    .insertInto('online_payments')
    .values({
      ...{
        id: newId(),
        booking_id: id,
        purpose: 'deposit',
        currency: 'USD',
        amount_cents: 100,
        state: 'open',
      },
      ...{ checkout_id: 'cs_1', checkout_url: 'https://checkout.example.com/1', intent_id: null },
      ...{ dispute: '', problem: '', created_at: Date.now() },
    })
    .execute()
  const { sha256, format, bytes, width, height } = await db
    .selectFrom('photos')
    .selectAll()
    .executeTakeFirstOrThrow()
  const sent = newId()
  await db
    .insertInto('client_photos')
    .values({
      ...{ id: sent, booking_id: id, question: 'Which photos?', original_name: 'roses.jpg' },
      ...{ sha256, format, bytes, width, height, created_at: Date.now() },
    })
    .execute()
  return { ':sent': sent, ':booking': id, ':reference': reference, ':block': blocked.ok ? blocked.id : '' }
}

/** Adds a contract that the client has signed, and a draft. */
async function makeContract(db: Db): Promise<Record<string, string>> {
  const [contract, draft, version, signer] = [newId(), newId(), newId(), newId()]
  const at = Date.now()
  const pdf = Buffer.from('%PDF-1.7').toString('base64')
  await db
    .insertInto('contracts')
    .values(
      [contract, draft].map((id) => {
        return { id, title: 'Agreement', body: 'Text', signers: '[]', created_at: at }
      }),
    )
    .execute()
  await db
    .insertInto('contract_versions')
    .values({
      ...{ id: version, contract_id: contract, number: 1, title: 'Agreement', text: '# Agreement' },
      ...{ sha256: sha256('# Agreement'), sent_at: at, expires_at: at + DAY, completed_at: at },
      ...{ pdf, pdf_sha256: sha256(Buffer.from(pdf, 'base64')) },
    })
    .execute()
  await db
    .insertInto('contract_signers')
    .values({
      ...{ id: signer, version_id: version, position: 0, role: 'client', name: 'Ann Lee' },
      ...{ email: CLIENT, email_key: CLIENT, asked_at: at, viewed_at: at, signed_at: at },
    })
    .execute()
  return { ':contract': contract, ':draft': draft, ':number': '1', ':signer': signer }
}

/** Issues an invoice for another booking. */
async function makeInvoice(db: Db): Promise<Record<string, string>> {
  const { id: bookingId } = await makeBooking(db, { email: 'billed@example.com', session_date: Date.now() })
  const config = { siteUrl: 'http://localhost', smtpUrl: undefined, secret: 'a secret of tests' }
  const deps = { db, clock: systemClock, config, author: { uid: 'owner', name: 'Owner' } }
  const issued = await issueInvoice(deps, { bookingId, once: newId(), sent: { dueOn: '2030-01-01' } })
  return { ':invoice': issued.ok ? issued.id : '' }
}

/** Adds a proposal that was sent to the client, and a draft. */
async function makeProposal(db: Db): Promise<Record<string, string>> {
  const [proposed, draft, at] = [newId(), newId(), Date.now()]
  const document = JSON.stringify({ ...BLANK_DRAFT, name: 'Ann Lee', email: CLIENT, title: 'A day' })
  const { id: type } = await db.selectFrom('session_types').select('id').executeTakeFirstOrThrow()
  const { id: place } = await db.selectFrom('places').select('id').executeTakeFirstOrThrow()
  await db
    .insertInto('proposals')
    .values([proposed, draft].map((id) => ({ id, document, email_key: CLIENT, created_at: at })))
    .execute()
  await db
    .insertInto('proposal_versions')
    .values({
      ...{ id: newId(), proposal_id: proposed, number: 1, sent_at: at, expires_at: at + DAY },
      document: JSON.stringify({
        ...{ client: { name: 'Ann Lee', email: CLIENT, phone: '' }, second: null, title: 'A day', intro: '' },
        studio: { name: 'Dorian Ellis', email: 'studio@example.com' },
        packages: [{ title: 'A day', text: '', priceCents: 100 }],
        ...{ options: [], travelFeeCents: 0, depositCents: null, depositPercent: null, installments: 1 },
        ...{ daysBefore: 0, contract: '' },
        session: {
          ...{ bookingId: null, reference: '', sessionTypeId: type, placeId: place, title: 'Session' },
          ...{ startsAt: at + 30 * DAY, date: 'A day', time: 'A time', location: 'A place', address: '' },
          day: '2027-01-01',
        },
      }),
    })
    .execute()
  return { ':proposed': proposed, ':proposal': draft }
}

/** Adds a newsletter subscriber, a tag, an import that waits to be applied, and a draft of a newsletter. */
async function makeSubscriber(db: Db): Promise<Record<string, string>> {
  const deps = { db, clock: systemClock, author: { uid: 'owner', name: 'Owner' } }
  const added = await addSubscriber(deps, { email: 'reader@example.com', name: '', source: 'Asked' })
  await saveTag(deps, null, { name: 'Weddings', isPublic: 'yes' })
  const bytes = new TextEncoder().encode('new@example.com, New Reader')
  const started = await startImport(deps, { bytes, name: 'readers.csv' })
  const campaign = await addCampaign(deps, { subject: 'First light' })
  return {
    ...{ ':subscriber': added.ok ? added.id : '', ':import': started.ok ? started.id : '' },
    ':campaign': campaign,
  }
}

/** Adds a file of posts that waits for the owner's choice. */
async function makePostImport(db: Db): Promise<string> {
  const row = {
    id: newId(),
    format: 'ghost',
    file_name: 'ghost.json',
    state: 'waiting',
    choices: '{}',
  } as const
  const begun = { author_uid: 'owner', author_name: 'Owner', begun_at: Date.now() }
  await db
    .insertInto('post_imports')
    .values({ ...row, ...begun })
    .execute()
  return row.id
}

async function makeList(db: Db, gallery: string, share: string): Promise<string> {
  const row = { id: newId(), gallery_id: gallery, share_id: share, purpose: 'Album' }
  await db
    .insertInto('favorite_lists')
    .values({ ...row, pick_limit: null, submitted_at: null, created_at: 0 })
    .execute()
  return row.id
}

/** Adds an email to the newsletter's sequence. */
async function makeStep(db: Db): Promise<string> {
  const id = newId()
  const step = { id, subject: 'How to prepare', text: 'Bring a coat.', delay_days: 3, is_on: 1, since: 0 }
  await db.insertInto('newsletter_steps').values(step).execute()
  return id
}

/** Adds a download from a gallery. */
async function makeDownload(db: Db, gallery: string): Promise<string> {
  const id = newId()
  const sent = { bytes: 2, sent: '[[0,1]]', started_at: 1, updated_at: 1, completed_at: 1 }
  const what = { share_id: null, who: 'Ann', what: 'everything', of_id: null, size: 'web' } as const
  await db
    .insertInto('downloads')
    .values({ id, gallery_id: gallery, etag: '"x"', files: 1, ...what, ...sent })
    .execute()
  return id
}

/** Adds a comment of the studio on a photo. */
async function makeComment(db: Db, gallery: string, item: string): Promise<string> {
  const row = { id: newId(), gallery_id: gallery, item_id: item, share_id: null, to_share_id: null }
  await db
    .insertInto('photo_comments')
    .values({ ...row, author: 'Owner', body: 'We’ll brighten it.', created_at: 1 })
    .execute()
  return row.id
}

/** Adds a finished export archive. */
async function makeArchive(db: Db, dataDir: string): Promise<string> {
  const id = 'ab'.repeat(16)
  await mkdir(join(dataDir, 'photos', 'exports'), { recursive: true })
  await writeFile(join(dataDir, 'photos', 'exports', `${id}.zip`), 'PK')
  const row = { id, state: 'ready', requested_by: 'Owner', bytes: 2, photos: 0, missing: '[]' } as const
  await db
    .insertInto('exports')
    .values({ ...row, created_at: Date.now(), finished_at: Date.now() })
    .execute()
  return id
}

/** Adds a photo to the quarantine. @returns its SHA-256 */
export async function makeQuarantined(dataDir: string, background = '#a56'): Promise<string> {
  const picture = await sharp({ create: { width: 480, height: 320, channels: 3, background } })
    .jpeg()
    .toBuffer()
  const photo = sha256(picture)
  const key = quarantineKey(`originals/${photo.slice(0, 2)}/${photo}.jpg`, Date.now())
  const file = join(dataDir, 'photos', key)
  await mkdir(dirname(file), { recursive: true })
  await writeFile(file, picture)
  return photo
}
