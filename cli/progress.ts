import type { Streams } from './streams'

const BAR_CELLS = 28

/** Prints progress: a moving bar in a terminal, one line per step in a file or a pipe. */
export interface Progress {
  /** @param at the number of steps done; one more by default */
  step(what: string, at?: number): void
  done(): void
}

export function showProgress(out: NodeJS.WriteStream | NodeJS.WritableStream, total: number): Progress {
  const startedAt = performance.now()
  const terminal = 'isTTY' in out && out.isTTY
  let count = 0
  return {
    step(what, at = count + 1) {
      count = at
      const place = `${String(count).padStart(String(total).length)}/${total}`
      if (!terminal) return void out.write(`${place} ${what}\n`)
      const filled = Math.round((BAR_CELLS * count) / Math.max(1, total))
      const bar = '█'.repeat(filled) + '░'.repeat(BAR_CELLS - filled)
      const line = `${bar} ${place} ${timeLeft(startedAt, count, total)} ${what}`
      out.write(`\r\x1b[2K${[...line].slice(0, (out.columns ?? 80) - 1).join('')}`)
    },
    done() {
      if (terminal && count > 0) out.write('\n')
    },
  }
}

/** Shows how many of many files are done: each in a terminal, every thousandth in a file or a pipe. */
export function fileProgress(out: Streams['out'], what = 'files') {
  let progress: Progress | undefined
  return {
    onFile(done: number, total: number) {
      if (done % 1_000 !== 0 && done !== total && !('isTTY' in out && out.isTTY)) return
      progress ??= showProgress(out, total)
      progress.step(what, done)
    },
    done: () => progress?.done(),
  }
}

function timeLeft(startedAt: number, count: number, total: number): string {
  const seconds = Math.round((((performance.now() - startedAt) / count) * (total - count)) / 1000)
  return `${Math.floor(seconds / 60)}:${String(seconds % 60).padStart(2, '0')} left`
}
