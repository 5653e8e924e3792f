import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, it } from 'vitest'
import { literalsOf } from './support/literals'

/** The voice of the product: words that texts for people must not contain, each with the words to use instead. */
const BANNED: [pattern: RegExp, instead: string][] = [
  [/\bstands? (here|in|on|there)\b|\bwill stand\b/i, 'shows up, appears'],
  [/\bmeanwhile\b/i, 'just changed, while you were editing'],
  [/\bin any case\b/i, 'either way'],
  [/^Such as\b|\. Such as\b/, 'For example, …'],
  [/\b(some|no|every)body\b/i, 'someone, no one, everyone, your client, or a name'],
  [/\bwhoever\b|\bthose (who|it)\b/i, 'anyone, people, clients'],
  [/\bany more\b/i, 'no longer, anymore'],
  [
    /(?<!(\b(lowercase|Latin|two|first|second|one|single)|\{\})[ -])(?<!your )\bletters?\b/i,
    'email, or newsletter',
  ],
  [/\bmails\b|\b(by|the|a|each|unwanted) mail\b(?! server)|\bmail address/i, 'email'],
  [/\bcircled\b|\bcircle (it|what|up|into|those|off|the)\b/i, 'favorite, pick'],
  [/\bs(end|ent) (it |them )?off\b/i, 'submit, submitted'],
  [/\bat most(?=[.,:;)]|$)/i, 'up to 14, at most 14'],
  [/\bso many\b/i, 'a number, or nothing'],
  [/\bof (its|their|your) own\b/i, 'separate, personal'],
  [/\bspent\b/i, 'expired'],
  [/\bmend(s|ed|ing)?\b/i, 'fix'],
  [/\b(un)?tick(s|ed)?\b/i, 'check, uncheck'],
  [/\bcan ?not\b/i, 'can’t'],
  [/\b(the|this) program\b/i, 'we, your site, the server'],
  [/\bcontrol characters\b/i, 'hidden characters'],
  [/\b(comes?|coming|goes) back\b|\bto go back\b/i, 'is refunded, is returned'],
  [/\bt(ake|akes|ook|aken|aking) (it |the request |a \w+ )?back\b/i, 'withdraw, undo, delete'],
  [/\bwr(ite|ote|itten) (it |this |these |them )?down\b/i, 'record, save, make a note'],
  [/\bstr(ike|uck)\b/i, 'void'],
  [/\bby hand\b/i, 'manually, Add booking'],
  [/\b(is|are|be|been) told\b/i, 'we’ll email them, is notified'],
  [/\bholds\b/i, 'applies, is in effect, contains'],
  [/\bEmpty:/, 'Leave blank for …'],
  [/\bdid(n’t| not) say (what|which)\b/i, 'Something went wrong with that form'],
  [
    /(?<!\b(at|from) the )\b(free|another|fixed|first|last|this|(?<!at )the|a) starts?\b(?! (time|date))/i,
    'time, start time',
  ],
  [/\b(telephone|enquir\w+|shall|licen[c]e|grown-up|working day|favourit\w+)\b/i, 'the American word'],
  [/(?<!-)\bfetch(ed|es|ing)?\b/i, 'download, read'],
  [/\bphotographs?\b/i, 'photo'],
  [/\b(Montclair|East Orange|Newark|Whitfield)\b/, 'an example that isn’t the demo studio’s'],
]

/** Exceptions, each with its reason. */
const ALLOWED: Record<string, string> = {
  'What we photograph': 'a verb, in the heading over the services on Home',
}

const root = join(import.meta.dirname, '..')
const sources = ['app', 'cli']
  .flatMap((folder) =>
    readdirSync(join(root, folder), { recursive: true, encoding: 'utf8' }).map(
      (path) => `${folder}/${path.replaceAll('\\', '/')}`,
    ),
  )
  .filter((path) => /\.tsx?$/.test(path) && !/\.test\.tsx?$/.test(path))

const literals = new Map(
  sources.map((path) => [path, literalsOf(path, readFileSync(join(root, path), 'utf8'))]),
)

it('every text for people has the voice of the product', () => {
  const faults = [...literals].flatMap(([path, texts]) =>
    texts.flatMap(({ text, line }) =>
      BANNED.flatMap(([pattern, instead]) => {
        const word = text in ALLOWED ? undefined : pattern.exec(text)?.[0]
        return word === undefined ? [] : [`${path}:${line}: “${word}” in “${text}” (write: ${instead})`]
      }),
    ),
  )
  expect(faults).toEqual([])
})

/** Where owners and clients read: components, the texts beside them, and pages. */
const ON_SCREENS = /^app\/(ui|routes|domains\/.*\/ui)\//

it('a page names a setting of the server only beside the person who can change it', () => {
  const faults = [...literals].flatMap(([path, texts]) =>
    texts.flatMap(({ text, line }) =>
      ON_SCREENS.test(path) &&
      /\b[A-Z]\w*_[A-Z]\w*\b/.test(text) &&
      !text.includes('person who runs your server')
        ? [`${path}:${line}: “${text}”`]
        : [],
    ),
  )
  expect(faults).toEqual([])
})

it('code contains no sentence of the demo studio, whose voice is content that the owner edits', () => {
  const folder = join(root, 'content')
  const demo = new Set(
    readdirSync(folder, { recursive: true, encoding: 'utf8' })
      // Files for sites without demo content contain the product's own texts.
      .filter((path) => path.endsWith('.json') && !path.startsWith('blank'))
      .flatMap((path) => stringsIn(JSON.parse(readFileSync(join(folder, path), 'utf8'))))
      .filter((text) => text.split(' ').length > 2 && !PLAIN_IN_DEMO.has(text)),
  )
  const faults = [...literals].flatMap(([path, texts]) =>
    texts.flatMap(({ text, line }) => (demo.has(text) ? [`${path}:${line}: “${text}”`] : [])),
  )
  expect(faults).toEqual([])
})

/** Ordinary phrases that the demo content also contains. */
const PLAIN_IN_DEMO = new Set([
  'Book a session',
  'Create an account',
  'Page not found',
  'Within one business day',
  'Two days before',
  // R26, D1
  'Do Not Sell or Share My Personal Information',
])

const stringsIn = (value: unknown): string[] =>
  typeof value === 'string'
    ? [value]
    : typeof value === 'object' && value !== null
      ? Object.values(value).flatMap(stringsIn)
      : []

it('no exception is outdated', () => {
  const texts = new Set([...literals.values()].flat().map(({ text }) => text))
  expect(Object.keys(ALLOWED).filter((text) => !texts.has(text))).toEqual([])
})

/** Words in comments and test names that hide who does what. */
const RIDDLES =
  /\b(whoever|somebody|anybody|nobody|everybody|takes? along|(is|are) told|told of|says no|in the making|that is none|so many)\b/i

const COMMENT = /^\s*(?:\/\/|\/?\*|\{\/\*)/
const TEST_NAME = /(?:\b(?:it|test|describe)\w*(?:\.\w+)*|\))\(\s*(['"`])(.*?)\1/

it('comments and test names say who does what', () => {
  const faults = ['app', 'cli', 'test']
    .flatMap((folder) =>
      readdirSync(join(root, folder), { recursive: true, encoding: 'utf8' }).map(
        (path) => `${folder}/${path.replaceAll('\\', '/')}`,
      ),
    )
    .filter((path) => /\.tsx?$/.test(path) && path !== 'test/words.test.ts')
    .flatMap((path) =>
      readFileSync(join(root, path), 'utf8')
        .split('\n')
        .flatMap((line, index) => {
          const text = COMMENT.test(line) ? line : (TEST_NAME.exec(line)?.[2] ?? '')
          const word = RIDDLES.exec(text)?.[0]
          return word === undefined
            ? []
            : [`${path}:${index + 1}: “${word}” (write: someone, no one, or a name)`]
        }),
    )
  expect(faults).toEqual([])
})
