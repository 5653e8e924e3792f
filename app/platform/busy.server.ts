import { performance } from 'node:perf_hooks'

/** Time in milliseconds over which the load is averaged, at least. */
const PERIOD = 200

/**
 * Whether this process was busy for most of the time since the last question, and at least a fifth of a second. Work
 * that can wait then takes no processor from visitors.
 */
export function watchLoad(): () => boolean {
  let before = performance.eventLoopUtilization()
  let isBusy = false
  return () => {
    const { active, idle, utilization } = performance.eventLoopUtilization(before)
    if (active + idle >= PERIOD) {
      before = performance.eventLoopUtilization()
      isBusy = utilization > 0.5
    }
    return isBusy
  }
}
