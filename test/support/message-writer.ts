import { sendContactMessage } from '~/domains/contact-messages/operations.server'
import { systemClock } from '~/platform/clock'
import { openDatabase } from '~/platform/db/database.server'
import { createLogger } from '~/platform/logging.server'

/** Sends one message of the contact form after the other, and reports each when it is stored, until it is killed. */
const [dataDir = '', databaseUrl, name = ''] = process.argv.slice(2)
const db = openDatabase({ databaseUrl: databaseUrl || undefined, dataDir })
const deps = {
  db,
  clock: systemClock,
  config: { siteUrl: 'https://photos.example.com', secret: 's'.repeat(32), rateLimitScale: 1_000_000 },
  log: createLogger('error'),
}

for (let n = 0; process.connected; n++) {
  const email = `${name}-${n}@example.com`
  const fields = { name: 'Renée', email, phone: '', subject: 'A wedding', message: 'We marry in May.' }
  const sent = await sendContactMessage(deps, {
    fields,
    honeypot: '',
    startedAt: '',
    network: `192.0.2.${n % 250}`,
  })
  if (!sent.ok) throw new Error(sent.reason)
  process.send?.(email)
}
