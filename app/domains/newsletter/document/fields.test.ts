import fc from 'fast-check'
import { expect, it } from 'vitest'
import { branding } from '../../../../test/support/settings'
import { checkText } from './check.server'
import { type NewsletterInput, personalize, renderNewsletter } from './emails.server'
import { newsletterProblems } from './fields'
import { newsletterSchema } from './schema'

const photo = {
  ...{ id: '1', slug: 'rings', title: 'Rings', alt: 'Two rings on a book', width: 3000, height: 2000 },
  ...{ tone: '#888888', placeholder: '', focal: { x: 0.5, y: 0.5 }, media: '/media/0123456789abcdef0123' },
  ...{ widths: [480, 1040, 1750], exposure: null, creator: null, copyright: null },
}
const ann = {
  ...{ unsubscribe: 'https://example.com/u', preferences: 'https://example.com/p', firstName: 'Ann' },
  ...{ counting: null, link: () => '' },
}

const PLACES = ['subject', 'preheader', 'caption', 'alt', 'label'] as const
type Run = readonly [words: string, isBold: boolean]

/** A newsletter with words in each place where an owner can write some. */
function inputOf(
  written: Partial<Record<(typeof PLACES)[number], string>>,
  runs: readonly Run[] = [['New work.', false]],
): NewsletterInput {
  const { subject = 'Snow', preheader = '', caption = '', alt = '', label = 'Book' } = written
  const bold = newsletterSchema.mark('bold')
  const inline = runs.map(([words, isBold]) => newsletterSchema.text(words, isBold ? [bold] : []))
  const item = newsletterSchema.node('listItem', null, [newsletterSchema.node('paragraph', null, inline)])
  const document = newsletterSchema.node('doc', null, [
    newsletterSchema.node('bulletList', null, [item]),
    newsletterSchema.node('photo', { photo: 'rings', caption, alt }),
    newsletterSchema.node('button', { label, href: '/book-session' }),
  ])
  const parts = { photos: new Map([['rings', photo]]), posts: new Map() }
  return { document, subject, preheader, branding, parts, archiveUrl: null }
}

const problemsOf = (...given: Parameters<typeof inputOf>) => newsletterProblems(inputOf(...given))

it.each(['{city}', '{FNAME}', '{first_name}', '{ name }', '{amount 75}', '{Größe}', '{{first name}}'])(
  'names %s as an unknown field wherever it is written',
  (field) => {
    const words = `Hi ${field}, {first name} ${field} {firstName}`
    const expected = [
      `${field} isn’t a field, so readers would see it like that. Use {first name}, or remove the braces.`,
    ]
    for (const place of PLACES) expect(problemsOf({ [place]: words })).toEqual(expected)
    expect(problemsOf({}, [[words, false]])).toEqual(expected)
  },
)

it('asks for one format where a part of a field has another', () => {
  const runs: Run[] = [
    ['Hello {first ', false],
    ['name}', true],
  ]
  expect(problemsOf({}, runs)).toEqual([
    'Part of {first name} is formatted differently, so it can’t be filled in. Format all of it the same way.',
  ])
})

it('keeps the newsletter from being sent', () => {
  const refusals = (input: NewsletterInput) =>
    checkText({
      ...{ input, rendered: renderNewsletter(input) },
      address: ['41 Example Street', 'East Orange', 'NJ', '07017'],
    }).filter(({ state }) => state === 'refused')
  expect(refusals(inputOf({ subject: 'For {first name}' }))).toEqual([])
  expect(refusals(inputOf({ subject: 'Snow in {city}' }))).toMatchObject([
    { sentence: expect.stringContaining('{city} isn’t a field') },
  ])
})

/** What a reader gets. */
function read(input: NewsletterInput): string {
  const { subject, html, text } = personalize(renderNewsletter(input), ann)
  return [subject, html.replaceAll(/<style.*?<\/style>/gs, ''), text].join('\n')
}

it('finds every field that readers would see in braces, and no other', () => {
  const piece = fc.constantFrom('{first name}', '{FirstName}', '{city}', '{first ', 'name}', '{', '}', 'Hi ')
  const words = fc.array(piece, { maxLength: 3 }).map((pieces) => `a${pieces.join('')}`)
  const places = fc.record(Object.fromEntries(PLACES.map((place) => [place, words])))
  fc.assert(
    fc.property(
      places,
      fc.array(fc.tuple(words, fc.boolean()), { minLength: 1, maxLength: 2 }),
      (written, runs) => {
        const input = inputOf(written, runs)
        // Tags are within what readers see as one field.
        const seen = read(input).replaceAll(/<\/?strong[^>]*>/g, '')
        expect(newsletterProblems(input).length > 0).toBe(/\{[a-z][a-z ]*\}/i.test(seen))
      },
    ),
  )
})
