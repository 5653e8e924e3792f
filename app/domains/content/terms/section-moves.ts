import { SECTIONS_MAX, type TermsSectionDraft } from './model'

export type SectionMove = 'add' | 'remove' | 'up' | 'down'

/** What the button of that move sends. */
export const moveIntent = (move: SectionMove, at = 0): string => `${move} ${at}`

/**
 * The sections after one was added, removed or moved; nothing is saved.
 * @returns undefined when that is not possible; `at`: the section that the hand is at now
 */
export function moveSection(
  sections: TermsSectionDraft[],
  intent: string,
): { sections: TermsSectionDraft[]; at: number } | undefined {
  const [, move, index] = /^(add|remove|up|down) (\d{1,3})$/.exec(intent) ?? []
  const at = Number(index)
  if (move === 'add')
    return sections.length < SECTIONS_MAX
      ? { sections: [...sections, { id: provisionalId(sections), title: '', body: '' }], at: sections.length }
      : undefined
  const section = sections[at]
  if (!move || !section) return undefined
  if (move === 'remove') return { sections: sections.toSpliced(at, 1), at: Math.max(0, at - 1) }
  const to = move === 'up' ? at - 1 : at + 1
  const other = sections[to]
  return other && { sections: sections.with(at, other).with(to, section), at: to }
}

/** Tells sections apart that are not saved yet. No anchor begins with a plus sign. */
function provisionalId(sections: TermsSectionDraft[]): string {
  let n = 1
  while (sections.some(({ id }) => id === `+${n}`)) n += 1
  return `+${n}`
}
