import { readdirSync, readFileSync } from 'node:fs'

/** Clock ticks per second in /proc (`getconf CLK_TCK` is 100 on every Linux we know). */
const TICKS = 100

/**
 * CPU time that processes and their children have used so far, in milliseconds. Unlike elapsed time, it
 * doesn't depend on other load. NaN where there is no /proc.
 */
export const processorTime = (pids: number[]): number =>
  timeOf(({ pid, parent }) => pids.includes(pid) || pids.includes(parent))

/** CPU time of a process without its children. */
export const ownTime = (of: number): number => timeOf(({ pid }) => pid === of)

/** CPU time of a process's children alone. */
export const childrenTime = (of: number): number => timeOf(({ parent }) => parent === of)

function timeOf(isOurs: (process: { pid: number; parent: number }) => boolean): number {
  try {
    const all = readdirSync('/proc')
      .filter((name) => /^\d+$/.test(name))
      .flatMap((name) => statOf(name))
    const ours = all.filter(isOurs)
    return (ours.reduce((sum, { ticks }) => sum + ticks, 0) * 1_000) / TICKS
  } catch {
    return Number.NaN
  }
}

/**
 * Fields of proc_pid_stat(5) after the name in parentheses: the 2nd is the parent, the 12th and 13th are the
 * times.
 */
function statOf(name: string): { pid: number; parent: number; ticks: number }[] {
  try {
    const fields = readFileSync(`/proc/${name}/stat`, 'utf8').split(') ').at(-1)?.split(' ') ?? []
    return [{ pid: Number(name), parent: Number(fields[1]), ticks: Number(fields[11]) + Number(fields[12]) }]
  } catch {
    // The process has ended.
    return []
  }
}
