import type { CSSProperties } from 'react'
import { italicWidth } from './italic-width'

/** Text in which `*a word*` is set in italics. Headings have one emphasized phrase. */
export function Emphasis({ text }: { text: string }) {
  return splitEmphasis(text).map((part) =>
    part.emphasised ? (
      <em key={part.at}>
        <Italics text={part.text} />
      </em>
    ) : (
      part.text
    ),
  )
}

/** Each word gets its width before the font loads, so that nothing moves. */
function Italics({ text }: { text: string }) {
  return (text.match(/[^ ]* |[^ ]+$/g) ?? ['']).map((word, at) => {
    const letters = word.trimEnd()
    const style = { '--w': italicWidth(letters), '--n': [...letters].length } as CSSProperties
    return [
      // biome-ignore lint/suspicious/noArrayIndexKey: words of a text that does not change
      <span key={at} style={style}>
        {letters}
      </span>,
      word.slice(letters.length),
    ]
  })
}

export function splitEmphasis(text: string): { text: string; emphasised: boolean; at: number }[] {
  const parts: { text: string; emphasised: boolean; at: number }[] = []
  let from = 0
  for (const match of text.matchAll(/\*([^*\s](?:[^*]*[^*\s])?)\*/g)) {
    if (match.index > from) parts.push({ text: text.slice(from, match.index), emphasised: false, at: from })
    parts.push({ text: match[1] ?? '', emphasised: true, at: match.index })
    from = match.index + match[0].length
  }
  if (from < text.length) parts.push({ text: text.slice(from), emphasised: false, at: from })
  return parts
}

/** The text without its marks, for titles and attributes. */
export const plainText = (text: string): string =>
  splitEmphasis(text)
    .map((part) => part.text)
    .join('')
