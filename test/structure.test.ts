import { readdirSync, readFileSync } from 'node:fs'
import { dirname, join, relative, resolve } from 'node:path'
import { describe, expect, it } from 'vitest'
import { TABLES } from '~/platform/db/tables'

/** Checks the layout and the import rules of docs/architecture.md. */

const root = resolve(import.meta.dirname, '..')
const sources = readdirSync(join(root, 'app'), { recursive: true, encoding: 'utf8' })
  .map((path) => `app/${path.replaceAll('\\', '/')}`)
  .filter((path) => /\.tsx?$/.test(path))
const product = sources.filter((path) => !/\.test\.tsx?$/.test(path))

type Layer =
  | 'route'
  | 'entry'
  | 'operations'
  | 'emails'
  | 'jobs'
  | 'store'
  | 'tables'
  | 'rules'
  | 'domain-ui'
  | 'ui'
  | 'platform'
  | 'root'

function layerOf(path: string): Layer {
  if (path.startsWith('app/routes/')) return 'route'
  if (path.startsWith('app/platform/')) return 'platform'
  if (path.startsWith('app/ui/')) return 'ui'
  if (!path.startsWith('app/domains/')) return 'root'
  if (path.includes('/ui/')) return 'domain-ui'
  if (path.endsWith('/domain.server.ts')) return 'entry'
  if (path.endsWith('/operations.server.ts')) return 'operations'
  if (/[/-]store\.server\.ts$/.test(path)) return 'store'
  if (path.endsWith('/tables.ts')) return 'tables'
  if (path.endsWith('/emails.server.tsx')) return 'emails'
  if (path.endsWith('/jobs.server.ts')) return 'jobs'
  // A rule of the domain that needs the server. It may import what operations may.
  if (path.endsWith('.server.ts')) return 'operations'
  return 'rules'
}

const domainOf = (path: string) => /^app\/domains\/([^/]+)\//.exec(path)?.[1]

/** Domains from the lowest tier up. A domain may import its own tier and those below. */
const TIERS = [
  ['outbox', 'audit', 'people'],
  ['photos', 'billing', 'texts'],
  [
    'accounts',
    'content',
    'galleries',
    'booking',
    'invoices',
    'blog',
    'newsletter',
    'shop',
    'contact-messages',
    'contracts',
    'proposals',
    'privacy',
    'demo',
  ],
  ['search', 'today', 'backup', 'files'],
]
const tierOf = (domain: string) => TIERS.findIndex((tier) => tier.includes(domain))

interface Import {
  from: string
  to: string
  typeOnly: boolean
}

function importsOf(path: string): Import[] {
  const code = readFileSync(join(root, path), 'utf8')
  const pattern =
    /^(?:import|export)\s+(type\s+)?(?:[^'";]*?\sfrom\s+)?['"]([^'"]+)['"]|\bimport\(\s*['"]([^'"]+)['"]/gm
  return [...code.matchAll(pattern)].map((match) => ({
    from: path,
    to: resolveImport(path, match[2] ?? match[3] ?? ''),
    typeOnly: match[1] !== undefined,
  }))
}

function resolveImport(path: string, specifier: string): string {
  const local = specifier.startsWith('~/')
    ? `app/${specifier.slice(2)}`
    : specifier.startsWith('.')
      ? relative(root, resolve(root, dirname(path), specifier)).replaceAll('\\', '/')
      : undefined
  if (local === undefined) return specifier
  const bare = local.replace(/\.tsx?$/, '')
  return product.find((file) => file.replace(/\.tsx?$/, '') === bare) ?? local
}

/** @returns why an import breaks the rules, or undefined */
function complaint({ from, to, typeOnly }: Import): string | undefined {
  const layer = layerOf(from)
  const inApp = to.startsWith('app/')
  const target = inApp ? layerOf(to) : undefined
  const server = /\.server(\.tsx?)?$/.test(to)
  const own = domainOf(from) === domainOf(to)
  if (target === 'entry' && layer !== 'entry') return 'only server.ts puts the domains together'
  switch (layer) {
    case 'route':
      if (/^(kysely|sharp|nodemailer)/.test(to)) return 'a route uses no such package'
      if (target === 'store' || target === 'emails' || target === 'jobs') return 'a route calls operations'
      if (target === 'route' && !to.includes('/+types/')) return 'routes do not import each other'
      if (target === 'platform' && !to.startsWith('app/platform/http/'))
        return 'a route uses platform/http alone'
      return
    case 'entry':
      if (target === 'store' || target === 'route' || target === 'ui' || target === 'domain-ui')
        return 'an entry lists operations and jobs'
      return
    case 'operations':
      if (/^react-router/.test(to)) return 'operations know nothing of the web framework'
      if (target === 'store' && !own) return 'another domain is asked through its operations'
      if (target === 'route' || target === 'ui' || target === 'domain-ui') return 'operations have no face'
      return
    case 'jobs':
      if (target === 'store') return 'a job calls one operation'
      return
    case 'emails':
      if (target === 'store' || target === 'route') return 'messages are made from what they are given'
      return
    case 'store':
      if (target === 'operations') return 'a store is called, it does not call'
      if (target === 'store' && !own) return 'a store reads its own tables'
      return
    case 'tables':
      if (!typeOnly || (inApp && target !== 'rules')) return 'tables are types made from models'
      return
    case 'rules':
      if (inApp && server) return 'models and rules are pure'
      if (/^(react|kysely|node:)/.test(to)) return 'models and rules are pure'
      if (to === 'app/platform/clock.ts') return 'models and rules are handed the time'
      return
    case 'domain-ui':
      if (inApp && server && !typeOnly) return 'nothing of the server reaches a browser'
      if (target === 'route') return 'components know no routes'
      if (domainOf(to) && !own && domainOf(to) !== 'photos' && domainOf(to) !== 'texts')
        return 'another domain’s face is composed by a route'
      return
    case 'ui':
      if (target && target !== 'ui') return 'ui knows neither domains, routes nor platform'
      return
    case 'platform':
      if (target && target !== 'platform') return 'platform knows nothing above it'
      return
    case 'root':
      return
  }
}

describe('the layout', () => {
  it('keeps the import rules', () => {
    const broken = product
      .flatMap(importsOf)
      .flatMap((edge) => (complaint(edge) ? [`${edge.from} -> ${edge.to}: ${complaint(edge)}`] : []))
    expect(broken).toEqual([])
  })

  it('keeps the order of the domains', () => {
    const upward = product.flatMap(importsOf).filter(({ from, to }) => {
      // Nothing imports an entry, so it may import any domain.
      if (layerOf(from) === 'entry') return false
      const [lower, upper] = [domainOf(from), domainOf(to)]
      return lower && upper && lower !== upper && tierOf(lower) < tierOf(upper)
    })
    expect(upward.map(({ from, to }) => `${from} -> ${to}`)).toEqual([])
    expect(product.flatMap((path) => domainOf(path) ?? []).filter((domain) => tierOf(domain) === -1)).toEqual(
      [],
    )
  })

  it('lists in the entry of each domain the operations that routes call, and all entries in server.ts', () => {
    const called = product
      .filter((path) => ['route', 'root'].includes(layerOf(path)))
      .flatMap((path) => {
        const code = readFileSync(join(root, path), 'utf8')
        const imports = /^import \{([^}]*)\} from '~\/domains\/([^/']+)\/[^']*\.server'/gm
        return [...code.matchAll(imports)].flatMap(([, names = '', domain = '']) =>
          names.split(',').map((name) => ({ domain, name: name.trim().split(' as ')[0] ?? '' })),
        )
      })
      // Names of constants and types begin with a capital.
      .filter(({ name }) => /^[a-z]\w+$/.test(name))
    const domains = [...new Set(product.flatMap((path) => domainOf(path) ?? []))]
    for (const domain of domains) {
      const entry = readFileSync(join(root, `app/domains/${domain}/domain.server.ts`), 'utf8')
      const listed = /\boperations: \{([^}]*)\}/.exec(entry)?.[1] ?? ''
      expect(
        listed.match(/\w+/g)?.toSorted() ?? [],
        `operations of app/domains/${domain}/domain.server.ts`,
      ).toEqual([...new Set(called.flatMap((each) => (each.domain === domain ? each.name : [])))].toSorted())
    }
    const composed = readFileSync(join(root, 'server.ts'), 'utf8')
    expect([...composed.matchAll(/'~\/domains\/([^']+)'/g)].map(([, module]) => module).toSorted()).toEqual(
      domains.map((domain) => `${domain}/domain.server`).toSorted(),
    )
  })

  it('has no cycles', () => {
    const edges = new Map(
      product.map((path) => [path, importsOf(path).flatMap(({ to, typeOnly }) => (typeOnly ? [] : [to]))]),
    )
    const done = new Set<string>()
    const cycles: string[] = []
    const visit = (path: string, trail: string[]): void => {
      if (trail.includes(path)) cycles.push([...trail.slice(trail.indexOf(path)), path].join(' -> '))
      if (done.has(path) || trail.includes(path)) return
      for (const next of edges.get(path) ?? []) visit(next, [...trail, path])
      done.add(path)
    }
    for (const path of product) visit(path, [])
    expect(cycles).toEqual([])
  })

  it('names files in kebab-case, without barrels and grab bags', () => {
    const names = sources.map((path) => ({ path, name: path.split('/').at(-1) ?? '' }))
    const odd = names.filter(({ name }) => !/^[a-z0-9]+(-[a-z0-9]+)*(\.[a-z0-9-]+)*\.tsx?$/.test(name))
    expect(odd.map(({ path }) => path)).toEqual([])
    const grabBags = names.filter(({ path }) =>
      /(^|\/)(index|utils?|helpers?|lib|common|misc)(\.|\/)/.test(path),
    )
    expect(grabBags.map(({ path }) => path)).toEqual([])
  })

  it('has only the known kinds of files in a domain', () => {
    const kinds = /\/(ui\/.+|emails\.server\.tsx|[a-z0-9-]+(\.server)?\.ts)$/
    const odd = product.filter((path) => domainOf(path) && !kinds.test(path))
    expect(odd).toEqual([])
  })

  it('declares the tables of each domain in its tables.ts, and of the platform in its schema, each once', () => {
    const declared = product.flatMap((path) => {
      const code = readFileSync(join(root, path), 'utf8')
      const [, body = ''] = /^ *(?:export )?interface Database \{\n([\s\S]*?)\n *\}/m.exec(code) ?? []
      return [...body.matchAll(/^ +(\w+): /gm)].map(([, table]) => ({ path, table: table ?? '' }))
    })
    const elsewhere = declared.filter(
      ({ path }) => !/^app\/(domains\/[^/]+\/tables|platform\/db\/schema)\.ts$/.test(path),
    )
    expect(elsewhere).toEqual([])
    expect(declared.map(({ table }) => table).toSorted()).toEqual(TABLES.toSorted())
    expect(product.filter((path) => importsOf(path).some(({ to }) => layerOf(to) === 'tables'))).toEqual([])
  })

  it('begins transactions in one module, which tracks open ones', () => {
    const opening = product.filter((path) =>
      /\.(transaction|startTransaction)\(\)/.test(readFileSync(join(root, path), 'utf8')),
    )
    expect(opening).toEqual(['app/platform/db/database.server.ts', 'app/platform/db/snapshot.server.ts'])
  })

  it('formats dates and times in one module, which adds their zone (D4)', () => {
    const formatting =
      /\bIntl\.(DateTimeFormat|DurationFormat)\b|\.toLocale(Date|Time)String\(|'AM'|"AM"|\.toTimeString\(/
    const odd = product.filter((path) => formatting.test(readFileSync(join(root, path), 'utf8')))
    expect(odd.toSorted()).toEqual([
      // Only checks whether a zone exists, in a thread that loads no other modules.
      'app/platform/calendar-file/zones.ts',
      'app/platform/time.ts',
      'app/platform/wall-clock.ts',
    ])
  })

  it('leaves out the zone of a time only where a heading or the sentence has it (D4)', () => {
    const imported = /^import \{[^}]*\b(bareTime|wallClock)\b[^}]*\}/m
    const bare = product.filter((path) => imported.test(readFileSync(join(root, path), 'utf8')))
    expect(bare.toSorted()).toEqual([
      // The calendar's corner, or the bar above a month, has the zone.
      'app/domains/booking/calendar/entries.ts',
      'app/domains/booking/calendar/grid.ts',
      'app/domains/booking/calendar/targets.ts',
      // The month's title has the zone.
      'app/domains/booking/schedules/preview.server.ts',
      // The column's heading has the zone.
      'app/domains/booking/schedules/week-hours.ts',
      // The line above a day's times has the zone.
      'app/domains/booking/slots/months.ts',
      // Pages append the zone to this text.
      'app/domains/content/hours-summary.ts',
      // The zone is at the end of the sentence.
      'app/domains/content/hours.ts',
      'app/platform/time.ts',
    ])
  })

  it('uses time fields whose label names the zone (D4)', () => {
    const fields = product.filter((path) => /type="time"/.test(readFileSync(join(root, path), 'utf8')))
    expect(fields).toEqual(['app/ui/studio/studio-zone.tsx'])
  })

  it('keeps files below 400 lines', () => {
    const files = ['app', 'bench', 'cli', 'migrations', 'scripts', 'test'].flatMap((folder) =>
      readdirSync(join(root, folder), { recursive: true, encoding: 'utf8' })
        .filter((path) => /\.(css|mjs|tsx?)$/.test(path))
        .map((path) => `${folder}/${path.replaceAll('\\', '/')}`),
    )
    const long = files.filter(
      (path) => readFileSync(join(root, path), 'utf8').trimEnd().split('\n').length > 400,
    )
    expect(long).toEqual([])
  })

  it('has no literal addresses where the route table has them', () => {
    const written = product
      .filter((path) => /\.tsx$/.test(path) && !path.includes('emails'))
      .filter((path) => /\b(to|href|action)="\/[a-z]/.test(readFileSync(join(root, path), 'utf8')))
    expect(written).toEqual([])
  })
})
