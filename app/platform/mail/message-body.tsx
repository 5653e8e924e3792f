import { createElement, Fragment, isValidElement, type ReactElement, type ReactNode } from 'react'
import { Divider, Formatted, Heading, List, ListItem, Picture, Teaser } from './email-article'
import { Cover, EmailLayout, Facts, MailButton, MailLink, Paragraph, Quote, Quoted } from './email-layout'

/** The components of emails. Stored emails contain their names, so renaming one requires a migration. */
const PARTS = {
  ...{ Fragment, EmailLayout, Paragraph, Quote, Quoted, Facts, Cover, MailLink, MailButton },
  ...{ Divider, Formatted, Heading, List, ListItem, Picture, Teaser },
}

type PartName = keyof typeof PARTS
type Stored = string | { part: PartName; props: Record<string, unknown>; children: Stored[] }

const NAMES = new Map<unknown, string>(Object.entries(PARTS).map(([name, part]) => [part, name]))

/**
 * An email as JSON: its components and their data. This takes no rendering, so it can run in the transaction
 * that causes the email. `renderMail` makes HTML and text of it when the email is sent.
 * @throws for an element that isn't one of the components
 */
export const mailBody = (message: ReactElement): string => JSON.stringify(storedParts(message)[0])

function storedParts(node: ReactNode): Stored[] {
  if (typeof node === 'string' || typeof node === 'number') return [String(node)]
  if (Array.isArray(node)) return node.flatMap(storedParts)
  if (!isValidElement<Props>(node)) return []
  const { type } = node
  const { children, ...props } = node.props
  const part = NAMES.get(type) as PartName | undefined
  if (part) return [{ part, props: mapValues(props, storedValue), children: storedParts(children) }]
  if (typeof type === 'function') return storedParts((type as (props: Props) => ReactNode)(node.props))
  throw new Error(`An email is made of the parts in message-body.tsx, and ${String(type)} isn’t one.`)
}

type Props = Record<string, unknown> & { children?: ReactNode }

const storedValue = (value: unknown): unknown => (isValidElement(value) ? storedParts(value)[0] : value)

/** The element that `mailBody` stored. */
export function readMailBody(body: string): ReactNode {
  return element(JSON.parse(body))
}

function element(stored: Stored): ReactNode {
  if (typeof stored === 'string') return stored
  const part = PARTS[stored.part]
  if (!part) throw new Error(`An email names a part that this version doesn’t have: ${stored.part}`)
  const props = mapValues(stored.props, (value) => (isPart(value) ? element(value) : value))
  return createElement(part as () => ReactNode, props, ...stored.children.map(element))
}

const isPart = (value: unknown): value is Stored =>
  typeof value === 'object' && value !== null && 'part' in value && 'children' in value

const mapValues = (record: Record<string, unknown>, change: (value: unknown) => unknown) =>
  Object.fromEntries(Object.entries(record).map(([key, value]) => [key, change(value)]))
