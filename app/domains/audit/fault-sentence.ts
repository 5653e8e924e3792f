import type { LogFault } from './model'

/** What is wrong with the log at one place. */
export function faultSentence(fault: LogFault): string {
  switch (fault.kind) {
    case 'missing':
      return fault.from === fault.to
        ? `Entry ${fault.from} is missing.`
        : `Entries ${fault.from} through ${fault.to} are missing.`
    case 'altered':
      return `Entry ${fault.seq} was changed after it was written.`
    case 'detached':
      return `Entry ${fault.seq} doesn’t follow the entry before it.`
  }
}

/** Entries that the previous version of the program wrote a moment ago, or that somebody put there. */
export const unnumberedSentence = (count: number): string =>
  count === 1 ? '1 entry has no number yet.' : `${count} entries have no number yet.`
