/** State of a history entry whose predecessor is the grid: closing the lightbox may go back to it. */
export interface OpenedFrom {
  /** The page of the grid. */
  openedFrom: number
}

export const openedFrom = (page: number): OpenedFrom => ({ openedFrom: page })

export const isOpenedFrom = (state: unknown, page: number): boolean =>
  typeof state === 'object' && state !== null && (state as Partial<OpenedFrom>).openedFrom === page
