import { cpus } from 'node:os'
import { benchArchive } from './archive.ts'
import { benchAvailability } from './availability.ts'
import { benchBackup } from './backup.ts'
import { benchBookingWrites } from './booking-writes.ts'
import { openBrowser } from './browser.ts'
import { benchFirstLoad } from './first-load.ts'
import { benchGalleryPage } from './gallery-page.ts'
import { benchCachedPages, benchFlood } from './http.ts'
import { benchIngest } from './ingest.ts'
import { benchMobile } from './mobile.ts'
import { benchPipeline } from './pipeline.ts'
import { startBenchSite } from './site.ts'
import { benchStudioLists, STUDIO_LISTS_ABOUT } from './studio-lists.ts'

const PAGES = [
  '/',
  '/gallery',
  '/services',
  '/about',
  '/contact',
  '/book-session',
  '/terms',
  '/blog',
  '/blog/what-rain-does-to-a-city-portrait',
  '/pricing',
  '/mikhenzo-products',
  '/portfolio',
  '/portrait',
  '/thank-you',
]

const kilobytes = (bytes: number) => `${(bytes / 1024).toFixed(1)} KB`
const only = process.argv.slice(2)
const wanted = (part: string) => only.length === 0 || only.includes(part)

console.log(`${cpus()[0]?.model}, ${cpus().length} cores, Node.js ${process.version}\n`)

if (['first-load', 'mobile', 'cached-pages', 'flood'].some(wanted)) await benchPublicSite()

if (wanted('availability')) {
  console.log('A month of availability with 10,000 bookings and 50 rules')
  console.table(await benchAvailability())
}

if (wanted('archive')) {
  console.log('A ZIP of 1 GB against other ways to send the same files')
  console.table(await benchArchive())
}

if (wanted('backup')) {
  console.log('Everything in one archive, and back')
  console.table(await benchBackup())
}

if (wanted('gallery-page')) {
  console.log('The page of a client’s gallery with 50 and with 5,000 photos')
  console.table(await benchGalleryPage())
}

if (wanted('booking')) {
  console.log('Bookings on SQLite, and the program killed at random moments')
  console.table(await benchBookingWrites())
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

async function benchPublicSite(): Promise<void> {
  const site = await startBenchSite(3190)
  const browser = await openBrowser()

  if (wanted('first-load')) {
    console.log('First load, bytes on the wire')
    const rows = await benchFirstLoad(site, browser, PAGES)
    console.table(
      rows.map((row) => ({
        page: row.page,
        JavaScript: kilobytes(row.javascript),
        CSS: kilobytes(row.css),
        'preloaded fonts': `${row.preloadedFonts}, ${kilobytes(row.preloadedFontBytes)}`,
        'layout shift': row.layoutShift.toFixed(4),
        'other origins': row.otherOrigins,
      })),
    )
  }

  if (wanted('mobile')) {
    const mobile = await benchMobile(site, browser)
    console.log('Home on a phone (1.6 Mbit/s, 150 ms, a four times slower processor), median of 5')
    console.table([
      {
        'largest image': `${Math.round(mobile.largestImage)} ms`,
        'bytes before it': kilobytes(mobile.bytesBefore),
        which: mobile.element,
      },
    ])
  }
  await browser.close()

  if (wanted('cached-pages')) {
    console.log('Cached pages and rendering each time (Accept-Encoding: br)')
    console.table(await benchCachedPages(site))
  }

  if (wanted('flood')) {
    console.log('/healthz while pages are rendered')
    console.table(await benchFlood(site))
  }
  await site.stop()
}
