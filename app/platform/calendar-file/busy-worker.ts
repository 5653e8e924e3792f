/** A separate thread for untrusted calendar files: it can be terminated when it takes too long. */
import { parentPort, workerData } from 'node:worker_threads'
import { busyTimes } from './busy-times.ts'

parentPort?.postMessage(busyTimes(workerData))
