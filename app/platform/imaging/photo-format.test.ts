import { describe, expect, test } from 'vitest'
import { mediaFile, scene } from '../../../test/support/pictures'
import { recognizeFormat } from './photo-format'

const formatOf = (head: Buffer | string) => {
  const recognized = recognizeFormat(typeof head === 'string' ? Buffer.from(head, 'latin1') : head)
  return recognized.ok ? recognized.format : recognized.sentence
}

describe('a file’s format', () => {
  test('is detected by content', async () => {
    const picture = scene(60, 40)
    expect(formatOf(await picture.clone().jpeg().toBuffer())).toBe('jpeg')
    expect(formatOf(await picture.clone().png().toBuffer())).toBe('png')
    expect(formatOf(await picture.clone().webp().toBuffer())).toBe('webp')
    expect(formatOf(await picture.clone().avif().toBuffer())).toBe('avif')
    expect(formatOf(await picture.clone().tiff().toBuffer())).toBe('tiff')
  })

  test.each([
    ['<?xml version="1.0"?>\n<!-- drawn -->\n<svg xmlns="http://www.w3.org/2000/svg"/>', 'SVG drawing'],
    ['\xef\xbb\xbf  <svg viewBox="0 0 1 1"></svg>', 'SVG drawing'],
    ['<svg/>', 'SVG drawing'],
    ['<!doctype html><svg></svg>', 'web page'],
    ['GIF89a', 'GIF image'],
    ['%PDF-1.7', 'PDF document'],
    ['8BPS\0\x01', 'Photoshop document'],
    ['II*\0\x10\0\0\0CR\x02\0', 'camera raw file'],
    ['\0\0\0\x0cJXL \r\n\x87\n', 'JPEG XL image'],
    ['PK\x03\x04', 'can’t read this as a photo'],
    ['\xff\xd8', 'can’t read this as a photo'],
    ['x', 'can’t read this as a photo'],
  ])('%j is refused: %s', (head, what) => {
    expect(formatOf(head)).toContain(what)
  })

  test('HEIC and videos are distinguished from AVIF, which uses the same container', () => {
    expect(formatOf(mediaFile('heic'))).toContain('HEIC image')
    expect(formatOf(mediaFile('isom'))).toContain('HEIC image')
    expect(formatOf(mediaFile('avif'))).toBe('avif')
    expect(formatOf('\0\0\0\x10ftypmp42\0\0\0\0')).toContain('video')
  })
})
