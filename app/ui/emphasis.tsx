import type { CSSProperties } from 'react'

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

/** Each word gets its final width before the font loads, so that nothing moves. */
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

/**
 * Advance widths of the italic display font, in thousandths of an em: the characters from space to tilde,
 * then those listed. Words get these widths before the font loads, so that nothing moves.
 */
const CHARACTERS = `${Array.from({ length: 95 }, (_, at) => String.fromCharCode(32 + at)).join('')}’“”é–`
// biome-ignore format: one line per row of ASCII
const WIDTHS = [
  233, 269, 312, 568, 468, 793, 937, 187, 360, 360, 358, 419, 273, 431, 264, 243,
  526, 376, 489, 479, 477, 452, 489, 397, 494, 475, 290, 300, 432, 382, 432, 349,
  741, 629, 578, 617, 650, 587, 519, 664, 700, 312, 322, 617, 553, 808, 668, 661,
  544, 660, 597, 470, 587, 642, 625, 860, 606, 576, 601, 314, 469, 315, 433, 594,
  118, 500, 458, 420, 499, 406, 264, 424, 477, 262, 281, 436, 271, 723, 506, 464,
  466, 469, 393, 369, 299, 489, 472, 703, 494, 421, 446, 353, 246, 353, 423,
  235, 394, 394, 406, 663,
]
/** Width of any other character. */
const AVERAGE = 480

/** Width of a word in the italic display font, in em, without letter spacing. */
export const italicWidth = (word: string): number =>
  [...word.normalize('NFC')].reduce(
    (sum, letter) => sum + (WIDTHS[CHARACTERS.indexOf(letter)] ?? AVERAGE),
    0,
  ) / 1000
