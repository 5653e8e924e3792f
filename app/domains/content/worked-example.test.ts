import { readFileSync } from 'node:fs'
import { resolve } from 'node:path'
import { expect, it } from 'vitest'
import { pageSchemas } from './model'
import { totalOf } from './worked-example'

const pricing = JSON.parse(
  readFileSync(resolve(import.meta.dirname, '../../../content/pages/pricing.json'), 'utf8'),
)
const { example } = pageSchemas.pricing.parse(pricing.body)

it('R10: the demo’s worked example adds up', () => {
  expect(totalOf(example)).toBe(example.total.cents)
})

it('R10: its tax is the sales tax on the print', () => {
  const settings = JSON.parse(
    readFileSync(resolve(import.meta.dirname, '../../../content/settings.json'), 'utf8'),
  )
  const print = example.lines.find(({ label }) => label.startsWith('Framed print'))
  const tax = example.lines.find(({ label }) => label.startsWith('Sales tax'))
  expect(tax?.cents).toBe(Math.round((print?.cents ?? 0) * settings.policies.taxRate))
})
