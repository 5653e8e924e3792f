import { readFile } from 'node:fs/promises'
import { resolve } from 'node:path'
import type { RouteConfigEntry } from '@react-router/dev/routes'
import { parseSync, Visitor } from 'vite'
import { DECISIONS } from '~/domains/booking/manage/model'
import { STAGES } from '~/domains/contact-messages/handling'
import { EDITOR_INTENTS } from '~/domains/galleries/editor/actions.server'
import type { Actor } from '~/platform/auth/actor'
import { RECORD_INTENTS } from '~/platform/http/answer-record.server'
import { createSite, type SiteParts } from '~/platform/http/site.server'
import routes from '../../app/routes'

/** An address in the route table. */
export interface Address {
  /** Its pattern, such as /studio/emails/:mail. */
  path: string
  /** Whether the page accepts POST. */
  hasAction: boolean
  /** Values of `intent` that its action distinguishes. */
  intents: string[]
}

const app = resolve(import.meta.dirname, '../../app')

/** Every address of the route table. */
export async function routeAddresses(): Promise<Address[]> {
  const found = new Map<string, Address>()
  for (const { path, file } of pagesOf(await routes)) {
    const known = found.get(path) ?? { path, hasAction: false, intents: [] }
    const { hasAction, intents } = await readModule(resolve(app, file))
    const both = [...new Set([...known.intents, ...intents])].toSorted()
    found.set(path, { path, hasAction: known.hasAction || hasAction, intents: both })
  }
  return [...found.values()].toSorted((a, b) => (a.path < b.path ? -1 : 1))
}

/** An index route stands for its parent, whose module is only a layout. */
function pagesOf(entries: RouteConfigEntry[], above = ''): { path: string; file: string }[] {
  return entries.flatMap((entry) => {
    const path = entry.path ? `${above}/${entry.path}` : above
    const below = pagesOf(entry.children ?? [], path)
    const isFrame = entry.children?.some((child) => child.index) || (!entry.path && !entry.index)
    return isFrame ? below : [...below, { path: path || '/', file: entry.file }]
  })
}

/** Intents that other modules distinguish for an action, by the name of their function. */
const ELSEWHERE: Record<string, readonly string[]> = {
  isDecision: DECISIONS,
  isStage: STAGES,
  actOnGallery: EDITOR_INTENTS,
  answerRecord: RECORD_INTENTS,
}

/** Finds the intents that a module distinguishes: in a switch, in comparisons, or in `ELSEWHERE`. */
async function readModule(file: string): Promise<{ hasAction: boolean; intents: string[] }> {
  const { program } = parseSync(file, await readFile(file, 'utf8'))
  const intents = new Set<string>()
  const names = new Set<string>()
  let hasAction = false
  const isIntent = (node: Node): boolean =>
    node.type === 'Identifier' ? names.has(node.name) : isIntentField(node)
  const add = (node: Node | null) => {
    if (node?.type === 'Literal' && typeof node.value === 'string' && node.value !== '')
      intents.add(node.value)
  }
  new Visitor({
    ExportNamedDeclaration({ declaration, specifiers }) {
      const names = [
        ...(declaration?.type === 'FunctionDeclaration' ? [declaration.id] : []),
        ...(declaration?.type === 'VariableDeclaration' ? declaration.declarations.map(({ id }) => id) : []),
        ...specifiers.map(({ exported }) => exported),
      ]
      if (names.some((name) => name?.type === 'Identifier' && name.name === 'action')) hasAction = true
    },
    VariableDeclarator({ id, init }) {
      if (id.type === 'Identifier' && init && isIntentField(init)) names.add(id.name)
    },
    SwitchStatement({ discriminant, cases }) {
      if (isIntent(discriminant)) for (const { test } of cases) add(test)
    },
    BinaryExpression({ left, right }) {
      if (isIntent(left)) add(right)
    },
    CallExpression({ callee }) {
      for (const intent of callee.type === 'Identifier' ? (ELSEWHERE[callee.name] ?? []) : [])
        intents.add(intent)
    },
  }).visit(program)
  return { hasAction, intents: [...intents] }
}

type Options = ConstructorParameters<typeof Visitor>[0]
type Node = Parameters<NonNullable<Options['SwitchStatement']>>[0]['discriminant']

/** Whether an expression is `….get('intent')` or `get('intent')`. */
function isIntentField(node: Node): boolean {
  if (node.type === 'ChainExpression') return isIntentField(node.expression)
  if (node.type !== 'CallExpression') return false
  const { callee, arguments: given } = node
  const name = callee.type === 'MemberExpression' ? callee.property : callee
  const [field] = given
  return (
    name.type === 'Identifier' && name.name === 'get' && field?.type === 'Literal' && field.value === 'intent'
  )
}

/** Every address that is handled before React Router. */
export function hostAddresses(): string[] {
  const parts = {
    app: { config: { siteUrl: 'http://localhost', trustProxy: [] }, log: { isLevelEnabled: () => false } },
    pages: () => Promise.reject(new Error('not asked')),
    actorOf: async (): Promise<Actor> => ({ kind: 'visitor' }),
    files: new Map(),
    media: () => Promise.reject(new Error('not asked')),
    uploads: async () => undefined,
    icon: async () => undefined,
    health: { worker: { isHealthy: () => true } },
    pageCache: undefined,
  } as unknown as SiteParts
  return [...new Set(createSite(parts).addresses)].filter((path) => !/^\/?\*$/.test(path)).toSorted()
}
