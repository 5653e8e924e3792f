import fc from 'fast-check'
import { expect, it, onTestFinished } from 'vitest'
import { markdownOfText } from '~/domains/texts/stored-text'
import { documentOrMarkdown } from '~/domains/texts/texts.server'
import { DEFAULT_CURRENCY, setCurrency } from '~/platform/money'
import { testSettings } from '../../../test/support/settings'
import { blankPlaceholders, type Facts, factsOf, shownEmail, withFacts } from './facts'

const facts: Facts = {
  name: 'Lantern & Loom',
  phone: '(862) 555-0199',
  email: 'studio@example.org',
  city: 'Dayton',
  region: 'OH',
  state: 'Ohio',
  address: '41 Example Street, Dayton, OH 45402',
  photographer: 'Ada Loom',
  year: '2019',
  hours: 'By appointment',
  tax: '5.75%',
  currency: 'US dollars',
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

it('takes the demo studio’s email for a stand-in under any other name, as on sites of an earlier version', () => {
  const email = 'hello@example.com'
  expect(shownEmail({ name: 'DE Photography', email })).toBe(email)
  expect(shownEmail({ name: 'Your Studio', email })).toBe('')
  expect(shownEmail({ name: 'Lantern & Loom', email })).toBe('')
  expect(shownEmail({ name: 'Lantern & Loom', email: 'ada@example.com' })).toBe('ada@example.com')
})

it('leaves out sentences with a fact that isn’t known', () => {
  const unknown = { ...facts, year: '' }
  const lede = 'A small studio in {city}, {state}. Here since {year}, closed on Sundays.'
  expect(withFacts(lede, facts)).toBe('A small studio in Dayton, Ohio. Here since 2019, closed on Sundays.')
  expect(withFacts(lede, unknown)).toBe('A small studio in Dayton, Ohio.')
  const body =
    '## Since {year}\n\n“Here since {year}!” That is *{name}*. {city} it is.\n\n- Open\n- Since {year}'
  expect(withFacts(body, unknown)).toBe('\nThat is *Lantern & Loom*. Dayton it is.\n\n- Open')
  expect(withFacts(['Founded in {year}', '{name}'], unknown)).toEqual(['', 'Lantern & Loom'])
  expect(blankPlaceholders(`${lede} {year} {other}`, unknown)).toEqual(['{year}'])
  expect(blankPlaceholders(lede, facts)).toEqual([])
})

it('fills in a document, and leaves out its sentences and parts with a fact that isn’t known', () => {
  const unknown = { ...facts, year: '' }
  const filledIn = (markdown: string) =>
    markdownOfText(withFacts({ body: documentOrMarkdown(markdown, { hasBlocks: false }) }, unknown).body)
  expect(filledIn('Hello, *{name}*. {photographer} “quotes” \\\\ you.')).toBe(
    'Hello, *Lantern & Loom*. Ada Loom “quotes” \\\\ you.',
  )
  expect(filledIn('We are in {city}. Here since **{year}**, always. Call [{phone}](/contact).')).toBe(
    'We are in Dayton. Call [(862) 555-0199](/contact).',
  )
  expect(filledIn('Since {year}.\n\n## Since {year}\n\n{city} it is. Since {year}.')).toBe('Dayton it is.')
  expect(filledIn('- Open\n- Since {year}\n- {city}\n\n> Since {year}')).toBe('- Open\n- Dayton')
  expect(filledIn('Since {year}.')).toBe('')
  expect(filledIn('- In {year}.\n  - A part stays')).toBe('- \n  - A part stays')
  expect(filledIn('Write to [us](mailto:{email}), [then](/about#{year}).')).toBe(
    'Write to [us](mailto:studio@example.org), then.',
  )
})

it('leaves out whole sentences, and nothing else', () => {
  const known = fc.constantFrom(
    ...[
      'Dr. Ada Loom photographs families.',
      'Call Mr. J. R. Smith at the desk!',
      'We are on 5 St. James St. in town.',
    ],
    ...[
      'Prints are $1.50 each, e.g. Matted ones.',
      '“Come in!”',
      '**Open daily.**',
      'Really? *Yes.*',
      'See https://a.example/?B=C.d for more.',
    ],
    ...[
      'It opens at 9 a.m. on weekdays, approx. 40 days a year.',
      '{city} (in the U.S. East) is home…',
      'Ask Ms. {photographer}.',
    ],
  )
  const blank = fc.constantFrom(
    ...[
      'Dr. Ada Loom has worked here since {year}.',
      'Est. {year}.',
      'In {year}, Prof. Smith vs. Mrs. Jones was our first wedding!',
    ],
    ...[
      '“Here since {year}!”',
      '*{year}* was good.',
      'The studio of J. Doe, since {year} (spring).',
      'Who knew in {year}?',
    ],
  )
  const mark = fc.constantFrom('', '- ', '1. ', '> ', '> - ', '## ')
  const line = fc.tuple(mark, fc.array(fc.tuple(fc.boolean(), known, blank), { minLength: 1, maxLength: 5 }))
  const unknown = { ...facts, year: '' }
  fc.assert(
    fc.property(fc.array(line, { minLength: 1, maxLength: 4 }), (lines) => {
      const text = (isLeftOut: boolean) =>
        lines.flatMap(([start, sentences]) => {
          const shown = sentences.flatMap(([isWhole, whole, without]) =>
            isWhole ? whole : isLeftOut ? [] : without,
          )
          return shown.length > 0 ? start + shown.join(' ') : []
        })
      expect(withFacts(text(false).join('\n'), unknown)).toBe(withFacts(text(true).join('\n'), facts))
    }),
  )
})

it('writes amounts in the currency of the studio', () => {
  onTestFinished(() => setCurrency(DEFAULT_CURRENCY))
  const text = '{amount 75} a session, {amount 0.70} a mile, {amount 1250.50}, {amount x}'
  expect(withFacts(text, facts)).toBe('$75 a session, $0.70 a mile, $1,250.50, {amount x}')
  setCurrency('EUR')
  expect(withFacts(text, facts)).toBe('€75 a session, €0.70 a mile, €1,250.50, {amount x}')
  setCurrency('JPY')
  expect(withFacts('{amount 7500}', facts)).toBe('¥7,500')
})

it('inserts facts unchanged, and changes nothing else', () => {
  fc.assert(
    fc.property(fc.string(), fc.json({ maxDepth: 3 }), (name, json) => {
      expect(withFacts('{name}', { ...facts, name })).toBe(name)
      const value: unknown = JSON.parse(json)
      if (!/\{[a-z]+\}/.test(json)) expect(withFacts(value, facts)).toEqual(value)
    }),
  )
})

it('come from the settings, in whole words where the settings have abbreviations', () => {
  expect(factsOf(testSettings)).toMatchObject({
    city: 'East Orange',
    region: 'NJ',
    state: 'New Jersey',
    address: '41 Example Street, East Orange, NJ 07017',
    tax: '6.625%',
    year: '2011',
    photographer: 'A Photographer',
  })
  const abroad = {
    ...testSettings.studio,
    address: { ...testSettings.studio.address, country: 'CA', region: 'NB', street: '' },
  }
  const unnamed = { ...testSettings, studio: { ...abroad, photographer: '', foundingYear: null } }
  expect(factsOf(unnamed)).toMatchObject({
    ...{ state: 'NB', photographer: 'DE Photography', year: '' },
    address: 'East Orange, NB. The address comes with your confirmation.',
  })
})
