import { renderToStaticMarkup } from 'react-dom/server'
import { expect, it } from 'vitest'
import type { PhotoView } from '../model'
import { Picture } from './picture'

const photo: PhotoView = {
  id: '1',
  slug: 'roses',
  title: 'Roses',
  alt: 'Roses in a green vase',
  width: 1333,
  height: 2000,
  tone: '#a09285',
  placeholder: 'data:image/webp;base64,AAAA',
  focal: { x: 0.5, y: 0.455 },
  media: '/media/abc',
  widths: [480, 800, 1200, 1333],
  exposure: null,
  creator: null,
  copyright: null,
}

it('offers AVIF first in every finished width, and JPEG in every other one as a fallback', () => {
  const html = renderToStaticMarkup(<Picture photo={photo} sizes="50vw" />)
  expect(html).toContain('type="image/avif"')
  const offered = (format: string) =>
    [...html.matchAll(RegExp(`/(\\d+)\\.${format} \\1w`, 'g'))].map(([, at]) => Number(at))
  expect(offered('avif')).toEqual([480, 800, 1200, 1333])
  expect(offered('jpg')).toEqual([800, 1333])
})

it('has its size, and loads lazily', () => {
  const html = renderToStaticMarkup(<Picture photo={photo} sizes="50vw" />)
  expect(html).toContain('width="1333" height="2000"')
  expect(html).toContain('loading="lazy"')
  expect(html).toContain('--fx:50%;--fy:45.5%')
})

it('loads with high priority if the page waits for it', () => {
  const html = renderToStaticMarkup(<Picture photo={photo} sizes="50vw" priority />)
  expect(html).toContain('fetchPriority="high"')
  expect(html).not.toContain('loading="lazy"')
})

it('is requested at once, with normal priority, if it is eager', () => {
  const html = renderToStaticMarkup(<Picture photo={photo} sizes="50vw" eager />)
  expect(html).not.toMatch(/loading="lazy"|fetchPriority/)
})

it('shows the blurred preview until the first rendition is made', () => {
  const html = renderToStaticMarkup(<Picture photo={{ ...photo, widths: [] }} sizes="50vw" />)
  expect(html).toContain('src="data:image/webp;base64,AAAA"')
  expect(html).toContain('alt="Roses in a green vase"')
  expect(html).not.toContain('/media/')
})

it('offers only widths that a small picture needs, without a preview', () => {
  const html = renderToStaticMarkup(<Picture photo={photo} sizes="160px" />)
  expect(html).toContain('srcSet="/media/abc/480.avif"/>')
  expect(html).not.toContain('/media/abc/800.')
  expect(html).not.toContain('background-image')
  expect(renderToStaticMarkup(<Picture photo={photo} sizes="200px" />)).toContain('/media/abc/800.avif')
})

it('asks for the width of the whole photo where its frame hides the sides', () => {
  const landscape = { ...photo, width: 2000, height: 1333 }
  const sizesOf = (html: string) => /sizes="([^"]*)"/.exec(html)?.[1]
  const square = renderToStaticMarkup(
    <Picture photo={landscape} ratio="1/1" sizes="(min-width:64rem) 600px, 90vw" />,
  )
  expect(sizesOf(square)).toBe('(min-width:64rem) 900.2px, 135vw')
  const decided = { photo: landscape, ratio: 'var(--cover)', sizes: '(min-width:64rem) 600px, 90vw' }
  expect(sizesOf(renderToStaticMarkup(<Picture {...decided} shapes={[2, 1]} />))).toBe(
    '(min-width:64rem) 600px, 135vw',
  )
})
