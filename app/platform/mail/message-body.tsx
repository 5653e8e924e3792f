import { createElement, Fragment, isValidElement, type ReactElement, type ReactNode } from 'react'
import { Cover, EmailLayout, Facts, MailButton, MailLink, Paragraph, Quoted } from './email-layout'

/** What an email is made of. Stored emails name these parts, so a part that is renamed needs a migration. */
const PARTS = { Fragment, EmailLayout, Paragraph, Quoted, Facts, Cover, MailLink, MailButton }

type PartName = keyof typeof PARTS
type Stored = string | { part: PartName; props: Record<string, unknown>; children: Stored[] }

const NAMES = new Map<unknown, string>(Object.entries(PARTS).map(([name, part]) => [part, name]))

/**
 * An email as JSON: its parts and the facts in them. Writing this takes no rendering, so it can be done in the
 * transaction that causes the email. `renderMail` turns it into HTML and text when the email is sent.
 * @throws when an email uses an element that isn't a part
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

/** The email that `mailBody` stored. */
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
