import { expect, it } from 'vitest'
import { byPath, foldersOf, isWorthBringing } from './chosen-files'

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

it('leaves out what systems and editors leave beside photographs', () => {
  for (const name of ['.DS_Store', 'Thumbs.db', 'desktop.ini', 'a.XMP', '._a.jpg'])
    expect(isWorthBringing(name)).toBe(false)
  for (const name of ['a.jpg', 'b.CR2', 'no-extension']) expect(isWorthBringing(name)).toBe(true)
})
