/**
 * Serves the same files as an archive in other ways, for comparison. Runs as a separate process. Arguments:
 * `archiver`, `zip` or `stream`; the files' folder; a finished archive of them.
 */
import { spawn } from 'node:child_process'
import { createReadStream, readdirSync, statSync } from 'node:fs'
import { createServer, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { join } from 'node:path'
import { pipeline } from 'node:stream/promises'
import { ZipArchive } from 'archiver'

const [way = '', folder = '', finished = ''] = process.argv.slice(2)
const names = readdirSync(folder).toSorted()

const WAYS: Record<string, (response: ServerResponse) => Promise<void>> = {
  async archiver(response) {
    const archive = new ZipArchive({ store: true })
    for (const name of names) archive.file(join(folder, name), { name })
    archive.finalize()
    await pipeline(archive, response)
  },
  async zip(response) {
    const zip = spawn('zip', ['-0', '-q', '-', ...names], {
      cwd: folder,
      stdio: ['ignore', 'pipe', 'ignore'],
    })
    await pipeline(zip.stdout, response)
  },
  async stream(response) {
    response.setHeader('Content-Length', statSync(finished).size)
    await pipeline(createReadStream(finished), response)
  },
}

const send = WAYS[way]
if (!send) throw new Error(`No such way: ${way}`)
const server = createServer((_, response) => {
  send(response).catch(() => response.destroy())
})
server.listen(0, '127.0.0.1', () => console.log((server.address() as AddressInfo).port))
