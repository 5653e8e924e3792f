import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import {
  ADDRESS_DECISIONS,
  type Decision,
  EVERYONE,
  HOST_DECISIONS,
  OUTCOMES,
  type Outcome,
  type Who,
} from '../support/address-decisions'
import { hostAddresses, routeAddresses } from '../support/addresses'
import { type DecidedSite, startDecidedSite } from '../support/decided-site'
import { keysOfEverything } from '../support/every-table'
import { rows } from '../support/forms'
import { INTENT_DECISIONS } from '../support/intent-decisions'
import { type PostedForm, postedForms } from '../support/posted-forms'
import { inDatabaseOf } from '../support/site-database'

const addresses = await routeAddresses()
const hosts = hostAddresses()

let decided: DecidedSite
beforeAll(async () => {
  decided = await startDecidedSite()
})
afterAll(() => decided?.site.stop())

const ask = (path: string, who: Who, given: RequestInit = {}) =>
  fetch(decided.site.url + path, { redirect: 'manual', headers: { Cookie: decided.cookies[who] }, ...given })

const send = (path: string, who: Who, fields: Iterable<[string, string]>) =>
  ask(path, who, { method: 'POST', body: new URLSearchParams([...fields]) })

async function outcomeOf(asked: Promise<Response>): Promise<Outcome | `error ${number}`> {
  const answer = await asked
  const text = await answer.text()
  const to = answer.headers.get('location') ?? (answer.status === 202 ? text : '')
  if (/(^|")\/login\?returnTo=/.test(to)) return 'login'
  // The photos' renditions aren't ready for download yet.
  const isWaiting = answer.status === 503 && new URL(answer.url).pathname.startsWith('/download/')
  if (answer.status >= 500 && !isWaiting) return `error ${answer.status}`
  const [redirectedTo] = (answer.headers.get('location') ?? '').split('?')
  const leadsToGallery = ['/download/:gallery', '/download/:gallery/pin'].map(decided.pathOf)
  if (leadsToGallery.includes(redirectedTo ?? '')) return 'gallery'
  const outcomes: Record<number, Outcome> = {
    403: 'refused',
    404: 'missing',
    405: 'no-method',
    410: 'missing',
  }
  return outcomes[answer.status] ?? 'opens'
}

async function outcomes(request: (who: Who) => Promise<Response>, of: readonly Who[] = EVERYONE) {
  const found = await Promise.all(of.map(async (who) => [who, await outcomeOf(request(who))]))
  return Object.fromEntries(found)
}

/** The status from the decision table for an address; 405 for a POST to a page without a form. */
function expected(path: string, method: 'GET' | 'POST', hasAction: boolean): Record<Who, Outcome> {
  const decision = ADDRESS_DECISIONS[path] ?? 'nothing'
  const { get, post } = typeof decision === 'object' ? decision : { get: decision, post: decision }
  if (method === 'GET' || hasAction) return OUTCOMES[method === 'GET' ? get : post]
  // The Studio checks the role before the method.
  const before = OUTCOMES[/^\/studio(\/|$)/.test(path) ? 'team' : 'everyone']
  return Object.fromEntries(
    EVERYONE.map((who) => [who, before[who] === 'opens' ? 'no-method' : before[who]]),
  ) as Record<Who, Outcome>
}

describe('who may request an address', () => {
  it.each(addresses)('$path', async ({ path, hasAction }) => {
    const place = decided.pathOf(path)
    const read = await outcomes((who) => ask(place, who))
    expect.soft({ GET: read }).toEqual({ GET: expected(path, 'GET', hasAction) })
    const visitor = await ask(place, 'visitor', { method: 'HEAD' })
    expect.soft(await outcomeOf(Promise.resolve(visitor))).toBe(expected(path, 'GET', hasAction).visitor)
    // Any POST there ends the session.
    if (path === '/sign-out') return
    const posted = await outcomes((who) => send(place, who, [['x', 'y']]))
    expect.soft({ POST: posted }).toEqual({ POST: expected(path, 'POST', hasAction) })
  })

  it('uploads of a gallery, by the tus protocol', async () => {
    const headers = { 'Tus-Resumable': '1.0.0', 'Upload-Length': '10' }
    const begin = (who: Who) =>
      ask(decided.pathOf('/studio/galleries/:gallery/uploads'), who, {
        method: 'POST',
        headers: { ...headers, Cookie: decided.cookies[who] },
      })
    const answers = await Promise.all(EVERYONE.map(async (who) => [who, (await begin(who)).status]))
    const given = { visitor: 401, client: 404, stranger: 404, assistant: 201, owner: 201 }
    expect(Object.fromEntries(answers)).toEqual(given)
  })

  it.each(hosts)('%s', async (path) => {
    const decision: Decision = HOST_DECISIONS[path] ?? 'nothing'
    expect(await outcomes((who) => ask(decided.pathOf(path), who))).toEqual(OUTCOMES[decision])
  })

  it.each(['/studio/', '/STUDIO', '//studio', '/%73tudio', '/studio/inbox/', '/studio/assets/app.js'])(
    '%s doesn’t get around the role check',
    async (path) => {
      for (const who of ['visitor', 'client'] as const) {
        const answer = await ask(path, who)
        expect(await answer.text()).not.toContain('To do')
        expect([301, 302, 308, 400, 404]).toContain(answer.status)
      }
    },
  )
})

describe('the data of a page of the Studio', () => {
  const studio = addresses.filter(({ path }) => path.startsWith('/studio') && !path.endsWith('*'))

  it.each(studio)('$path is limited to the people who may see the page', async ({ path, hasAction }) => {
    const place = `${decided.pathOf(path)}.data`
    const page = await ask(decided.pathOf(path), 'owner')
    expect(page.headers.get('cache-control')).toBe('private, no-store')
    for (const method of ['GET', 'POST'] as const) {
      const given = method === 'GET' ? {} : { method, body: new URLSearchParams({ x: 'y' }) }
      const found = await outcomes((who) => ask(place, who, given), ['visitor', 'client', 'assistant'])
      expect.soft({ [method]: expected(path, method, hasAction) }).toMatchObject({ [method]: found })
    }
  })
})

describe('an assistant', () => {
  const everything = () => inDatabaseOf(decided.site, keysOfEverything)
  const gone = async (before: Set<string>) => [...before.difference(await everything())]

  it('can’t delete anything but their own upload with any form that the Studio shows them', async () => {
    const before = await everything()
    const own = rows(
      decided.site,
      "select g.id from uploads g join users u on u.id = g.by_user where u.role = 'assistant'",
    )
    expect(own).toHaveLength(1)
    const forms = await formsFor('assistant')
    expect(forms.length).toBeGreaterThan(80)
    for (const form of forms) {
      if (form.action.startsWith('/sign-out')) continue
      const answer = await send(form.action, 'assistant', wholeForm(form))
      expect.soft([form.action, form.button, answer.status < 500]).toEqual([form.action, form.button, true])
    }
    expect(await gone(before)).toEqual(own.map(({ id }) => `uploads ${id}`))
    for (const { action, button } of forms)
      expect
        .soft([action, INTENT_DECISIONS[patternOf(action) ?? '']?.[button?.[1] ?? '']])
        .not.toEqual([action, 'deletes'])
  })

  it('gets 404 for each intent that deletes, and the owner succeeds', async () => {
    const asked = Object.entries(INTENT_DECISIONS).flatMap(([path, intents]) =>
      Object.entries(intents).flatMap(([intent, decision]) =>
        decision === 'deletes' ? [{ path, intent }] : [],
      ),
    )
    expect(asked.length).toBeGreaterThan(10)
    await stopCleanups()
    // The gallery is deleted last, with everything in it, and the email address before it.
    const last = (path: string) => Number(path.endsWith('/settings'))
    const inTurn = asked.toSorted((a, b) => last(a.path) - last(b.path) || (a.path > b.path ? -1 : 1))
    for (const { path, intent } of inTurn) {
      const [place, fields] = deletion(path, intent)
      const before = await everything()
      expect
        .soft([path, intent, (await send(place, 'assistant', fields)).status])
        .toEqual([path, intent, 404])
      expect.soft([path, intent, await gone(before)]).toEqual([path, intent, []])
      expect.soft([path, intent, (await send(place, 'owner', fields)).status]).toEqual([path, intent, 303])
    }
  })

  /** Creates two cleanups that wait for the owner's answer. */
  const stopCleanups = () =>
    inDatabaseOf(decided.site, async (db) => {
      for (const prefix of ['originals/', 'download-files/'])
        await db
          .insertInto('inventory_runs')
          .values({ prefix, ran_at: 1, full_at: 1, stopped_at: 1, found: 60, total: 60, allowed: null })
          .onConflict((conflict) =>
            conflict.column('prefix').doUpdateSet({ stopped_at: 1, found: 60, total: 60, allowed: null }),
          )
          .execute()
    })

  /** Form fields that delete an existing record. */
  function deletion(path: string, intent: string): [place: string, fields: [string, string][]] {
    const { pathOf, record } = decided
    const place = pathOf(path)
    const versionOf = (table: string, column: string, value: string) =>
      String(rows(decided.site, `select version from ${table} where ${column} = ?`, value)[0]?.version)
    const fields: Record<string, string> = { intent, ...more() }
    return [placeOf(), Object.entries(fields)]

    function more(): Record<string, string> {
      switch (`${path.slice('/studio'.length)} ${intent}`) {
        case '/bookings/unverified decline':
          return { span: 'all', until: String(Date.now()) }
        case '/galleries/:gallery remove':
          return { items: record(':item') }
        case '/galleries/:gallery set-remove':
          return { set: record(':set') }
        case '/galleries/:gallery/favorites remove-answer':
          return { comment: record(':comment') }
        case '/galleries/:gallery/settings remove': {
          const [gallery] = rows(decided.site, 'select title from galleries where id = ?', record(':gallery'))
          return {
            version: versionOf('galleries', 'id', record(':gallery')),
            confirmed: String(gallery?.title),
          }
        }
        case '/galleries/presets/:preset remove':
          return { version: versionOf('gallery_presets', 'id', record(':preset')) }
        case '/proposals/:proposal remove':
          return { version: versionOf('proposals', 'id', record(':proposal')) }
        case '/contracts/:contract remove':
          return { version: versionOf('contracts', 'id', record(':draft')) }
        case '/mini-days/:day remove':
          return { version: versionOf('mini_days', 'id', record(':day')) }
        case '/website/faqs/:faq remove':
          return { version: versionOf('faqs', 'id', record(':faq')) }
        case '/website/posts/:entry remove': {
          const newest = 'select number, revision from post_versions where post_id = ? order by number desc'
          const [version] = rows(decided.site, newest, record(':entry'))
          return { version: version ? `${version.number}.${version.revision}` : '1.1' }
        }
        case '/website/products/:product remove':
          return { version: versionOf('products', 'slug', record(':product')) }
        case '/website/services/:service remove':
          return { version: versionOf('services', 'slug', record(':service')) }
        case '/website/services/:service/:package remove':
          return { version: versionOf('packages', 'slug', record(':package')) }
        case '/website/testimonials/:testimonial remove':
          return { version: versionOf('testimonials', 'id', record(':testimonial')) }
        case '/quarantine allow':
          return { files: 'originals/', found: '60' }
        case '/quarantine check-again':
          return { files: 'download-files/', found: '60' }
        default:
          return {}
      }
    }

    function placeOf(): string {
      if (path === '/studio/contracts/:contract') return `/studio/contracts/${record(':draft')}`
      if (path !== '/studio/emails/:mail') return place
      const [waiting] = rows(decided.site, "select id from outbox where state = 'waiting'")
      return `/studio/emails/${waiting?.id}`
    }
  }
})

/** Each form that the Studio shows to a role, once. */
async function formsFor(who: Who): Promise<PostedForm[]> {
  const waiting = addresses.flatMap(({ path }) =>
    /^\/studio(\/|$)/.test(path) && !path.endsWith('*') ? [decided.pathOf(path)] : [],
  )
  const visits = new Map<string, number>()
  const known = new Set(waiting)
  const forms = new Map<string, PostedForm>()
  for (const path of waiting) {
    const pattern = patternOf(path)
    if (!pattern || (visits.get(pattern) ?? 0) >= 2) continue
    const answer = await ask(path, who)
    if (answer.status !== 200 || !answer.headers.get('content-type')?.includes('html')) continue
    visits.set(pattern, (visits.get(pattern) ?? 0) + 1)
    const html = await answer.text()
    for (const form of postedForms(html, path)) {
      const intents = wholeForm(form).flatMap(([name, value]) => (name === 'intent' ? [value] : []))
      const fields = form.fields.map(([name]) => name.replaceAll(/\d+/g, ''))
      const kind = [patternOf(form.action), form.button?.[0], ...intents, ...new Set(fields)].join(' ')
      if (!forms.has(kind)) forms.set(kind, form)
    }
    for (const [, link = ''] of html.matchAll(/<a\b[^>]*\bhref="(\/studio[^"#]*)/g)) {
      const next = link.replaceAll('&amp;', '&')
      if (!known.has(next)) known.add(next) && waiting.push(next)
    }
  }
  return [...forms.values()]
}

const wholeForm = ({ fields, button }: PostedForm): [string, string][] => [
  ...fields,
  ...(button ? [button] : []),
]

/** The route pattern that matches a path: the one with the fewest parameters. */
function patternOf(path: string): string | undefined {
  const place = path.split('?')[0] ?? ''
  const parameters = (pattern: string) => pattern.split(':').length
  return addresses
    .map((each) => each.path)
    .filter((pattern) =>
      new RegExp(`^${pattern.replaceAll('.', '\\.').replaceAll(/:\w+/g, '[^/]+')}$`).test(place),
    )
    .toSorted((a, b) => parameters(a) - parameters(b))[0]
}
