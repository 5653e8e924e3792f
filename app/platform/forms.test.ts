import fc from 'fast-check'
import { expect, test } from 'vitest'
import { z } from 'zod'
import { checkbox, line, optional, refuse, text, whole } from './fields'
import { fieldNames, type PostedFields, parseForm } from './forms'
import { acceptFields } from './http/forms.server'

const schema = z
  .object({
    title: line({ label: 'Title', max: 20 }),
    note: text({ max: 40 }),
    address: z.object({ street: line({ label: 'Street', max: 20 }) }),
    initials: z.tuple([line({ max: 1 }), line({ max: 1 })]),
    sizes: z.array(z.enum(['web', 'print'], { error: 'Choose sizes from the list.' })),
    steps: z
      .array(z.object({ when: line({ label: 'When', max: 20 }), what: line({ max: 20 }) }))
      .max(3, { error: 'Remove a step.' }),
    strip: z.array(line({ label: 'Photo', max: 20 })),
    limit: optional(whole({ min: 1, max: 9 })),
    isOpen: checkbox(),
  })
  .superRefine(({ limit, isOpen }, context) => {
    if (limit !== null && !isOpen) refuse(context, 'limit', 'Only an open list has a limit.')
  })

const posted = (pairs: [string, string][]): PostedFields => {
  const read = acceptFields(pairs)
  if (!read.ok) throw new Error(read.sentence)
  return read.form
}

const GOOD: [string, string][] = [
  ['title', ' A title '],
  ['note', 'One\r\ntwo '],
  ['address.street', 'Main St'],
  ['initials.0', 'M'],
  ['initials.1', 'P'],
  ['sizes', 'web'],
  ['sizes', 'print'],
  ['steps.0.when', 'Today'],
  ['steps.0.what', 'Ask'],
  ['steps.1.when', 'Tomorrow'],
  ['strip.0', 'one'],
  ['strip.1', 'two'],
  ['limit', '3'],
  ['isOpen', 'yes'],
]

test('parses a whole form into a nested value', () => {
  expect(parseForm(schema, posted(GOOD))).toEqual({
    ok: true,
    value: {
      title: 'A title',
      note: 'One\ntwo',
      address: { street: 'Main St' },
      initials: ['M', 'P'],
      sizes: ['web', 'print'],
      steps: [
        { when: 'Today', what: 'Ask' },
        { when: 'Tomorrow', what: '' },
      ],
      strip: ['one', 'two'],
      limit: 3,
      isOpen: true,
    },
  })
})

test('gives the values of the schema’s fields to show again, and no others', () => {
  const values = { ...Object.fromEntries(GOOD), sizes: 'web\nprint' }
  expect(parseForm(schema, values)).toEqual(parseForm(schema, posted(GOOD)))
})

test('gives each invalid field its first error, in the order of the schema, with the values', () => {
  const wrong = new Map([
    ...GOOD,
    ['title', ' '],
    ['steps.1.when', 'a'.repeat(21)],
    ['sizes', 'huge'],
    ['limit', 'x'],
  ])
  const read = parseForm(schema, posted([...wrong] as [string, string][]))
  expect(read.ok ? {} : Object.entries(read.errors)).toEqual([
    ['title', '“Title” is required.'],
    ['sizes', 'Choose sizes from the list.'],
    ['steps.1.when', 'Shorten “When” to 20 characters.'],
    ['limit', 'Enter a whole number from 1 to 9.'],
  ])
  expect(read.ok ? {} : read.values).toMatchObject({
    title: ' ',
    note: 'One\ntwo ',
    limit: 'x',
    'strip.1': 'two',
  })
})

test('checks rules about several fields once each is valid', () => {
  const closed = GOOD.filter(([name]) => name !== 'isOpen')
  const read = parseForm(schema, posted(closed))
  expect(read.ok ? {} : read.errors).toEqual({ limit: 'Only an open list has a limit.' })
})

test('reports an error of a list itself', () => {
  const rows = Array.from({ length: 4 }, (_, at): [string, string] => [`steps.${at}.when`, 'Now'])
  const read = parseForm(schema, posted([...GOOD, ...rows]))
  expect(read.ok ? {} : read.errors).toEqual({ steps: 'Remove a step.' })
})

test("uses the first value of a name, and '' for a missing field", () => {
  const read = parseForm(
    z.object({ a: line({ max: 9 }), b: line({ max: 9 }) }),
    posted([
      ['a', '1'],
      ['a', '2'],
    ]),
  )
  expect(read).toEqual({ ok: true, value: { a: '1', b: '' } })
})

test('the fields of a schema are known', () => {
  expect(fieldNames(schema)).toEqual([
    'title',
    'note',
    'address.street',
    'initials.0',
    'initials.1',
    'sizes',
    'steps',
    'strip',
    'limit',
    'isOpen',
  ])
})

test.each<[string, [string, string][]]>([
  ['a path of 100,000 steps', [[`steps${'.0'.repeat(100_000)}`, 'x']]],
  ['a path of 100,000 brackets', [[`steps${'[0]'.repeat(100_000)}`, 'x']]],
  [
    'a row far away',
    [
      ['steps.100000000.when', 'x'],
      ['strip.4294967294', 'x'],
      ['strip[4294967294]', 'x'],
    ],
  ],
  [
    'keys of prototypes',
    [
      ['__proto__.title', 'x'],
      ['constructor.prototype.title', 'x'],
      ['__proto__', 'x'],
    ],
  ],
  [
    'the names that form libraries reserve',
    [
      ['__intent__', '{'],
      ['__state__', '{'],
      ['__INTENT__', '{'],
    ],
  ],
  ['10,000 other keys', Array.from({ length: 10_000 }, (_, at) => [`key${at}`, 'x'])],
])('%s changes nothing', (_, more) => {
  expect(parseForm(schema, posted([...GOOD, ...more]))).toEqual(parseForm(schema, posted(GOOD)))
  expect({}).not.toHaveProperty('title')
})

test('never throws, and reports errors only for fields or lists of the form', () => {
  const name = fc.oneof(
    fc.constantFrom(...GOOD.map(([each]) => each), 'steps.2.when', 'strip', '__proto__', 'steps.0'),
    fc.string(),
  )
  const value = fc.oneof(fc.constantFrom('yes', '1', ''), fc.string({ unit: 'grapheme' }))
  const lists = fieldNames(schema)
  fc.assert(
    fc.property(fc.array(fc.tuple(name, value), { maxLength: 30 }), (pairs) => {
      const accepted = acceptFields(pairs)
      if (!accepted.ok) return
      const read = parseForm(schema, accepted.form)
      if (read.ok) return
      expect(Object.keys(read.errors).length).toBeGreaterThan(0)
      for (const [field, sentence] of Object.entries(read.errors)) {
        expect(field in read.values || lists.includes(field)).toBe(true)
        expect(sentence).toMatch(/\.$/)
      }
    }),
  )
})
