import { cpus, loadavg } from 'node:os'
import { parseArgs } from 'node:util'
import { benchArchive, benchBucket } from './archive.ts'
import { benchAvailability } from './availability.ts'
import { benchBackup } from './backup.ts'
import { benchBackups } from './backups.ts'
import { benchBilling } from './billing.ts'
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
import { benchSearch } from './search.ts'
import { startBenchSite } from './site.ts'
import { benchStudioLists, STUDIO_LISTS_ABOUT } from './studio-lists.ts'
import { benchStudioRooms } from './studio-rooms.ts'
import { benchTyping } from './typing.ts'

const { values, positionals } = parseArgs({
  options: { compare: { type: 'string' } },
  allowPositionals: true,
})
const wanted = (part: string) => positionals.length === 0 || positionals.includes(part)

console.log(`${cpus()[0]?.model}, ${cpus().length} cores, Node.js ${process.version}\n`)

if (wanted('page-loads')) {
  const load = loadavg().map((each) => each.toFixed(1))
  console.log(
    'Pages on a phone: 1.44 Mbit/s, 562 ms to each answer, a CPU four times slower; the median of 3 loads',
  )
  console.log(`Load average ${load.join(', ')}`)
  const browser = await openBrowser()
  console.table(await benchPageLoads(browser, values.compare))
  await browser.close()
}

if (wanted('lightbox')) {
  console.log(
    'A photo opened and swiped on a phone: 1.44 Mbit/s, 562 ms to each answer, a CPU four times slower',
  )
  const browser = await openBrowser()
  console.table(await benchLightbox(browser))
  await browser.close()
}

if (['serving', 'flood'].some(wanted)) await benchPublicSite()

if (wanted('rendered')) {
  console.log('CPU time of pages that are rendered each time')
  console.table(await benchRendered())
}

if (wanted('availability')) {
  console.log('A month of availability with 10,000 bookings and 50 rules')
  console.table(await benchAvailability())
}

if (wanted('billing')) {
  console.log('What is open with 50,000 charges')
  console.log(
    `Load average ${loadavg()
      .map((each) => each.toFixed(1))
      .join(', ')}`,
  )
  console.table(await benchBilling())
}

if (wanted('invoice')) {
  console.log('The PDF of an invoice')
  console.table(await benchInvoice())
}

if (wanted('search')) {
  console.log('A search of 5,000 posts')
  console.table(await benchSearch())
}

if (wanted('newsletter')) {
  console.log('A newsletter to 20,000 subscribers')
  console.table(await benchNewsletter())
}

if (wanted('archive')) {
  console.log('A ZIP of 1 GB against other ways to send the same files')
  console.table(await benchArchive())
}

if (wanted('bucket')) {
  console.log('A ZIP of 2,000 photos from a bucket')
  console.table(await benchBucket())
}

if (wanted('backup')) {
  console.log('Everything in one archive, and back')
  console.table(await benchBackup())
}

if (wanted('backups')) {
  console.log('Encrypted backups of 10,000 photos, and a restore')
  console.table(await benchBackups())
}

if (wanted('instances')) {
  console.log('Pages rendered each time by one instance and by three')
  console.table(await benchInstances())
}

if (wanted('gallery-page')) {
  console.log('The page of a client’s gallery with 50 and with 5,000 photos')
  console.table(await benchGalleryPage())
}

if (wanted('booking')) {
  console.log('Bookings on SQLite, and the program killed at random moments')
  console.table(await benchBookingWrites())
}

if (wanted('memory')) {
  console.log('A second start, and resident memory (RSS)')
  console.table(await benchMemory())
}

if (wanted('mixed')) {
  console.log('A busy site with 10,000 photos and 10,000 bookings')
  for (const table of await benchMixed()) console.table(table)
}

if (wanted('pipeline')) {
  console.log('Photo pipeline against sharp alone')
  console.table(await benchPipeline())
}

if (wanted('ingest')) {
  console.log('Photos of 24 megapixels through the running site against sharp alone')
  console.table(await benchIngest())
}

if (wanted('studio-lists')) {
  console.log(STUDIO_LISTS_ABOUT)
  console.table(await benchStudioLists())
}

if (wanted('studio-rooms')) {
  console.log('The Studio: rooms on a phone, details from lists, and typing beside a preview')
  const browser = await openBrowser()
  for (const table of await benchStudioRooms(browser)) console.table(table)
  await browser.close()
}

if (wanted('typing')) {
  console.log('Typing in a post of 5,000 words with 60 photos, a CPU four times slower')
  const browser = await openBrowser()
  console.table(await benchTyping(browser))
  await browser.close()
}

async function benchPublicSite(): Promise<void> {
  const site = await startBenchSite(3190)
  if (wanted('serving')) {
    console.log('Cached pages and rendering each time (Accept-Encoding: br)')
    console.table(await benchServing(site))
  }

  if (wanted('flood')) {
    console.log('/healthz while pages are rendered')
    console.table(await benchFlood(site))
  }
  await site.stop()
}
