import type { ServerResponse } from 'node:http'
import type { Socket } from 'node:net'
import { setTimeout as sleep } from 'node:timers/promises'
import type { HttpBindings } from '@hono/node-server'
import { RESPONSE_ALREADY_SENT } from '@hono/node-server/utils/response'
import type { ByteSource } from '~/platform/storage/model'

/** Streams a response's body after its headers. */
export type BodySender = (outgoing: ServerResponse) => Promise<void>

export type SiteBindings = Partial<HttpBindings> & { sendBody?: BodySender | undefined }

export type Fetch = (request: Request, env: SiteBindings) => Response | Promise<Response>

/**
 * Lets a response write its own body to the connection. Bytes go from a file to the network in the buffer that
 * they were read into, and the sender knows how many the network accepted.
 */
export const sendingBodies =
  (fetch: Fetch): Fetch =>
  async (request, env) => {
    const response = await fetch(request, env)
    const { sendBody, outgoing, incoming } = env
    if (!sendBody || !outgoing || incoming?.method === 'HEAD' || !mayHaveBody(response)) return response
    const sent = outgoing as ServerResponse
    sent.writeHead(response.status, Object.fromEntries(response.headers))
    try {
      await sendBody(sent)
    } catch {
      // The headers were sent, so an error can only close the connection. The sender logs it.
      sent.destroy()
    }
    return RESPONSE_ALREADY_SENT
  }

/** False for an error page or a redirect in its place, which is sent instead. */
export const mayHaveBody = ({ body, status }: Response): boolean =>
  body === null && (status === 200 || status === 206)

/** Bytes read and sent at a time. A download takes two such buffers, whatever its size. */
const CHUNK = 512 * 1024
/** A connection that accepts nothing for this long is closed, in ms. */
const STALLED_MS = 120_000

/** Time in ms after the last byte was accepted in which a client that aborts resets the connection. */
const HANG_UP_MS = 1_000

/**
 * Sends a whole source, reading the next bytes while the network takes the last.
 * @param onTaken called with the number of bytes that the network (the system's buffers) accepted. Bytes in flight
 * when the connection broke count too, since a client who resumes requests them again. The last byte counts only
 * if the connection isn't reset at once, which completes the download
 * @returns false when the connection was closed before the end
 * @throws the source's errors, after closing the connection, so that a part isn't taken for the whole
 */
export async function sendBytes(
  outgoing: ServerResponse,
  source: ByteSource,
  onTaken: (bytes: number) => void,
): Promise<boolean> {
  const gone = new Promise<false>((resolve) => {
    if (outgoing.destroyed) resolve(false)
    outgoing.once('close', () => resolve(false))
  })
  const hungUp = watchHangUp(outgoing.socket)
  outgoing.setTimeout(STALLED_MS, () => outgoing.destroy())
  let uncounted = 0
  const write = async (bytes: Uint8Array): Promise<boolean> => {
    const taking = new Promise<boolean>((resolve) => outgoing.write(bytes, (error) => resolve(!error)))
    const isTaken = await Promise.race([taking, gone])
    onTaken(bytes.length - 1 + uncounted)
    uncounted = 1
    return isTaken
  }
  try {
    if (!(await writeAll(source, write))) return false
  } catch (error) {
    outgoing.destroy()
    throw error
  }
  outgoing.end()
  if (await hungUp()) return false
  onTaken(uncounted)
  return true
}

async function writeAll(
  source: ByteSource,
  write: (bytes: Uint8Array) => Promise<boolean>,
): Promise<boolean> {
  const buffers = [Buffer.allocUnsafeSlow(CHUNK), Buffer.allocUnsafeSlow(CHUNK)] as const
  let writing: Promise<boolean> = Promise.resolve(true)
  for (let turn = 0; ; turn++) {
    const buffer = turn % 2 === 0 ? buffers[0] : buffers[1]
    const length = await source.read(buffer)
    if (!(await writing)) return false
    if (length === 0) return true
    writing = write(buffer.subarray(0, length))
  }
}

/**
 * @returns a function that waits for the connection to be reset; its result is false if that doesn't happen
 * within HANG_UP_MS
 */
function watchHangUp(socket: Socket | null): () => Promise<boolean> {
  const closed = new Promise<boolean>((resolve) => {
    if (!socket || socket.destroyed) resolve(socket === null || socket.errored !== null)
    else socket.once('close', resolve)
  })
  return () => Promise.race([closed, sleep(HANG_UP_MS, false, { ref: false })])
}
