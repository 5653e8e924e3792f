import { describe, expect, it } from 'vitest'
import { altAdvice } from './alt-advice'

describe('advice about an alt text', () => {
  it.each([
    ['', 'No alt text yet'],
    ['  ', 'No alt text yet'],
    ['IMG_0412', 'a file name'],
    ['DSC01234', 'a file name'],
    ['de-0613-0417.tif', 'a file name'],
    ['roses.JPG', 'a file name'],
    ['rings on a page', 'repeats the title'],
    ['Photo of two rings', 'Skip'],
    ['An image of two rings', 'Skip'],
    ['word '.repeat(50), 'long to listen to'],
  ])('advises on %j', (alt, sentence) => {
    expect(altAdvice(alt, 'Rings on a Page')).toContain(sentence)
  })

  it.each([
    'Two wedding rings standing on the open page of a book',
    'Route 66 at dusk',
    'A photographer loads a film from 1955',
  ])('has no advice on %j', (alt) => {
    expect(altAdvice(alt, 'Rings on a Page')).toBeNull()
  })
})
