import type { TextBlock } from '~/domains/texts/blocks'
import type { Story } from './model'

type Part = Story['parts'][number]
export type EssayPhoto = Extract<Part, { kind: 'photo' }>
type Side = 'left' | 'right'

/** A block of a story's layout. */
export type EssayBlock =
  | { kind: 'text'; blocks: TextBlock[] }
  /** Full width. */
  | { kind: 'full'; photos: [EssayPhoto] }
  /** Most of the width, aligned to one side. */
  | { kind: 'offset'; side: Side; photos: [EssayPhoto] }
  /** Two photos of equal height side by side. */
  | { kind: 'pair'; photos: [EssayPhoto, EssayPhoto] }
  /** A portrait photo, with the text before it beside it if there is one that is only words. */
  | { kind: 'upright'; side: Side; photos: [EssayPhoto]; blocks: TextBlock[] }

/**
 * Lays out a story like a magazine: the first landscape photo fills the page, a portrait one goes beside the
 * text before it or pairs up with its neighbor, and further landscape ones alternate sides. The order never
 * changes, so it reads the same on a phone.
 */
export function arrangeEssay(parts: readonly Part[]): EssayBlock[] {
  const blocks: EssayBlock[] = []
  let side: Side = 'right'
  const turn = (): Side => {
    side = side === 'right' ? 'left' : 'right'
    return side
  }

  for (let at = 0; at < parts.length; ) {
    const [part, next] = [parts[at], parts[at + 1]]
    if (part === undefined) break
    if (part.kind === 'text') {
      const isWords = part.blocks.every(({ kind }) => kind === 'html')
      if (isWords && next?.kind === 'photo' && isUpright(next)) {
        blocks.push({ kind: 'upright', side: turn(), photos: [next], blocks: part.blocks })
        at += 2
      } else {
        blocks.push(part)
        at += 1
      }
    } else if (next?.kind === 'photo' && makePair(part, next)) {
      blocks.push({ kind: 'pair', photos: [part, next] })
      at += 2
    } else {
      blocks.push(alone(part, blocks, turn))
      at += 1
    }
  }
  return blocks
}

function alone(photo: EssayPhoto, before: EssayBlock[], turn: () => Side): EssayBlock {
  if (isUpright(photo)) return { kind: 'upright', side: turn(), photos: [photo], blocks: [] }
  const lastWide = before.findLast(({ kind }) => kind === 'full' || kind === 'offset')
  if (lastWide?.kind !== 'full') return { kind: 'full', photos: [photo] }
  return { kind: 'offset', side: turn(), photos: [photo] }
}

export const shapeOf = ({ item }: EssayPhoto): number => item.photo.width / item.photo.height

/** Includes nearly square photos, which at full width would be higher than the window. */
const isUpright = (photo: EssayPhoto): boolean => shapeOf(photo) < 1.2

/** Two landscape photos side by side would be too small. */
const makePair = (one: EssayPhoto, other: EssayPhoto): boolean => isUpright(one) || isUpright(other)
