/** A thread of its own that reads what strangers wrote: when it takes too long, it ends and the server goes on. */
import { parentPort, workerData } from 'node:worker_threads'
import { busyTimes } from './busy-times.ts'

parentPort?.postMessage(busyTimes(workerData))
