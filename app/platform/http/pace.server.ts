import type { IncomingMessage } from 'node:http'
import { isAnswersPath, isLargeFormPath, isUploadPath } from './special-paths'

export interface Pace {
  /** Time limit for a form's body, in milliseconds; enough for a slow connection. */
  formMs: number
  /** An upload that brings less than `pieceBytes` in each of these intervals, in milliseconds, is ended. */
  pieceMs: number
  pieceBytes: number
  /** Upper limit for any request, in milliseconds. Uploads resume with another request. */
  longestMs: number
}

export const PACE: Pace = {
  formMs: 30_000,
  pieceMs: 30_000,
  pieceBytes: 64 * 1024,
  longestMs: 2 * 3_600_000,
}

/** Calls `onLate` once if a request's body arrives too slowly. */
export function keepPace(incoming: IncomingMessage, pace: Pace, onLate: () => void): void {
  const { headers, socket } = incoming
  if (headers['transfer-encoding'] === undefined && !Number(headers['content-length'])) return
  const startedAt = performance.now()
  let seen = socket.bytesRead
  const path = (incoming.url ?? '').split('?', 1)[0] ?? ''
  const isUpload = isUploadPath(path) || isLargeFormPath(path) || isAnswersPath(path)
  const timer = setInterval(
    () => {
      const isLate = !isUpload || socket.bytesRead - seen < pace.pieceBytes
      seen = socket.bytesRead
      if (incoming.complete || incoming.destroyed) clearInterval(timer)
      else if (isLate || performance.now() - startedAt > pace.longestMs) {
        clearInterval(timer)
        onLate()
      }
    },
    isUpload ? pace.pieceMs : pace.formMs,
  )
  timer.unref()
  const end = () => clearInterval(timer)
  incoming.once('end', end).once('close', end)
}
