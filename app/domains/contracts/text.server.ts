import type { Token, Tokens } from 'marked'
import { markdownTokens } from '~/platform/markdown.server'
import { MODEL_RELEASE, partsAndPlaces } from './fields'
import type { Block, Run } from './text'

/**
 * Reads a contract's Markdown: headings, paragraphs, lists, bold and italic text. Line breaks are kept. Anything
 * else, such as HTML or a table, stays as it was typed, so that nothing is hidden. The address of a link is
 * written out.
 */
export function blocksOf(text: string): Block[] {
  let initials = 0
  return partsAndPlaces(text).flatMap((part, at): Block[] => {
    if (at % 2 === 0) return markdownTokens(part).flatMap((token) => blocksOfToken(token, 0))
    return [part === MODEL_RELEASE ? { kind: 'release' } : { kind: 'initials', number: initials++ }]
  })
}

function blocksOfToken(token: Token, depth: number): Block[] {
  switch (token.type) {
    case 'space':
    case 'hr':
      return []
    case 'heading': {
      const { tokens, depth: level } = token as Tokens.Heading
      return [{ kind: 'heading', level: level <= 2 ? 2 : 3, runs: runsOf(tokens) }]
    }
    case 'paragraph':
    case 'text':
      return [{ kind: 'paragraph', runs: runsOf(inlineOf(token)) }]
    case 'list':
      return blocksOfList(token as Tokens.List, depth)
    case 'blockquote':
      return ((token as Tokens.Blockquote).tokens ?? []).flatMap((each) => blocksOfToken(each, depth))
    default:
      return [{ kind: 'paragraph', runs: plain(token.raw.trim()) }]
  }
}

function blocksOfList({ items, ordered, start }: Tokens.List, depth: number): Block[] {
  const first = typeof start === 'number' ? start : 1
  return items.flatMap((item, at): Block[] => {
    const marker = ordered ? `${first + at}.` : '•'
    // The box of a task is before its text.
    const boxes = item.tokens[0]?.type === 'checkbox' ? 1 : 0
    const [text, ...rest] = item.tokens.slice(boxes)
    const isText = text?.type === 'text' || text?.type === 'paragraph'
    const line = [...item.tokens.slice(0, boxes), ...(isText ? inlineOf(text) : [])]
    const below = text && !isText ? [text, ...rest] : rest
    return [
      { kind: 'item', depth, marker, runs: runsOf(line) },
      ...below.flatMap((token) => blocksOfToken(token, depth + 1)),
    ]
  })
}

const inlineOf = (token: Token): Token[] => ('tokens' in token && token.tokens) || [token]

function runsOf(tokens: readonly Token[], style: Omit<Run, 'text'> = {}): Run[] {
  const runs = tokens.flatMap((token): Run[] => {
    switch (token.type) {
      case 'strong':
        return runsOf((token as Tokens.Strong).tokens, { ...style, bold: true })
      case 'em':
        return runsOf((token as Tokens.Em).tokens, { ...style, italic: true })
      case 'br':
        return [{ text: '\n', ...style }]
      case 'escape':
        return [{ text: (token as Tokens.Escape).text, ...style }]
      case 'text':
        return [{ text: (token as Tokens.Text).text, ...style }]
      case 'link': {
        const { text, href, raw } = token as Tokens.Link
        return [{ text: raw === text || href === `mailto:${text}` ? text : `${text} (${href})`, ...style }]
      }
      default:
        return [{ text: token.raw, ...style }]
    }
  })
  return joined(runs)
}

/** Neighbors in the same style as one. */
function joined(runs: Run[]): Run[] {
  const result: Run[] = []
  for (const run of runs) {
    const last = result.at(-1)
    if (last && last.bold === run.bold && last.italic === run.italic) last.text += run.text
    else result.push({ ...run })
  }
  return result
}

const plain = (text: string): Run[] => [{ text }]

/** A value as Markdown that shows exactly its characters, in one line. */
export const asMarkdown = (value: string): string =>
  value
    .replace(/\s+/g, ' ')
    .trim()
    .replace(/[\\`*_[\]<>#~|!&+=-]/g, '\\$&')
    .replace(/^(\d+)([.)])/, '$1\\$2')
