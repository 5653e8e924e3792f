import { expect, test } from 'vitest'
import { parseForm } from '~/platform/forms'
import { manyPhotosSchema } from './photo-form'

const read = (alt: string) => parseForm(manyPhotosSchema(), { get: (name) => (name === 'alt' ? alt : '') })

test('alt text is one line, and as long as a form can be it is refused at once', () => {
  expect(read(' A couple \r\n\r\n\t by the  river\n')).toMatchObject({
    ok: true,
    value: { alt: 'A couple by the  river' },
  })
  expect(read(`a${' '.repeat(65_000)}b`).ok).toBe(false)
}, 10_000)
