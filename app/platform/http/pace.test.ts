import { connect } from 'node:net'
import { setTimeout as sleep } from 'node:timers/promises'
import { pino } from 'pino'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { type Listener, listen } from './listener.server'

const PACE = { formMs: 300, pieceMs: 300, pieceBytes: 1_000, longestMs: 3_000 }

let listener: Listener
beforeAll(async () => {
  const config = { host: '127.0.0.1', port: 0, siteUrl: 'http://localhost', hstsSubdomains: false }
  const site = {
    fromMemory: () => false,
    fetch: async (request: Request) => new Response(String((await request.arrayBuffer()).byteLength)),
  }
  listener = await listen(config, pino({ level: 'silent' }), site, PACE)
})
afterAll(() => listener.close(0))

/** Sends the pieces, one every 100 ms. @returns everything received until the connection was closed */
async function drip(head: string, pieces: string[]): Promise<string> {
  const socket = connect(listener.port, '127.0.0.1')
  let answer = ''
  socket.on('data', (chunk) => {
    answer += chunk
  })
  const closed = new Promise((done) => socket.once('close', done))
  socket.on('error', () => {})
  socket.write(`${head} HTTP/1.1\r\nHost: localhost\r\nConnection: close\r\nContent-Length: 20000\r\n\r\n`)
  for (const piece of pieces) {
    if (socket.destroyed) break
    socket.write(piece)
    await sleep(100)
  }
  await closed
  return answer
}

const UPLOAD = 'PATCH /studio/galleries/1/uploads/2'

it('ends a form whose body arrives too slowly', async () => {
  expect(await drip('POST /contact', Array(60).fill('x'))).toMatch(
    /^HTTP\/1\.1 408 .*took too long to arrive/s,
  )
})

it('lets an upload take longer than a form, as long as bytes arrive', async () => {
  expect(await drip(UPLOAD, Array(10).fill('x'.repeat(2_000)))).toMatch(/^HTTP\/1\.1 200 .*20000$/s)
})

it('ends an upload that is too slow, and one that never ends', async () => {
  expect(await drip(UPLOAD, Array(60).fill('x'.repeat(10)))).toMatch(/^HTTP\/1\.1 408 /)
  expect(await drip(UPLOAD, Array(60).fill('x'.repeat(400)))).toMatch(/^HTTP\/1\.1 408 /)
})
