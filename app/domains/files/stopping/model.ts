/** A cleanup that would have taken too many files at once, and took none. */
export interface CleanupStop {
  /** What the keys of the files begin with. */
  prefix: string
  what: 'originals' | 'deliveries' | 'uploads' | 'quarantine'
  /** Files that it would have taken, of so many. */
  found: number
  total: number
  /** When it stopped first. */
  at: number
  /** The owner has answered, and the next run is on its way. */
  isAnswered: boolean
}

/** What happened, for people. */
export function stopSentence({ what, found, total }: Pick<CleanupStop, 'what' | 'found' | 'total'>): string {
  const [some, all] = [found, total].map((count) => count.toLocaleString('en-US'))
  switch (what) {
    case 'originals':
      return `Cleanup found ${some} of ${all} originals that no photo in your library uses. That’s too many to move to quarantine without asking you. Nothing was moved.`
    case 'deliveries':
      return `Cleanup found ${some} of ${all} delivery files that no photo in your library uses. That’s too many to move to quarantine without asking you. Nothing was moved.`
    case 'uploads':
      return `Cleanup found ${some} uploaded files that no upload is waiting for. That’s too many to move to quarantine without asking you. Nothing was moved.`
    case 'quarantine':
      return `${some} files have been in quarantine for 30 days. That’s too many to delete without asking you. Nothing was deleted.`
  }
}
