/**
 * Requests one address over several connections for some time, as fast as answers arrive, and prints the
 * counts. Runs as a separate process, so that counting doesn't slow down the server. Arguments: address,
 * seconds, connections.
 */
import { connect } from 'node:net'

const [address = '', seconds = '5', connections = '16'] = process.argv.slice(2)
const { hostname, port, pathname, search } = new URL(address)
const request = `GET ${pathname}${search} HTTP/1.1\r\nHost: ${hostname}:${port}\r\nAccept-Encoding: br\r\n\r\n`

let requests = 0
let bytes = 0
const start = performance.now()
const end = start + Number(seconds) * 1000
await Promise.all(Array.from({ length: Number(connections) }, requestRepeatedly))
console.log(
  JSON.stringify({ perSecond: requests / ((performance.now() - start) / 1000), bytes: bytes / requests }),
)

/** Sends requests one after the other on one connection. */
function requestRepeatedly(): Promise<void> {
  return new Promise((done, fail) => {
    const socket = connect(Number(port), hostname, () => socket.write(request))
    let head = ''
    let missing = 0
    socket.on('error', fail)
    socket.on('close', done)
    socket.on('data', (chunk) => {
      if (missing > 0) missing -= chunk.length
      else {
        head += chunk.toString('latin1')
        const bodyStart = head.indexOf('\r\n\r\n') + 4
        if (bodyStart < 4) return
        const length = Number(/^content-length: (\d+)/im.exec(head)?.[1])
        if (
          !head.startsWith('HTTP/1.1 200') ||
          !/^content-encoding: br/im.test(head) ||
          Number.isNaN(length)
        ) {
          fail(new Error(`An answer that cannot be counted: ${head.slice(0, bodyStart)}`))
          socket.destroy()
          return
        }
        missing = length - (head.length - bodyStart)
        bytes += length
      }
      if (missing > 0) return
      head = ''
      requests += 1
      if (performance.now() < end) socket.write(request)
      else socket.end()
    })
  })
}
