export const CHECK_POINTS = [
  'original',
  'files',
  'profile',
  'position',
  'rights',
  'orientation',
  'metadata',
] as const

/** What was found at one point of the safety report. */
export interface CheckPoint {
  point: (typeof CHECK_POINTS)[number]
  /** `open`: there is nothing to judge yet, or nothing to keep. */
  outcome: 'sound' | 'faulty' | 'open'
  sentence: string
}

export interface PhotoCheck {
  points: CheckPoint[]
  /** When the files were read, as people read it; null: not yet. */
  when: string | null
  /** A check has been asked for and is not done. */
  isWaiting: boolean
}
