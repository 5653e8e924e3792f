import { Children, isValidElement, type ReactNode } from 'react'

/** Separate blocks, and rows of a table. Private-use characters, which are removed from all texts. */
const BLOCK = '\uE001'
const ROW = '\uE000'
const WIDTH = 78
const UNSEEN = new Set(['head', 'title', 'meta', 'style'])
const BLOCKS = new Set(['p', 'h1', 'h2', 'h3', 'h4', 'div', 'table', 'ul', 'ol'])

/**
 * The plain text of a message, from its elements: blocks separated by blank lines, rows on separate lines,
 * links followed by their address. Parsing the rendered HTML instead took 80% of the time per message.
 * Components must not use hooks. Elements with `data-skip-in-text` are left out.
 */
export function plainText(message: ReactNode): string {
  const lines = textOf(message)
    .replace(/ *[\uE000\uE001][\uE000\uE001 ]*/g, (run) => (run.includes(BLOCK) ? '\n\n' : '\n'))
    .split('\n')
  return lines.map(wrapped).join('\n').trim()
}

function textOf(node: ReactNode): string {
  if (typeof node === 'string' || typeof node === 'number')
    return String(node).replace(/[ \t\r\n\f\uE000\uE001]+/g, ' ')
  if (Array.isArray(node)) return node.map(textOf).join('')
  if (!isValidElement<Props>(node)) return ''
  const { type, props } = node
  if (typeof type === 'function') return textOf((type as (props: Props) => ReactNode)(props))
  if (props['data-skip-in-text'] || UNSEEN.has(String(type))) return ''
  const inner = Children.toArray(props.children).map(textOf).join('')
  if (type === 'br') return '\n'
  if (type === 'a') return linkText(inner, props.href ?? '')
  if (type === 'tr') return ROW + inner + ROW
  if (type === 'li') return `${ROW}${props.value === undefined ? '-' : `${props.value}.`} ${inner}${ROW}`
  return BLOCKS.has(String(type)) ? BLOCK + inner + BLOCK : inner
}

interface Props {
  children?: ReactNode
  href?: string
  /** Number of an item in a numbered list. */
  value?: number
  'data-skip-in-text'?: string
}

const linkText = (text: string, href: string): string =>
  href.replace(/^mailto:/, '') === text ? text : `${text} <${href}>`

/** Wraps at 78 characters, between words. Longer words, such as URLs, aren't broken. */
function wrapped(line: string): string {
  if (line.length <= WIDTH) return line.trim()
  const lines: string[] = []
  let current = ''
  for (const word of line.trim().split(' ')) {
    if (current !== '' && current.length + 1 + word.length > WIDTH) {
      lines.push(current)
      current = word
    } else current = current === '' ? word : `${current} ${word}`
  }
  return [...lines, current].join('\n')
}
