import { readdirSync } from 'node:fs'
import { constants, getPriority, setPriority } from 'node:os'

/**
 * Visitors’ pages go before photographs, also on a server with one core. On Linux each thread has a priority of its own,
 * taken over from the one that made it: those that are there already are told one by one.
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
