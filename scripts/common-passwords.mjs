// Writes the list of common passwords that new passwords are checked against: node scripts/common-passwords.mjs
// LIST. LIST has one password per line, most common first, such as the 100,000 that the UK's National Cyber
// Security Centre published from Have I Been Pwned's data. Lines before the first password begin with "*" or
// "-", or are empty.
import { createHash } from 'node:crypto'
import { readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { root } from './bootstrap.mjs'

/** Bytes stored of each hash. One in five billion other passwords is refused by mistake. */
const KEPT = 6
/** Shorter passwords are always refused. */
const SHORTEST = 8

const lines = readFileSync(process.argv[2], 'utf8').split(/\r?\n/)
const first = lines.findIndex((line) => line !== '' && !/^[*-]/.test(line))
const passwords = lines.slice(first).map((line) => line.normalize('NFC').toLowerCase())
const hashes = passwords
  .filter((password) => [...password].length >= SHORTEST)
  .map((password) =>
    createHash('sha256')
      .update(password)
      .digest('hex')
      .slice(0, 2 * KEPT),
  )
const sorted = [...new Set(hashes)].sort()
writeFileSync(join(root, 'app/domains/accounts/common-passwords.bin'), Buffer.from(sorted.join(''), 'hex'))
console.log(`${sorted.length} of ${passwords.length}`)
