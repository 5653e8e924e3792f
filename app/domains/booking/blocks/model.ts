export const BLOCK_TITLE_MAX = 120
/** The longest block, in days. */
export const BLOCK_DAYS_MAX = 400

export const BLOCK_FIELDS = ['title', 'firstDate', 'from', 'lastDate', 'until', 'wholeDays'] as const
export type BlockField = (typeof BLOCK_FIELDS)[number]

/** As forms send it: dates YYYY-MM-DD, times HH:MM of the studio's clock, `wholeDays` is `yes` or nothing. */
export type BlockValues = Record<BlockField, string>

export interface Block {
  id: string
  version: number
  values: BlockValues
  /** "Thursday, November 19, 8:30 – 11:30 AM" */
  when: string
  /** How it is called where it stands beside others. */
  title: string
}
