import fc from 'fast-check'
import { expect, it } from 'vitest'
import { byPath, foldersOf, isWorthBringing, megabytes, setTitleOf, timeLeft } from './upload-files'

it.each([
  [
    ['a.jpg', 'b.jpg'],
    ['', ''],
  ],
  [
    ['Ceremony/a.jpg', 'Ceremony/b.jpg'],
    ['Ceremony', 'Ceremony'],
  ],
  [
    ['Ceremony/a.jpg', 'Party/b.jpg'],
    ['Ceremony', 'Party'],
  ],
  [
    ['Smith/Ceremony/a.jpg', 'Smith/Party/b.jpg', 'Smith/c.jpg'],
    ['Ceremony', 'Party', ''],
  ],
  [
    ['Smith/Ceremony/Rings/a.jpg', 'Smith/Ceremony/b.jpg'],
    ['Ceremony/Rings', 'Ceremony'],
  ],
  [
    ['Smith/a.jpg', 'Smithson/b.jpg'],
    ['Smith', 'Smithson'],
  ],
  [[], []],
])('of %j the folders are %j', (paths, folders) => expect(foldersOf(paths)).toEqual(folders))

it('sorts as people give names, folder by folder', () => {
  const paths = ['Party/1.jpg', 'Ceremony/img-10.jpg', 'Ceremony/img-2.jpg', 'z.jpg', 'Ceremony/Rings/a.jpg']
  expect(paths.toSorted(byPath)).toEqual([
    'z.jpg',
    'Ceremony/img-2.jpg',
    'Ceremony/img-10.jpg',
    'Ceremony/Rings/a.jpg',
    'Party/1.jpg',
  ])
})

it('skips files that systems and editors put beside photos', () => {
  for (const name of ['.DS_Store', 'Thumbs.db', 'desktop.ini', 'a.XMP', '._a.jpg'])
    expect(isWorthBringing(name)).toBe(false)
  for (const name of ['a.jpg', 'b.CR2', 'no-extension']) expect(isWorthBringing(name)).toBe(true)
})

it.each([
  [0, '0 MB'],
  [420_000, '0.4 MB'],
  [418_300_000, '418 MB'],
  [1_234_000_000, '1.2 GB'],
])('%d bytes are %s', (bytes, label) => expect(megabytes(bytes)).toBe(label))

it.each([
  [3, 'a few seconds left'],
  [31, 'about 40 seconds left'],
  [60, 'about a minute left'],
  [130, 'about 2 minutes left'],
  [3_700, 'about an hour left'],
  [9_000, 'about 3 hours left'],
])('%d seconds are %s', (seconds, label) => expect(timeLeft(seconds)).toBe(label))

it.each([
  ['', null],
  ['Ceremony', 'Ceremony'],
  ['Party/First dance', 'Party / First dance'],
  ['../../etc', 'etc'],
  ['.', null],
  ['a\\b', 'a / b'],
  ['con\u0000trol\u202egnp', 'con trol gnp'],
  ['👩‍👩‍👧 family', '👩‍👩‍👧 family'],
  ['x'.repeat(300), 'x'.repeat(80)],
])('the folder %j becomes the set %j', (folder, title) => expect(setTitleOf(folder)).toBe(title))

it('is one clean line of 80 characters at most, whatever a folder is called', () => {
  fc.assert(
    fc.property(fc.string({ unit: 'binary', maxLength: 400 }), (folder) => {
      const title = setTitleOf(folder)
      if (title === null) return
      expect([...title].length).toBeLessThanOrEqual(80)
      expect(title).toBe(title.trim())
      expect(title).not.toMatch(/[\p{Cc}\p{Zl}\p{Zp}\u202a-\u202e\u2066-\u2069]/u)
      expect(title.split(' / ')).not.toContain('..')
      expect(title.isWellFormed()).toBe(true)
    }),
  )
})
