import { createHash } from 'node:crypto'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { z } from 'zod'
import { projectRoot } from '~/platform/project-root.server'
import { PASSWORD_MAX, PASSWORD_MIN } from './model'

/** Schema of a new password. @param known the account’s name and address */
export const newPassword = (known: string[]) =>
  z.string().superRefine((password, context) => {
    const error = passwordError(password, known)
    if (error) context.addIssue({ code: 'custom', message: error })
  })

/**
 * A sentence about what is wrong with a new password; undefined: nothing. Allows any characters and has no
 * composition rules (NIST SP 800-63B, 3.1.1.2), but refuses the 100,000 most common passwords, variations of
 * common words, and the account's own name and address.
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

/** Bytes per entry: the first bytes of a SHA-256, sorted. Written by scripts/common-passwords.mjs. */
const ENTRY_BYTES = 6
let list: Buffer | undefined

/** Whether it is one of the 100,000 most common passwords, ignoring case. The list is read on first use. */
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

/** Replaces look-alike digits by letters, and strips digits and symbols at the ends. */
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

/** A date or a short number, which has few possibilities. */
const isPlainNumber = (text: string) => text.replace(/\D/g, '').length <= 8 && text.length <= 10

const isKnown = (password: string, known: string[]) => {
  const plain = password.toLowerCase().trim()
  return known
    .flatMap((text) => [text, text.split('@')[0] ?? ''])
    .map((text) => text.toLowerCase().trim())
    .some((text) => text.length >= 4 && (plain === text || withoutEdges(plain) === text))
}

/**
 * Common choices. Compared without case, without digits and symbols at the ends, and with letters for
 * look-alike digits, so that `P4ssw0rd123!` matches `password`.
 */
export const COMMON_WORDS: ReadonlySet<string> = new Set(
  `password passwort passwd pass passme mypassword thepassword secret letmein letmeinnow welcome welcomeback login
  admin administrator root user guest test tester testing default changeme changeit temp temporary access
  iloveyou iloveu ilovegod loveyou lovely love lover loveme forever always princess prince angel babygirl baby
  sunshine flower butterfly rainbow summer winter spring autumn monday tuesday wednesday thursday friday saturday
  sunday january february march april may june july august september october november december
  football baseball basketball soccer hockey softball tennis golf yankees lakers cowboys eagles steelers giants
  monkey dragon tiger lion eagle panther dolphin kitty kitten puppy doggy horse bear wolf rabbit chicken
  master superman batman spiderman ironman starwars pokemon naruto matrix ninja samurai warrior hunter ranger
  shadow phoenix thunder lightning storm diamond silver golden crystal ginger pepper cookie chocolate cheese
  banana orange apple cherry peaches strawberry coffee pizza whiskey computer internet windows google facebook
  instagram youtube samsung android iphone microsoft linkedin amazon netflix minecraft fortnite
  michael jennifer jessica ashley daniel matthew joshua andrew thomas robert william charlie george jordan
  michelle nicole amanda samantha hannah maggie buster bailey taylor justin brandon anthony alexander
  freedom liberty america newyork jersey newjersey eastorange london paris california texas florida
  family mother father mommy daddy brother sister friend friends hello hellohello whatever nothing something
  trustno money mustang corvette ferrari porsche mercedes harley yamaha cadillac bigdog killer hacker
  jesus christ jesuschrist blessed heaven godisgood church
  photo photos photography photographer camera picture pictures portrait wedding gallery studio clientarea
  qwerty qwertz azerty qwertyuiop qwertyui asdfgh asdfghjk asdfghjkl zxcvbn zxcvbnm qazwsx qazwsxedc qweasd
  qweasdzxc abcdef abcdefg abcdefgh abcd abc abcabc aaaa xxxx`
    .split(/\s+/)
    .filter((word) => word !== ''),
)
