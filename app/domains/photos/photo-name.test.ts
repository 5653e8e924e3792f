import fc from 'fast-check'
import { expect, test } from 'vitest'
import { cleanFileName, slugFromFileName, titleFromFileName } from './photo-name'

test('a file’s name becomes a title and a slug', () => {
  expect(titleFromFileName('2026/wedding-rings_on  a book.JPG')).toBe('Wedding rings on a book')
  expect(slugFromFileName('C:\\Photos\\Été à Zürich (3).jpeg')).toBe('ete-a-zurich-3')
  expect(slugFromFileName('IMG_0042.CR2.jpg')).toBe('img-0042-cr2')
  expect(titleFromFileName('---.jpg')).toBe('Photo')
  expect(slugFromFileName('写真.jpg')).toBeUndefined()
})

test('a file name is stripped of folders, line breaks and direction marks', () => {
  expect(cleanFileName('../../etc/a\r\nb\u202egpj.exe')).toBe('a b gpj.exe')
})

test.each([
  ['..', ''],
  ['a\u0000b.jpg', 'a b.jpg'],
  ['👩‍👩‍👧.jpg', '👩‍👩‍👧.jpg'],
  [`${'📷'.repeat(300)}.JPEG`, `${'📷'.repeat(250)}.JPEG`],
  ['COM1.jpg', 'COM1.jpg'],
])('the file name %j becomes %j', (name, kept) => expect(cleanFileName(name)).toBe(kept))

test('any file name becomes one clean line without a path', () => {
  fc.assert(
    fc.property(fc.string({ unit: 'binary', maxLength: 400 }), (name) => {
      const kept = cleanFileName(name)
      expect(kept).not.toMatch(/[/\\\p{Cc}\p{Zl}\p{Zp}\u202a-\u202e\u2066-\u2069]/u)
      expect(kept.isWellFormed()).toBe(true)
      expect(['.', '..']).not.toContain(kept)
      expect([...kept].length).toBeLessThanOrEqual(255)
      expect(cleanFileName(kept)).toBe(kept)
    }),
  )
})
