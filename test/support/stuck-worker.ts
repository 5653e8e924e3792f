import { Worker } from 'node:worker_threads'

/**
 * A test that never returns to the event loop can't be timed out by its own process, and would block the whole
 * run. So a thread in each worker ends the worker after five minutes without progress, and vitest names the
 * file. Requires ten failed checks in a row, since a computer that wakes up from sleep fails one.
 */
const CHECK_MS = 30_000
const CHECKS = 10

const WATCH = `
  const { beats, CHECK_MS, CHECKS } = require('node:worker_threads').workerData
  let last = -1
  let missed = 0
  setInterval(() => {
    missed = beats[0] === last ? missed + 1 : 0
    last = beats[0]
    if (missed === CHECKS) process.kill(process.pid, 'SIGKILL')
  }, CHECK_MS)`

/** Runs before each test file, but a worker runs many. */
const worker = globalThis as { beats?: Int32Array }

if (!worker.beats) {
  const beats = new Int32Array(new SharedArrayBuffer(4))
  worker.beats = beats
  setInterval(() => Atomics.add(beats, 0, 1), CHECK_MS / 2).unref()
  new Worker(WATCH, { eval: true, workerData: { beats, CHECK_MS, CHECKS } }).unref()
}
