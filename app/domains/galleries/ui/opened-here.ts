/** State of a history entry whose predecessor is the grid: closing the lightbox may go back to it. */
export const openedHere = { openedHere: true } as const

export const isOpenedHere = (state: unknown): boolean =>
  typeof state === 'object' && state !== null && 'openedHere' in state
