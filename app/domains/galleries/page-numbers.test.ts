import { expect, it } from 'vitest'
import { pageNumbers } from './page-numbers'

it('links the ends and the neighbors of a page', () => {
  expect(pageNumbers(1, 42)).toEqual([1, 2, 42])
  expect(pageNumbers(20, 42)).toEqual([1, 19, 20, 21, 42])
  expect(pageNumbers(42, 42)).toEqual([1, 41, 42])
})

it('links every page of a few', () => {
  expect(pageNumbers(3, 7)).toEqual([1, 2, 3, 4, 5, 6, 7])
  expect(pageNumbers(1, 1)).toEqual([1])
})
