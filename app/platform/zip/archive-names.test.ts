import fc from 'fast-check'
import { expect, test } from 'vitest'
import { archivePaths, safeFileName } from './archive-names'

const jpg = (name: string, folder = '') => ({ folder, name, extension: 'jpg' })
const names = (...given: string[]) => archivePaths(given.map((name) => jpg(name)))

test('keeps safe names', () => {
  expect(names('IMG_0412.JPG', 'Zoë & Åke – first dance.jpeg', 'ночь.jpg', '結婚式.jpg')).toEqual([
    'IMG_0412.jpg',
    'Zoë & Åke – first dance.jpg',
    'ночь.jpg',
    '結婚式.jpg',
  ])
  expect(safeFileName('v1.2 final.tif', 'tif')).toBe('v1.2 final.tif')
  expect(safeFileName('notes.old', 'jpg')).toBe('notes.old.jpg')
})

test.each([
  ['../../etc/passwd.jpg', '_.._etc_passwd.jpg'],
  ['C:\\Windows\\nul.jpg', 'C__Windows_nul.jpg'],
  ['a\0b.jpg', 'ab.jpg'],
  ['\u202egpj.exe', 'gpj.exe.jpg'],
  ['NUL.jpg', '_NUL.jpg'],
  ['com1.raw.jpg', '_com1.raw.jpg'],
  ['LPT¹.jpg', '_LPT¹.jpg'],
  ['con .jpg', '_con.jpg'],
  ['trailing. . .jpg', 'trailing.jpg'],
  ['.hidden.jpg', 'hidden.jpg'],
  ['line\nbreak.jpg', 'linebreak.jpg'],
  ['   ', 'photograph.jpg'],
  ['.jpg', 'photograph.jpg'],
  ['\ud800.jpg', '\ufffd.jpg'],
  ['a<b>|c?*"d:e.jpg', 'a_b__c___d_e.jpg'],
])('%j becomes %j', (given, safe) => {
  expect(names(given)).toEqual([safe])
})

test('numbers names that some system treats as equal', () => {
  expect(names('A.jpg', 'a.png', 'a (2).jpg', 'A.JPEG')).toEqual([
    'A.jpg',
    'a (2).jpg',
    'a (2) (2).jpg',
    'A (3).jpg',
  ])
  expect(names('é.jpg', 'e\u0301.jpg', 'Straße.jpg', 'STRASSE.jpg')).toEqual([
    'é.jpg',
    'é (2).jpg',
    'Straße.jpg',
    'STRASSE (2).jpg',
  ])
})

test('gives no file the name of a set’s folder', () => {
  const files = [jpg('SHA256SUMS.txt'), jpg('one', 'Party'), jpg('two', 'party'), jpg('three', 'Party')]
  expect(archivePaths([...files, jpg('x', 'a/b'), jpg('a_b')], ['SHA256SUMS.txt'])).toEqual([
    'SHA256SUMS.txt.jpg',
    'Party/one.jpg',
    'party (2)/two.jpg',
    'Party/three.jpg',
    'a_b/x.jpg',
    'a_b.jpg',
  ])
  const [, inside] = archivePaths([jpg('x.jpg'), { folder: 'x.jpg', name: 'y', extension: 'jpg' }])
  expect(inside).toBe('x.jpg/y.jpg')
})

test('cuts a name of 255 emoji between two of them', () => {
  const [name = '', other = ''] = names('📷'.repeat(255), '📷'.repeat(255))
  expect(Buffer.byteLength(name)).toBeLessThanOrEqual(255)
  expect(name).toMatch(/^(📷){62}\.jpg$/u)
  expect(other).toMatch(/^(📷){61} \(2\)\.jpg$/u)
})

test('makes 70,000 equal names unique', () => {
  const paths = archivePaths(Array.from({ length: 70_000 }, () => jpg('IMG_0001.JPG')))
  expect(new Set(paths.map((path) => path.toLowerCase())).size).toBe(70_000)
  expect(paths.at(-1)).toBe('IMG_0001 (70000).jpg')
})

const nasty = fc.oneof(
  fc.string({ unit: 'binary', maxLength: 300 }),
  fc.constantFrom(
    'con',
    'NUL.',
    'aux .x',
    '..',
    '.',
    '',
    'a',
    'A',
    'ﬁ',
    'fi',
    'K',
    'k',
    'ſ',
    '📷'.repeat(300),
  ),
  fc.string({ unit: fc.constantFrom('a', 'A', '.', ' ', '/', '\\', 'é', 'e\u0301', '\u202e', '각') }),
)

test('makes every path safe and unique', () => {
  fc.assert(
    fc.property(
      fc.array(fc.record({ folder: nasty, name: nasty, extension: fc.constant('jpg') })),
      (files) => {
        const paths = archivePaths(files)
        const keys = paths.map((path) => path.normalize('NFC').toLowerCase())
        expect(new Set(keys).size).toBe(files.length)
        for (const path of paths)
          for (const part of path.split('/')) {
            expect(part).toMatch(/^(?![. ])[^\p{Cc}\p{Bidi_Control}<>:"/\\|?*]+(?<![. ])$/u)
            expect(part).not.toMatch(/^(con|prn|aux|nul|com\d|lpt\d)\s*(\.|$)/i)
            expect(Buffer.byteLength(part)).toBeLessThanOrEqual(255)
            expect(part.isWellFormed()).toBe(true)
          }
        expect(paths).toEqual(archivePaths(files))
      },
    ),
  )
})
