/**
 * Downloads one address over several connections at once, discards the bytes, and prints the duration in
 * milliseconds and the number of bytes. Runs as a separate process. Arguments: address, connections, Cookie
 * header or ''.
 */
import { connect } from 'node:net'

const [address = '', connections = '1', cookie = ''] = process.argv.slice(2)
const { hostname, port, pathname } = new URL(address)
const head = `GET ${pathname} HTTP/1.1\r\nHost: ${hostname}:${port}\r\nConnection: close\r\n${cookie ? `Cookie: ${cookie}\r\n` : ''}\r\n`

const start = performance.now()
const bytes = await Promise.all(Array.from({ length: Number(connections) }, fetchOnce))
console.log(JSON.stringify({ ms: performance.now() - start, bytes: bytes.reduce((a, b) => a + b) }))

function fetchOnce(): Promise<number> {
  return new Promise((resolve, reject) => {
    let taken = 0
    const socket = connect({
      port: Number(port),
      host: hostname,
      onread: {
        buffer: Buffer.alloc(1 << 20),
        callback: (length, buffer) => {
          if (taken === 0 && !buffer.subarray(0, 12).toString().endsWith(' 200'))
            reject(new Error(`${address}: ${buffer.subarray(0, 400)}`))
          taken += length
          return true
        },
      },
    })
    socket.on('connect', () => socket.write(head))
    socket.on('close', () => resolve(taken))
    socket.on('error', reject)
  })
}
