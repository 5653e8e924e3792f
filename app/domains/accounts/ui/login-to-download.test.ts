import { expect, it } from 'vitest'
import { downloadPathOf } from './login-to-download'

const ORIGIN = 'https://photos.example.com'
const PLAIN = {
  button: 0,
  altKey: false,
  ctrlKey: false,
  metaKey: false,
  shiftKey: false,
  defaultPrevented: false,
}
const asked = (href: string, press: Partial<typeof PLAIN> = {}, target = '') =>
  downloadPathOf({ ...PLAIN, ...press }, { href, target }, ORIGIN)

it.each([
  [`${ORIGIN}/download`, '/download'],
  [`${ORIGIN}/download/`, '/download/'],
  [`${ORIGIN}/download/rivera?size=web#x`, '/download/rivera?size=web'],
])('R25: a click on %s requests a download', (href, path) => expect(asked(href)).toBe(path))

it.each([
  `${ORIGIN}/downloads`,
  `${ORIGIN}/profile#downloads`,
  `${ORIGIN}/a/download`,
  'https://example.com/download',
  'mailto:hello@example.com',
  '',
])('a click on %j requests none', (href) => expect(asked(href)).toBeUndefined())

it('ignores links that open elsewhere, and handled events', () => {
  const here = `${ORIGIN}/download`
  for (const press of [
    { button: 1 },
    { ctrlKey: true },
    { metaKey: true },
    { shiftKey: true },
    { altKey: true },
  ])
    expect(asked(here, press)).toBeUndefined()
  expect(asked(here, { defaultPrevented: true })).toBeUndefined()
  expect(asked(here, {}, '_blank')).toBeUndefined()
})
