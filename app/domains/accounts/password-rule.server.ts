import { createHash } from 'node:crypto'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { z } from 'zod'
import { projectRoot } from '~/platform/project-root.server'
import { COMMON_WORDS } from './common-words'
import { PASSWORD_MAX, PASSWORD_MIN } from './model'

/** A new password. @param known the account’s name and address */
export const newPassword = (known: string[]) =>
  z.string().superRefine((password, context) => {
    const error = passwordError(password, known)
    if (error) context.addIssue({ code: 'custom', message: error })
  })

/**
 * What is wrong with a new password, as a sentence; undefined: nothing. Any characters, no rules of composition
 * (NIST SP 800-63B, 3.1.1.2). The 100,000 most common passwords are refused, variations of common words, and what the
 * account itself says.
 * @param known the account’s name and address
 */
export function passwordError(password: string, known: string[] = []): string | undefined {
  const length = [...password.normalize('NFC')].length
  if (length < PASSWORD_MIN) return `Use at least ${PASSWORD_MIN} characters.`
  if (length > PASSWORD_MAX) return `Use at most ${PASSWORD_MAX} characters.`
  if (isCommon(password) || isOnList(password) || isKnown(password, known))
    return 'That password is too common. Try a phrase of a few words.'
  return undefined
}

function isCommon(password: string): boolean {
  const plain = password.normalize('NFC').toLowerCase()
  const word = lettersOf(plain)
  return (
    isRepetition(plain) ||
    isRun(plain) ||
    (/^[\d\W_]*$/.test(plain) && isPlainNumber(plain)) ||
    COMMON_WORDS.has(plain) ||
    COMMON_WORDS.has(withoutEdges(plain)) ||
    COMMON_WORDS.has(word) ||
    COMMON_WORDS.has(withoutEdges(word))
  )
}

/** Bytes of each entry: the beginning of a SHA-256, in order. scripts/common-passwords.mjs writes them. */
const ENTRY_BYTES = 6
let list: Buffer | undefined

/** Whether it is one of the 100,000 most common, without case. The list is read when the first password is chosen. */
function isOnList(password: string): boolean {
  list ??= readFileSync(join(projectRoot(), 'app/domains/accounts/common-passwords.bin'))
  const wanted = createHash('sha256').update(password.normalize('NFC').toLowerCase()).digest()
  let [low, high] = [0, list.length / ENTRY_BYTES]
  while (low < high) {
    const middle = (low + high) >>> 1
    const at = middle * ENTRY_BYTES
    const order = wanted.compare(list, at, at + ENTRY_BYTES, 0, ENTRY_BYTES)
    if (order === 0) return true
    if (order > 0) low = middle + 1
    else high = middle
  }
  return false
}

const LOOKALIKES: Record<string, string> = {
  '0': 'o',
  '1': 'i',
  '3': 'e',
  '4': 'a',
  '5': 's',
  '7': 't',
  '@': 'a',
  $: 's',
  '!': 'i',
}

/** With letters for what stands for them, and without the digits and marks that people add at the ends. */
const lettersOf = (text: string) =>
  text.replace(/^[^\p{L}@$]+|[^\p{L}$]+$/gu, '').replace(/[0134577@$!]/g, (mark) => LOOKALIKES[mark] ?? mark)

const withoutEdges = (text: string) => text.replace(/^[^\p{L}]+|[^\p{L}]+$/gu, '')

/** `aaaaaaaa`, `abababab`, `abcabcabc` */
const isRepetition = (text: string) => /^(.{1,4}?)\1+(?:.{0,3})$/su.test(text) && new Set(text).size <= 4

const RUNS = [
  'abcdefghijklmnopqrstuvwxyz',
  '01234567890123456789',
  'qwertyuiopasdfghjklzxcvbnm',
  'qwertzuiop',
]

/** `12345678`, `87654321`, `asdfghjk` */
const isRun = (text: string) =>
  RUNS.some((run) => run.includes(text) || [...run].reverse().join('').includes(text))

/** A date or a short number: fewer guesses than there are people. */
const isPlainNumber = (text: string) => text.replace(/\D/g, '').length <= 8 && text.length <= 10

const isKnown = (password: string, known: string[]) => {
  const plain = password.toLowerCase().trim()
  return known
    .flatMap((text) => [text, text.split('@')[0] ?? ''])
    .map((text) => text.toLowerCase().trim())
    .some((text) => text.length >= 4 && (plain === text || withoutEdges(plain) === text))
}
