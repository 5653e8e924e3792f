import { readdir, readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import PostalMime, { type Email } from 'postal-mime'
import { expect, vi } from 'vitest'
import type { Site } from './site'
import type { SmtpSink } from './smtp-sink'

/** Posts a form as a browser without script does, without compression, to save time. */
export const post = (
  site: Site,
  path: string,
  fields: Record<string, string>,
  headers: Record<string, string> = {},
): Promise<Response> =>
  fetch(site.url + path, {
    method: 'POST',
    body: new URLSearchParams(fields),
    headers: { 'Accept-Encoding': 'identity', ...headers },
    redirect: 'manual',
  })

/** Waits until the site has sent `count` emails to an address. @returns them, oldest first */
export async function mailTo(site: Site, address: string, count = 1): Promise<Email[]> {
  return vi.waitFor(
    async () => {
      const mine = (await allMail(site)).filter(({ to }) => to?.some((each) => each.address === address))
      if (mine.length < count) throw new Error(`${mine.length} messages for ${address} so far`)
      return mine
    },
    { timeout: 60_000, interval: 100 },
  )
}

async function allMail(site: Site): Promise<Email[]> {
  const folder = join(site.dataDir, 'mail')
  const names = await readdir(folder).catch(() => [])
  const files = names.filter((name) => name.endsWith('.eml')).toSorted()
  return Promise.all(files.map(async (name) => PostalMime.parse(await readFile(join(folder, name)))))
}

/** The text of the newest email to an address whose subject begins like that, once it has arrived. */
export async function mailedText({ caught }: SmtpSink, address: string, subject: string): Promise<string> {
  const found = () =>
    caught.findLast(
      ({ recipients, mail }) => recipients.includes(address) && mail.subject?.startsWith(subject),
    )
  await expect.poll(found).toBeDefined()
  return found()?.mail.text ?? ''
}

/** Queries a running site's database. */
export function rows(site: Site, query: string, ...values: string[]): Record<string, unknown>[] {
  const database = new DatabaseSync(join(site.dataDir, 'studio.sqlite'), { readOnly: true })
  try {
    return database.prepare(query).all(...values)
  } finally {
    database.close()
  }
}

export const STUDIO = 'hello@example.com'

/** Nested values as a form posts them, such as `sections.0.title`. */
export const postedFields = (values: object, prefix = ''): Record<string, string> =>
  Object.fromEntries(
    Object.entries(values).flatMap(([name, value]) =>
      typeof value === 'object'
        ? Object.entries(postedFields(value, `${prefix}${name}.`))
        : [[prefix + name, String(value)]],
    ),
  )

/** The value of the first hidden field of a name. */
export const hiddenIn = (html: string, name: string): string =>
  new RegExp(`name="${name}" value="([^"]*)"`).exec(html)?.[1] ?? ''
