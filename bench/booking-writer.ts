import type { Program } from './booking-studio.ts'
import { NOW } from './booking-studio.ts'

/**
 * Books every start time that it is sent, and answers once the booking is on disk. The parent process keeps the
 * journal and kills this one.
 */

const [programUrl = '', dataDir = '', databaseUrl] = process.argv.slice(2)
const program: Program = await import(programUrl)
const db = program.openDatabase({ databaseUrl, dataDir })
const deps = {
  db,
  clock: program.fixedClock(NOW),
  config: {
    siteUrl: 'https://bench.example.com',
    secret: 'a secret of measurements',
    rateLimitScale: 1_000_000,
  },
  log: program.createLogger('error'),
}

process.on('message', async ({ n, startsAt }: { n: number; startsAt: number }) => {
  const fields: Record<string, string> = {
    service: 'short',
    slot: program.slotOf(startsAt),
    name: `Client ${n}`,
    email: `client${n}@example.com`,
    terms: 'yes',
  }
  const made = await program.requestBooking(deps, {
    get: (name) => fields[name] ?? '',
    network: `192.0.2.${n % 250}`,
    visitor: '',
  })
  const { user, system } = process.cpuUsage()
  process.send?.({ n, id: made.ok ? made.booking.id : null, processorMs: (user + system) / 1_000 })
})
process.send?.('ready')
