import { readdirSync } from 'node:fs'
import { constants, getPriority, setPriority } from 'node:os'

/**
 * Lowers the priority of photo work, so that pages are faster, also on one core. On Linux each thread has its
 * own priority, inherited from its creator, so existing ones are changed one by one.
 */
export function giveWay(): void {
  const lowest = Math.max(getPriority(), constants.priority.PRIORITY_BELOW_NORMAL)
  setPriority(lowest)
  for (const thread of ownThreads())
    try {
      setPriority(thread, lowest)
    } catch {
      // The process has ended.
    }
}

function ownThreads(): number[] {
  return process.platform === 'linux' ? readdirSync('/proc/self/task').map(Number) : []
}
