import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import fc from 'fast-check'
import { describe, expect, it, test } from 'vitest'
import { z } from 'zod'
import { pageDraftSchema } from '../drafts'
import { countRows, everyField, moveRow, type RowMove, rowIntent } from '../rows/fields'
import { EDITABLE_PAGES, type EditablePage, PAGE_FORMS } from './fields'
import { type PageText, readPageForm, sentPage, valuesOf } from './page-form'

const content = join(import.meta.dirname, '../../../../content')
const textOf = (page: EditablePage, folder = content): PageText =>
  pageDraftSchema(page).parse(
    JSON.parse(readFileSync(join(folder, `pages/${page}.json`), 'utf8')),
  ) as PageText

/** Every path of a schema, lists as `[]`. */
function placesOf(schema: z.ZodType, at = ''): string[] {
  if (schema instanceof z.ZodObject)
    return Object.entries(schema.shape).flatMap(([key, part]) =>
      placesOf(part as z.ZodType, at === '' ? key : `${at}.${key}`),
    )
  if (schema instanceof z.ZodDefault && schema.unwrap() instanceof z.ZodObject)
    return placesOf(schema.unwrap() as z.ZodType, at)
  if (schema instanceof z.ZodArray) return placesOf(schema.element as z.ZodType, `${at}[]`)
  return [at]
}

const placesOfForm = (page: EditablePage) =>
  PAGE_FORMS[page].fields.flatMap((field) =>
    field.kind === 'rows'
      ? field.fields.map(({ name }) => (name === '' ? `${field.name}[]` : `${field.name}[].${name}`))
      : [field.name],
  )

/** Not editable: the total is computed, and the navigation has no title. */
const NOT_EDITED: Partial<Record<EditablePage, string[]>> = {
  pricing: ['body.example.total.cents'],
  navigation: ['title', 'description'],
}

describe.each(EDITABLE_PAGES)('the form of %s', (page) => {
  test('has a field for every value of the page, and no other', () => {
    const edited = placesOf(pageDraftSchema(page)).filter((place) => !NOT_EDITED[page]?.includes(place))
    expect(placesOfForm(page).toSorted()).toEqual(edited.toSorted())
  })

  test('round-trips', () => {
    const text = textOf(page)
    const read = readPageForm(page, valuesOf(page, text))
    expect(read).toEqual({
      ok: true,
      value: page === 'navigation' ? { ...text, description: text.title } : text,
    })
  })

  test('can be saved as it is without the demo', () => {
    const text = textOf(page, join(content, 'blank'))
    expect(readPageForm(page, valuesOf(page, text)).ok).toBe(true)
  })

  test('accepts any text, and reports errors at existing fields', () => {
    const names = everyField(PAGE_FORMS[page].fields, valuesOf(page, textOf(page))).map(({ name }) => name)
    const word = fc.oneof(
      fc.string({ unit: 'binary', maxLength: 40 }),
      fc.constantFrom('', '__proto__', '\u202e', 'x'.repeat(30_000), '1e9', '-5'),
    )
    fc.assert(
      fc.property(fc.constantFrom(...names), word, (name, typed) => {
        const values = { ...valuesOf(page, textOf(page)), [name]: typed }
        const read = readPageForm(page, values)
        if (read.ok) expect(readPageForm(page, valuesOf(page, read.value))).toEqual(read)
        else
          for (const [field, sentence] of Object.entries(read.errors)) {
            expect(names).toContain(field)
            expect(sentence).toMatch(/^[A-Z“].*\.$/)
          }
      }),
      { numRuns: 40 },
    )
  })
})

describe('the rows of a page', () => {
  const values = valuesOf('about', textOf('about'))
  const rows = PAGE_FORMS.about.fields.find(({ name }) => name === 'body.facts')
  if (rows?.kind !== 'rows') throw new Error('About has its numbers in rows.')
  const labels = (shown: Record<string, string>) =>
    Array.from({ length: countRows(rows, shown) }, (_, at) => shown[`body.facts.${at}.label`])
  const first = labels(values)

  it.each<[RowMove, number, (string | undefined)[], string]>([
    ['add', 4, [...first, ''], 'body.facts.4.label'],
    ['remove', 1, [first[0], first[2], first[3]], 'body.facts.1.label'],
    ['up', 2, [first[0], first[2], first[1], first[3]], 'body.facts.1.label'],
    ['down', 0, [first[1], first[0], first[2], first[3]], 'body.facts.1.label'],
  ])('are %s, and nothing else changes', (move, at, then, focus) => {
    const moved = moveRow(PAGE_FORMS.about.fields, values, rowIntent(move, rows, at))
    expect(labels(moved?.values ?? {})).toEqual(then)
    expect(moved?.focus).toBe(focus)
    const others = (shown: Record<string, string> = {}) =>
      Object.entries(shown).filter(([name]) => !name.startsWith('body.facts.'))
    expect(others(moved?.values).toSorted()).toEqual(others(values).toSorted())
  })

  it.each([
    'up body.facts 0',
    'down body.facts 3',
    'remove body.facts 9',
    'add body.title 0',
    'add __proto__ 0',
    'remove body.facts',
    '',
  ])('stay unchanged for %o', (intent) => {
    expect(moveRow(PAGE_FORMS.about.fields, values, intent)).toBe(undefined)
  })

  it('are limited in number', () => {
    const home = valuesOf('home', textOf('home'))
    const work = PAGE_FORMS.home.fields.find(({ name }) => name === 'body.work')
    if (work?.kind !== 'rows') throw new Error('Home has its work in rows.')
    expect(moveRow(PAGE_FORMS.home.fields, home, rowIntent('add', work, 6))).toBe(undefined)
    const strip = Object.fromEntries(Object.entries(home).filter(([name]) => !name.startsWith('body.strip.')))
    expect(readPageForm('home', strip)).toMatchObject({
      ok: false,
      errors: { 'body.strip': '“Filmstrip” has 3 to 24. Add or remove a photo.' },
    })
  })

  it('are read from a form whatever else it sends', () => {
    const form = new Map(
      Object.entries({ ...values, version: '3', role: 'owner', 'body.facts.x.label': 'y' }),
    )
    const sent = sentPage('about', { has: (name) => form.has(name), get: (name) => form.get(name) ?? '' })
    expect(sent).toEqual({ page: 'about', sent: values, version: '3', isSeparate: false })
  })
})

test('an amount of the worked example is blank for that of its session', () => {
  const values = valuesOf('pricing', textOf('pricing'))
  expect(values).toMatchObject({ 'body.example.lines.0.cents': '', 'body.example.lines.1.cents': '50' })
  const amounts = { 'body.example.lines.0.cents': '$1,000.5', 'body.example.lines.1.cents': '' }
  const read = readPageForm('pricing', { ...values, ...amounts })
  const { example } = (read.ok ? read.value : textOf('pricing')).body as PageText<'pricing'>['body']
  expect(example.lines.map(({ cents }) => cents)).toEqual([100_050, null, 14_000, 928])
  expect(readPageForm('pricing', { ...values, 'body.example.lines.0.cents': 'much' }).ok).toBe(false)
})
