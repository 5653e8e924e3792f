import fc from 'fast-check'
import { expect, it } from 'vitest'
import { withFacts } from './facts'

const facts = {
  name: 'Lantern & Loom',
  phone: '(862) 555-0199',
  email: 'studio@example.org',
  measuring: 'Nothing is measured.',
}

it('fills in the facts wherever a text names them', () => {
  const page = {
    title: 'Terms of {name}',
    version: 3,
    parts: [{ body: 'Write to {email} or call {phone}. {other}' }],
  }
  expect(withFacts(page, facts)).toEqual({
    title: 'Terms of Lantern & Loom',
    version: 3,
    parts: [{ body: 'Write to studio@example.org or call (862) 555-0199. {other}' }],
  })
})

it('inserts facts unchanged, and changes nothing else', () => {
  fc.assert(
    fc.property(fc.string(), fc.json({ maxDepth: 3 }), (name, json) => {
      expect(withFacts('{name}', { ...facts, name })).toBe(name)
      const value: unknown = JSON.parse(json)
      if (!/\{(name|phone|email|measuring)\}/.test(json)) expect(withFacts(value, facts)).toEqual(value)
    }),
  )
})
