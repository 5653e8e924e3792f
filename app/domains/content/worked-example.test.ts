import { readFileSync } from 'node:fs'
import { resolve } from 'node:path'
import { expect, it } from 'vitest'
import { pageSchemas } from './model'
import { pricedExample } from './worked-example'

const pricing = JSON.parse(
  readFileSync(resolve(import.meta.dirname, '../../../content/pages/pricing.json'), 'utf8'),
)
const { example } = pageSchemas.pricing.parse(pricing.body)

it('R10: adds up, with the current price and deposit of the session', () => {
  const priced = (priceCents: number, depositCents: number) =>
    pricedExample(example, { priceCents, depositCents })
  expect(priced(34_500, 7_500)).toMatchObject({
    lines: [{ label: 'Family session', cents: 34_500 }, { cents: 5_000 }, { cents: 14_000 }, { cents: 928 }],
    total: { label: 'Total', cents: 54_428 },
    deposit: { cents: 7_500 },
  })
  expect(priced(36_000, 0)).toMatchObject({ total: { cents: 55_928 }, deposit: null })
})

it('isn’t shown without its session, unless it has its own amounts, or without lines', () => {
  expect(pricedExample(example, undefined)).toBeNull()
  const own = { ...example, lines: example.lines.slice(1), deposit: { label: 'Deposit', cents: 5_000 } }
  expect(pricedExample(own, undefined)).toMatchObject({ total: { cents: 19_928 }, deposit: { cents: 5_000 } })
  expect(pricedExample({ ...own, lines: [] }, { priceCents: 1, depositCents: 1 })).toBeNull()
})

it('R10: its tax is the sales tax on the print', () => {
  const settings = JSON.parse(
    readFileSync(resolve(import.meta.dirname, '../../../content/settings.json'), 'utf8'),
  )
  const print = example.lines.find(({ label }) => label.startsWith('Framed print'))
  const tax = example.lines.find(({ label }) => label.startsWith('Sales tax'))
  expect(tax?.cents).toBe(Math.round((print?.cents ?? 0) * settings.policies.taxRate))
})
