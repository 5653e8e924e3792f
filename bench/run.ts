import { cpus, loadavg } from 'node:os'
import { parseArgs } from 'node:util'
import type { Browser } from 'playwright-core'
import { benchArchive, benchBucket } from './archive.ts'
import { benchAvailability } from './availability.ts'
import { benchBackup } from './backup.ts'
import { benchBackups } from './backups.ts'
import { benchBilling } from './billing.ts'
import { benchBookingPhone } from './booking-phone.ts'
import { benchBookingWrites } from './booking-writes.ts'
import { openBrowser } from './browser.ts'
import { benchGalleryPage } from './gallery-page.ts'
import { benchFlood, benchServing } from './http.ts'
import { benchIngest } from './ingest.ts'
import { benchInstances } from './instances.ts'
import { benchInvoice } from './invoice.ts'
import { benchLightbox } from './lightbox.ts'
import { benchMemory } from './memory.ts'
import { benchMixed } from './mixed.ts'
import { benchNewsletter } from './newsletter.ts'
import { benchPageLoads } from './page-loads.ts'
import { benchPipeline } from './pipeline.ts'
import { benchRendered } from './rendered.ts'
import { compareWith } from './revision.ts'
import { benchSearch } from './search.ts'
import { type BenchSite, startBenchSite } from './site.ts'
import { benchStudioLists, STUDIO_LISTS_ABOUT } from './studio-lists.ts'
import { benchStudioRooms } from './studio-rooms.ts'
import { benchTyping } from './typing.ts'

type Table = object[]

interface Part {
  about: string
  run: () => Promise<Table[]>
}

const one = (table: () => Promise<Table>) => async () => [await table()]

const inBrowser = (run: (browser: Browser) => Promise<Table[]>) => async () => {
  const browser = await openBrowser()
  try {
    return await run(browser)
  } finally {
    await browser.close()
  }
}

const onDemo = (run: (site: BenchSite) => Promise<Table>) => async () => {
  const site = await startBenchSite(3190)
  try {
    return [await run(site)]
  } finally {
    await site.stop()
  }
}

const { values, positionals } = parseArgs({
  options: { compare: { type: 'string' } },
  allowPositionals: true,
})

const PARTS: Record<string, Part> = {
  'page-loads': {
    about:
      'Pages on a phone: 1.44 Mbit/s, 562 ms to each answer, a CPU four times slower; the median of 3 loads',
    run: inBrowser(async (browser) => [await benchPageLoads(browser, values.compare)]),
  },
  lightbox: {
    about:
      'A photo opened and swiped on a phone: 1.44 Mbit/s, 562 ms to each answer, a CPU four times slower',
    run: inBrowser(async (browser) => [await benchLightbox(browser)]),
  },
  'booking-phone': {
    about:
      'A booking on a phone: 1.44 Mbit/s, 562 ms to each answer, a CPU four times slower; milliseconds of waiting',
    run: inBrowser(async (browser) => [await benchBookingPhone(browser)]),
  },
  serving: {
    about: 'Cached pages and rendering each time (Accept-Encoding: br)',
    run: onDemo(benchServing),
  },
  flood: { about: '/healthz while pages are rendered', run: onDemo(benchFlood) },
  rendered: { about: 'CPU time of pages that are rendered each time', run: one(benchRendered) },
  availability: {
    about: 'A month of availability with 10,000 bookings and 50 rules',
    run: one(benchAvailability),
  },
  billing: { about: 'What is open with 50,000 charges', run: one(benchBilling) },
  invoice: { about: 'The PDF of an invoice', run: one(benchInvoice) },
  search: { about: 'A search of 5,000 posts', run: one(benchSearch) },
  newsletter: { about: 'A newsletter to 20,000 subscribers', run: one(benchNewsletter) },
  archive: { about: 'A ZIP of 1 GB against other ways to send the same files', run: one(benchArchive) },
  bucket: { about: 'A ZIP of 2,000 photos from a bucket', run: one(benchBucket) },
  backup: { about: 'Everything in one archive, and back', run: one(benchBackup) },
  backups: { about: 'Encrypted backups of 10,000 photos, and a restore', run: one(benchBackups) },
  instances: { about: 'Pages rendered each time by one instance and by three', run: one(benchInstances) },
  'gallery-page': {
    about: 'The page of a client’s gallery with 50 and with 5,000 photos',
    run: one(benchGalleryPage),
  },
  booking: {
    about: 'Bookings on SQLite, and the program killed at random moments',
    run: one(benchBookingWrites),
  },
  memory: { about: 'A second start, and resident memory (RSS)', run: one(benchMemory) },
  mixed: { about: 'A busy site with 10,000 photos and 10,000 bookings', run: benchMixed },
  pipeline: { about: 'Photo pipeline against sharp alone', run: one(benchPipeline) },
  ingest: {
    about: 'Photos of 24 megapixels through the running site against sharp alone',
    run: one(benchIngest),
  },
  'studio-lists': { about: STUDIO_LISTS_ABOUT, run: one(benchStudioLists) },
  'studio-rooms': {
    about: 'The Studio: rooms on a phone, details from lists, and typing beside a preview',
    run: inBrowser(benchStudioRooms),
  },
  typing: {
    about: 'Typing in a post of 5,000 words with 60 photos, a CPU four times slower',
    run: inBrowser(async (browser) => [await benchTyping(browser)]),
  },
}

const unknown = positionals.filter((name) => !(name in PARTS))
if (unknown.length > 0)
  throw new Error(`No such bench: ${unknown.join(', ')}. There are ${Object.keys(PARTS).join(', ')}.`)
const wanted = positionals.length > 0 ? positionals : Object.keys(PARTS)

console.log(`${cpus()[0]?.model}, ${cpus().length} cores, Node.js ${process.version}\n`)
// It measures the other revision by itself, page by page.
const besideOther = (name: string) => values.compare !== undefined && name !== 'page-loads'
for (const name of wanted.filter((each) => !besideOther(each))) {
  const load = loadavg().map((each) => each.toFixed(1))
  console.log(`${PARTS[name]?.about}\nLoad average ${load.join(', ')}`)
  for (const table of (await PARTS[name]?.run()) ?? []) console.table(table)
}
const compared = wanted.filter(besideOther)
if (values.compare !== undefined && compared.length > 0) compareWith(values.compare, compared)
