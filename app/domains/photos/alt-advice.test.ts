import { describe, expect, it } from 'vitest'
import { altAdvice } from './alt-advice'

describe('advice about an alt text', () => {
  it.each([
    ['', 'Nobody who cannot see'],
    ['  ', 'Nobody who cannot see'],
    ['IMG_0412', 'name of a file'],
    ['DSC01234', 'name of a file'],
    ['de-0613-0417.tif', 'name of a file'],
    ['roses.JPG', 'name of a file'],
    ['rings on a page', 'the title again'],
    ['Photo of two rings', 'Leave out'],
    ['An image of two rings', 'Leave out'],
    ['word '.repeat(50), 'long to listen to'],
  ])('%j is told what would be better', (alt, sentence) => {
    expect(altAdvice(alt, 'Rings on a Page')).toContain(sentence)
  })

  it.each([
    'Two wedding rings standing on the open page of a book',
    'Route 66 at dusk',
    'A photographer loads a film from 1955',
  ])('%j is left alone', (alt) => {
    expect(altAdvice(alt, 'Rings on a Page')).toBeNull()
  })
})
