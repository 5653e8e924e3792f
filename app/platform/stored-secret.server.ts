import { randomBytes } from 'node:crypto'
import { existsSync, mkdirSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'

/** Of an installation whose operator set none: the current secret on the first line, those still accepted below. */
type StoredSecrets = readonly [current: string, ...previous: string[]]

const fileIn = (dataDir: string): string => join(dataDir, 'secret')

const newSecret = (): string => randomBytes(32).toString('base64url')

/** Makes one when there is none yet. */
export function readStoredSecret(dataDir: string): StoredSecrets {
  if (existsSync(fileIn(dataDir))) return read(dataDir)
  // The folder contains people's messages and addresses, so it is private to its user.
  mkdirSync(dataDir, { recursive: true, mode: 0o700 })
  try {
    const secret = newSecret()
    writeFileSync(fileIn(dataDir), `${secret}\n`, { mode: 0o600, flag: 'wx' })
    return [secret]
  } catch {
    // Another process made it first.
    return read(dataDir)
  }
}

function read(dataDir: string): StoredSecrets {
  const [current = '', ...previous] = readFileSync(fileIn(dataDir), 'utf8').trim().split(/\s+/)
  return [current, ...previous]
}

/** Puts a new secret before the others, which stay accepted. */
export const rotateStoredSecret = (dataDir: string): void => write(dataDir, [newSecret(), ...read(dataDir)])

/** Leaves the current one alone. */
export const retireStoredSecrets = (dataDir: string): void => write(dataDir, [read(dataDir)[0]])

/** As a whole, so that no start reads half of it. */
function write(dataDir: string, secrets: StoredSecrets): void {
  const draft = `${fileIn(dataDir)}.new`
  rmSync(draft, { force: true })
  writeFileSync(draft, `${secrets.join('\n')}\n`, { mode: 0o600, flag: 'wx', flush: true })
  renameSync(draft, fileIn(dataDir))
}
