import type { RouteConfigEntry } from '@react-router/dev/routes'
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest'
import { manageTokenOf } from '~/domains/booking/client/manage-link.server'
import type { Booking } from '~/domains/booking/reservations/model'
import routes from '../../app/routes'
import { signedIn } from '../support/accounts'
import { cookieOf } from '../support/delivered-gallery'
import { startSiteOn } from '../support/engine-site'
import { dumpEverything } from '../support/every-table'
import { fromSeed, NO_VERSIONS, ODD_BODIES, ODD_SEGMENTS, ODD_VALUES } from '../support/odd-values'
import { type PostedForm, postedForms } from '../support/posted-forms'
import type { Site } from '../support/site'
import { secretOf } from '../support/site'
import { inDatabaseOf } from '../support/site-database'

/** How often each form is sent with odd values, and each address is requested with odd names and queries. */
const ROUNDS = 2
const SEED = 7

type Who = 'owner' | 'assistant' | 'client' | 'guest' | 'nobody'
const EVERYONE: Who[] = ['owner', 'assistant', 'client', 'guest', 'nobody']

interface FoundForm extends PostedForm {
  who: Who
  /** The page that shows the form. */
  page: string
}

/** Every address of the route table. */
const addresses = [...new Set(addressesOf(await routes))]

function addressesOf(entries: RouteConfigEntry[], above = ''): string[] {
  return entries.flatMap((entry) => {
    const path = entry.path ? `${above}/${entry.path}` : above
    return [path === '' ? '/' : path, ...addressesOf(entry.children ?? [], path)]
  })
}

/** Query parameters that the addresses use. */
const QUERIES = [
  ...['after', 'before', 'category', 'date', 'done', 'for', 'kind', 'list', 'location', 'month'],
  ...[
    'next',
    'off',
    'page',
    'place',
    'product',
    'q',
    'ref',
    'remove',
    'returnTo',
    'saved',
    'search',
    'secret',
  ],
  ...['service', 'set', 'show', 'slot', 'start', 'state', 'step', 'subject', 'text', 'to', 'topic', 'view'],
  ...['words', 'notice', 'open', 'reschedule', '_routes', 'index', '__proto__'],
]

describe.each(['sqlite', 'postgres'] as const)(
  'input that our forms never send (%s)',
  { timeout: 300_000 },
  (engine) => {
    let site: Site
    let stop: () => Promise<void>
    let cookies: Record<Who, string>
    let pages: { path: string; who: Who; html: string }[]
    let forms: FoundForm[]
    const random = fromSeed(SEED)
    const pick = <T>(from: readonly T[]): T => from[Math.floor(random() * from.length)] as T

    beforeAll(async () => {
      ;({ site, stop } = await startSiteOn(engine, { RATE_LIMIT_SCALE: '100000' }))
      cookies = await signEverybodyIn()
      pages = await visitEveryPage()
      const found = pages.flatMap(({ path, who, html }) =>
        postedForms(html, path).map((form) => ({ ...form, page: path, who })),
      )
      forms = [...new Map(found.map((form) => [kindOfForm(form), form])).values()]
      isData = engine === 'postgres'
    })
    afterAll(() => stop?.())
    // After any input, the same process answers the next request and has logged no error of its own.
    afterEach(async () => {
      expect((await fetch(`${site.url}/healthz`)).status).toBe(200)
      expect(() => process.kill(site.pid, 0)).not.toThrow()
      expect(mistakes()).toEqual([])
    })

    const mistakes = () =>
      site
        .output()
        .split('\n')
        .filter((line) => /"level":(50|60)/.test(line))

    async function signEverybodyIn(): Promise<Record<Who, string>> {
      const email = await inDatabaseOf(site, async (db) => {
        const share = await db.selectFrom('gallery_shares').select('email').executeTakeFirstOrThrow()
        await db.deleteFrom('users').where('email', '=', share.email).execute()
        return share.email
      })
      return {
        owner: await signedIn(site, 'owner'),
        assistant: await signedIn(site, 'assistant'),
        client: await signedIn(site, 'client', { email }),
        guest: await capabilities(),
        nobody: '',
      }
    }

    /** Cookies of a browser without an account, for each shared gallery and for a booking. */
    const capabilities = () =>
      inDatabaseOf(site, async (db) => {
        const shares = await db.selectFrom('gallery_shares').selectAll().execute()
        const booking = await db
          .selectFrom('bookings')
          .select(['id', 'manage_version as manageVersion'])
          .orderBy('session_date', 'desc')
          .executeTakeFirstOrThrow()
        const secret = secretOf(site)
        const token = manageTokenOf({ config: { secret } }, booking as Booking)
        return [...shares.map((share) => cookieOf(site, share)), `studio_booking=${token}`].join('; ')
      })

    /**
     * On PostgreSQL, requests after the first visits are for data only, since rendering is the same on both
     * engines.
     */
    let isData = false

    const send = (path: string, who: Who, given: RequestInit = {}, type?: string) =>
      fetch(site.url + (isData && !/\.data(\?|$)/.test(path) ? dataAddress(path) : path), {
        redirect: 'manual',
        ...given,
        headers: {
          'Accept-Encoding': 'identity',
          ...(type ? { 'Content-Type': type } : {}),
          ...(cookies[who] ? { Cookie: cookies[who] } : {}),
        },
      })

    const post = (path: string, who: Who, fields: [string, string][]) =>
      send(path, who, { method: 'POST', body: new URLSearchParams(fields) })

    /** Follows links as each role, to at most two pages of each kind. */
    async function visitEveryPage() {
      const found: typeof pages = []
      const plain = addresses.filter((path) => !/[:*]|sign-out/.test(path))
      const starts: [Who, string[]][] = [
        ['owner', plain.filter((path) => path.startsWith('/studio'))],
        ['client', ['/profile', '/profile/two-factor']],
        ['guest', ['/booking', ...(await sharedGalleries()), '/book-session', '/contact']],
        ['nobody', plain.filter((path) => !path.startsWith('/studio'))],
      ]
      for (const [who, waiting] of starts) {
        const visits = new Map<string, number>()
        const known = new Set(waiting)
        for (const path of waiting) {
          const kind = kindOf(path)
          if ((visits.get(kind) ?? 0) >= 2) continue
          const answer = await send(path, who)
          const html = await answer.text()
          if (answer.status !== 200 || !answer.headers.get('content-type')?.includes('html')) continue
          visits.set(kind, (visits.get(kind) ?? 0) + 1)
          found.push({ path, who, html })
          for (const next of linksOf(html, path)) if (!known.has(next)) known.add(next) && waiting.push(next)
        }
      }
      return found
    }

    const sharedGalleries = () =>
      inDatabaseOf(site, async (db) => {
        const shares = await db.selectFrom('gallery_shares').select('gallery_id').distinct().execute()
        return shares.map(({ gallery_id }) => `/download/${gallery_id}`)
      })

    const linksOf = (html: string, path: string): string[] =>
      [...html.matchAll(/<a\b[^>]*\bhref="([^"#]+)/g)].flatMap(([, link = '']) => {
        const to = new URL(link.replaceAll('&amp;', '&'), site.url + path)
        const isPage = to.origin === site.url && !/\/(media|assets|archive|file|data)\//.test(to.pathname)
        return isPage ? [to.pathname + to.search] : []
      })

    /** Expects any response but a server error. @param what describes the request */
    async function expectAnswer(asked: Promise<Response>, what: unknown[]): Promise<number> {
      const answer = await asked
      const text = await answer.text()
      const excerpt = answer.status < 500 ? '' : text.slice(0, 300)
      expect.soft([...what, answer.status < 500, excerpt]).toEqual([...what, true, ''])
      return answer.status
    }

    const everything = () =>
      inDatabaseOf(site, async (db): Promise<Record<string, string[]>> => {
        const { outbox: _, audit_chain: __, audit = [], ...rest } = await dumpEverything(db)
        // A refused sign-in is logged shortly after its response.
        return { ...rest, audit: audit.filter((entry) => !entry.includes('"sign-in-failed"')) }
      })

    /** Values that don't fit an integer column, and others that do. */
    const oddVersions = () => ['NaN', '9007199254740992', pick(NO_VERSIONS)]

    /** Rows that were added or removed. */
    async function changesSince(before: Record<string, string[]>): Promise<string[]> {
      const now = await everything()
      return Object.keys(now).flatMap((table) => {
        const [was, is] = [new Set(before[table]), new Set(now[table])]
        return [...is.symmetricDifference(was)].map((row) => `${table} ${row}`)
      })
    }

    it('covers every kind of form', () => {
      expect(pages.length).toBeGreaterThan(200)
      expect(forms.length).toBeGreaterThan(200)
      for (const who of ['owner', 'client', 'guest', 'nobody'])
        expect(forms.filter((form) => form.who === who).length).toBeGreaterThan(2)
    })

    it('a form with an invalid version changes nothing', async () => {
      const before = await everything()
      for (const form of forms) {
        const fields = whole(form)
        const at = fields.findIndex(([name, value]) => name === 'version' && /^\d+$/.test(value))
        if (at < 0 || isRepeatable(form)) continue
        for (const odd of oddVersions()) {
          const sent = fields.flatMap(([name, value], i): [string, string][] =>
            i !== at ? [[name, value]] : odd === undefined ? [] : [[name, odd]],
          )
          await expectAnswer(post(form.action, form.who, sent), [
            form.who,
            form.action,
            form.button,
            'version',
            odd,
          ])
        }
      }
      expect(await changesSince(before)).toEqual([])
    })

    it('property names of every object match no photo, page or search term', async () => {
      const about = forms.find(
        ({ action, who }) => who === 'owner' && action === '/studio/website/pages/about',
      )
      const photo = about?.fields.find(([, value]) => /^[a-z]+(-[a-z]+)+$/.test(value))?.[0]
      expect(photo).toBeDefined()
      for (const name of ['constructor', '__proto__', 'toString']) {
        const sent = about?.fields.map(([field, value]): [string, string] => [
          field,
          field === photo ? name : value,
        ])
        await expectAnswer(post('/studio/website/pages/about', 'owner', sent ?? []), [
          '/studio/website/pages/about',
          photo,
          name,
        ])
        for (const path of ['/about', '/studio/website/pages/about', `/studio/website/photos?shown=${name}`])
          await expectAnswer(send(path, 'owner'), [path, name])
        for (const { path, who } of pages)
          if (/[?&](done|saved)=/.test(path))
            await expectAnswer(send(path.replace(/(done|saved)=[^&]*/, `$1=${name}`), who), [path, name])
        const message = pages.find(({ path }) => /^\/studio\/inbox\/[^/]+\/[^/]+$/.test(path))
        if (message) expect((await post(message.path, 'owner', [['intent', name]])).status).toBe(422)
      }
    })

    it('odd values in the fields of each form cause no server error', async () => {
      for (const form of forms) {
        const fields = whole(form)
        for (let round = 0; round < ROUNDS && fields.length > 0; round++) {
          const at = Math.floor(random() * fields.length)
          const odd = pick(ODD_VALUES)
          const sent = fields.map(([name, value], i): [string, string] => [
            name,
            i === at || random() < 0.05 ? odd : value,
          ])
          if (endsSession(form.action, sent)) continue
          const path = random() < 0.2 ? dataAddress(form.action) : form.action
          const what = [form.who, path, form.button, sent[at]?.[0], odd.slice(0, 60)]
          await expectAnswer(post(path, form.who, sent), what)
        }
      }
    })

    it('bodies that aren’t forms change nothing, at any address', async () => {
      const before = await everything()
      const actions = new Set([
        ...forms.map(({ action }) => action.split('?')[0] ?? ''),
        ...addresses.map(named),
      ])
      for (const path of actions)
        for (const who of ['owner' as const, pick(EVERYONE)]) {
          const { body, type, title } = pick(ODD_BODIES)
          // An upload accepts a file under any field name, and inspects it later.
          if (title.startsWith('a file') && path.endsWith('/uploads')) continue
          // The button has no fields.
          if (/^\/(sign-out|studio\/settings\/email)$/.test(path)) continue
          await expectAnswer(send(path, who, { method: 'POST', body }, type), [who, path, title])
        }
      expect(await changesSince(before)).toEqual([])
    })

    it('odd names in each address change nothing', async () => {
      const before = await everything()
      for (const address of addresses.filter((path) => /[:*]/.test(path)))
        for (let round = 0; round < ROUNDS * 4; round++) {
          const path = address.replace(/:\w+|\*/g, () => pick(ODD_SEGMENTS))
          const who = pick(EVERYONE)
          const asked = random() < 0.2 ? dataAddress(path) : path
          await expectAnswer(send(asked, who), [who, 'GET', asked])
          if (/\/new(\/|$)/.test(path)) continue
          const intent = pick(['save', 'remove', 'withdraw', 'send', 'x'])
          const fields: [string, string][] = [
            ['intent', intent],
            ['version', pick(['1', 'NaN'])],
            ['id', pick(ODD_VALUES)],
          ]
          await expectAnswer(post(asked, who, fields), [who, 'POST', asked, intent])
        }
      expect(await changesSince(before)).toEqual([])
    })

    it('odd queries on each page cause no server error', async () => {
      const kinds = new Map(pages.map((page) => [`${page.who} ${kindOf(page.path)}`, page]))
      for (const { path, who } of kinds.values())
        for (let round = 0; round < ROUNDS; round++) {
          const own = [...new URLSearchParams(path.split('?')[1])].map(([name]) => name)
          const query = Array.from({ length: 3 }, () => [
            pick([...own, ...own, ...QUERIES]),
            pick(ODD_VALUES),
          ])
            .map(
              ([name = '', value = '']) =>
                `${encodeURIComponent(name)}=${encodeURIComponent(value.slice(0, 700))}`,
            )
            .join('&')
          const place = path.split('?')[0] ?? ''
          const asked = `${random() < 0.3 ? dataAddress(place) : place}?${query}`
          await expectAnswer(send(asked, who), [who, asked])
        }
    })
  },
)

const whole = ({ fields, button }: PostedForm): [string, string][] => [...fields, ...(button ? [button] : [])]

/** Forms that end the session, so that later requests would be signed out. */
const endsSession = (action: string, sent: [string, string][]): boolean =>
  action.startsWith('/sign-out') ||
  sent.some(([name, value]) => name === 'intent' && /sign-out|sessions/.test(value))

/** Forms with a version edit a record. These only add something, so an outdated version doesn't matter. */
const isRepeatable = ({ button, action }: PostedForm): boolean =>
  ['send', 'link'].includes(button?.[1] ?? '') || action === '/studio/settings/email'

const named = (address: string): string => address.replace(/:\w+|\*/g, 'x')

const dataAddress = (path: string): string => path.replace(/^([^?]*[^?/])(\?.*)?$/, '$1.data$2')

/** Two addresses are of the same kind if only their parameters differ. */
function kindOf(path: string): string {
  const [place = '', query = ''] = path.split('?')
  const parts = place.split('/').map((part) => (/^[\w-]{16,}$|\d/.test(part) ? ':' : part))
  return `${parts.join('/')}?${[...new URLSearchParams(query).keys()].join('&')}`
}

/**
 * The address in the route table, and the parameter names of the query. Records of one kind have the same
 * forms.
 */
function addressOf(path: string): string {
  const [place = '', query = ''] = path.split('?')
  const parts = place.split('/')
  const fits = (address: string) =>
    address.split('/').every((part, at) => part === parts[at] || (part.startsWith(':') && parts[at])) &&
    address.split('/').length === parts.length
  const found = addresses.includes(place) ? place : addresses.find(fits)
  return `${found ?? kindOf(place)}?${[...new URLSearchParams(query).keys()].join('&')}`
}

/** Forms with the same fields, on the same kind of page, count as one. */
function kindOfForm({ action, who, fields, button }: FoundForm): string {
  const names = fields.map(([name, value]) => (name === 'intent' ? value : name.replaceAll(/\d+/g, '')))
  const sender = [button?.[0], kindOf(button?.[1] ?? '').replace(/[:.].*/, '')]
  return [who, addressOf(action), ...sender, ...new Set(names)].join(' ')
}
