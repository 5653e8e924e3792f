import { expect, it } from 'vitest'
import { videoOfLink } from '~/domains/texts/video'
import { readRelated, sharesTag } from './related'

it('finds what belongs to a tag by its words, singular or plural', () => {
  expect(sharesTag(['weddings'], ['the-wedding-of-sam', 'wedding'])).toBe(true)
  expect(sharesTag(['prom'], ['proms'])).toBe(true)
  expect(sharesTag(['spring-light'], ['light-in-spring'])).toBe(true)
  expect(sharesTag(['spring-light'], ['light'])).toBe(false)
  expect(sharesTag([], ['wedding'])).toBe(false)
})

it('reads what the owner picked', () => {
  expect(readRelated('gallery:spring-light')).toEqual({ kind: 'gallery', slug: 'spring-light' })
  for (const odd of ['', 'gallery', 'gallery:', 'photo:jar', 'post:../x', 'constructor:x'])
    expect(readRelated(odd), odd).toBeUndefined()
})

it.each([
  ['https://www.youtube.com/watch?v=aqz-KE-bpKQ', { service: 'youtube', id: 'aqz-KE-bpKQ' }],
  ['https://m.youtube.com/watch?t=4&v=aqz-KE-bpKQ&list=x', { service: 'youtube', id: 'aqz-KE-bpKQ' }],
  [' https://youtu.be/aqz-KE-bpKQ?si=abc ', { service: 'youtube', id: 'aqz-KE-bpKQ' }],
  ['https://www.youtube.com/shorts/aqz-KE-bpKQ', { service: 'youtube', id: 'aqz-KE-bpKQ' }],
  ['https://vimeo.com/76979871', { service: 'vimeo', id: '76979871' }],
  ['https://player.vimeo.com/video/76979871?h=1', { service: 'vimeo', id: '76979871' }],
  ['https://youtube.com.evil.example/watch?v=aqz-KE-bpKQ', undefined],
  ['https://www.youtube.com/watch?v=short', undefined],
  ['javascript:alert(1)//https://youtu.be/aqz-KE-bpKQ', undefined],
])('reads the video of %s', (link, video) => {
  expect(videoOfLink(link)).toEqual(video)
})
