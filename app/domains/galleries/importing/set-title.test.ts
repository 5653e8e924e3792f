import fc from 'fast-check'
import { expect, it } from 'vitest'
import { setTitleOf } from './set-title'

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
