// Adds the checksum from the registry to each package of the lockfile that has none. npm omits some when it
// is configured to leave out download URLs, and `npm ci` verifies only packages with a checksum.
import { execFile } from 'node:child_process'
import { readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { root } from './bootstrap.mjs'

const AT_ONCE = 8
const run = promisify(execFile)
const path = join(root, 'package-lock.json')
const lock = JSON.parse(readFileSync(path, 'utf8'))
const missing = Object.entries(lock.packages).filter(
  ([place, entry]) => place && !entry.integrity && !entry.link,
)

async function fill() {
  for (let next = missing.pop(); next; next = missing.pop()) {
    const [place, entry] = next
    const name = entry.name ?? place.split('node_modules/').at(-1)
    const { stdout } = await run('npm', ['view', `${name}@${entry.version}`, 'dist.integrity'])
    const integrity = stdout.trim()
    if (!integrity.startsWith('sha512-')) throw new Error(`No checksum for ${name}@${entry.version}`)
    lock.packages[place] = withIntegrity(entry, integrity)
    console.log(`${name}@${entry.version}`)
  }
}

/** npm writes it after the version. */
function withIntegrity({ name, version, ...rest }, integrity) {
  return { ...(name ? { name } : {}), version, integrity, ...rest }
}

await Promise.all(Array.from({ length: AT_ONCE }, fill))
writeFileSync(path, `${JSON.stringify(lock, null, 2)}\n`)
