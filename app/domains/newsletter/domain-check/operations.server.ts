import { Resolver } from 'node:dns/promises'
import { readSettings } from '~/domains/content/operations.server'
import { senderOf } from '~/domains/content/settings/sender'
import { readMailServerUrl } from '~/domains/outbox/mail-server.server'
import { sendingAs } from '~/domains/outbox/mailbox'
import type { Config } from '~/platform/config.server'
import type { Db } from '~/platform/db/database.server'
import { checkDomain, type DomainFinding } from './check.server'

interface Deps {
  db: Db
  config: Pick<Config, 'smtpUrl' | 'secret' | 'mailFrom'>
}

/** The domain that emails are sent from. */
export async function readSenderDomain({ db, config }: Deps): Promise<{ email: string; domain: string }> {
  const { email } = sendingAs(config, senderOf(await readSettings({ db }))).from
  return { email, domain: email.slice(email.lastIndexOf('@') + 1).toLowerCase() }
}

/** A label of a host name (RFC 1035, 2.3.1), or several. */
const SELECTOR = /^[a-z0-9_-]{1,63}(\.[a-z0-9_-]{1,63}){0,3}$/i

export type DomainChecked = { ok: true; findings: DomainFinding[] } | { ok: false; sentence: string }

/** Asks the name servers about the sender's domain, which takes up to a few seconds. */
export async function checkSenderDomain(
  deps: Deps,
  { selector }: { selector: string },
  resolver = new Resolver({ timeout: 2_000, tries: 1 }),
): Promise<DomainChecked> {
  if (selector !== '' && !SELECTOR.test(selector))
    return { ok: false, sentence: 'Enter the selector as your provider shows it. For example, selector1.' }
  const url = await readMailServerUrl(deps)
  const server = url === undefined ? null : new URL(url).hostname
  return {
    ok: true,
    findings: await checkDomain(resolver, { ...(await readSenderDomain(deps)), server, selector }),
  }
}
