import { randomBytes } from 'node:crypto'
import { existsSync, mkdirSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'

/**
 * Used if the operator configured no secret: the current one on the first line, previous ones that are still
 * accepted below.
 */
type StoredSecrets = readonly [current: string, ...previous: string[]]

const fileIn = (dataDir: string): string => join(dataDir, 'secret')

const newSecret = (): string => randomBytes(32).toString('base64url')

/** Creates a secret if there is none. */
export function readStoredSecret(dataDir: string): StoredSecrets {
  if (existsSync(fileIn(dataDir))) return read(dataDir)
  // The folder contains messages and addresses, so it is private to the server's user.
  mkdirSync(dataDir, { recursive: true, mode: 0o700 })
  try {
    const secret = newSecret()
    writeFileSync(fileIn(dataDir), `${secret}\n`, { mode: 0o600, flag: 'wx' })
    return [secret]
  } catch {
    // Another process has just created it.
    return read(dataDir)
  }
}

function read(dataDir: string): StoredSecrets {
  const [current = '', ...previous] = readFileSync(fileIn(dataDir), 'utf8').trim().split(/\s+/)
  return [current, ...previous]
}

/** Adds a new secret as the current one. The others stay accepted. */
export const rotateStoredSecret = (dataDir: string): void => write(dataDir, [newSecret(), ...read(dataDir)])

/** Makes those of a backup the current and previous ones. */
export function rewriteStoredSecrets(
  dataDir: string,
  secrets: readonly string[],
  { keepsOthers }: { keepsOthers: boolean },
): void {
  const [current, ...previous] = new Set([...secrets, ...(keepsOthers ? read(dataDir) : [])])
  if (current !== undefined) write(dataDir, [current, ...previous])
}

/** Removes all except the current one. */
export const retireStoredSecrets = (dataDir: string): void => write(dataDir, [read(dataDir)[0]])

/** Replaces the file atomically, so that no process reads half of it. */
function write(dataDir: string, secrets: StoredSecrets): void {
  const draft = `${fileIn(dataDir)}.new`
  rmSync(draft, { force: true })
  writeFileSync(draft, `${secrets.join('\n')}\n`, { mode: 0o600, flag: 'wx', flush: true })
  renameSync(draft, fileIn(dataDir))
}
