import { expect, it } from 'vitest'
import { testSettings } from '../../../test/support/settings'
import { type TermsAnswers, termsFromTemplate } from './terms-template'
import { readTermsTemplate } from './terms-template.server'

const { studio } = testSettings
const answers: TermsAnswers = {
  settings: {
    ...testSettings,
    studio: { ...studio, address: { ...studio.address, region: 'OH' } },
    policies: { ...testSettings.policies, taxRate: 0.0575 },
  },
  types: [
    { title: 'Portrait', depositCents: 7_500 },
    { title: 'Consultation', depositCents: 0 },
  ],
}
const { neutral, sections } = await readTermsTemplate()
const termsFor = (change: Partial<TermsAnswers> = {}) =>
  termsFromTemplate(neutral, sections, { ...answers, ...change })
const textFor = (change: Partial<TermsAnswers> = {}) =>
  termsFor(change)
    .sections.map(({ body }) => body)
    .join('\n')

it('has the state, deposits and periods of the settings, and keeps every neutral section', () => {
  const text = textFor()
  expect(text).toContain('The law of Ohio applies')
  expect(text).toContain('Ohio sales tax of 5.75%')
  expect(text).toContain('- **Portrait:** $75\n')
  expect(text).not.toContain('Consultation')
  expect(text).toContain(
    'once for free, up to 48 hours before your session. After that, rescheduling costs $75.',
  )
  expect(text).toContain('at least 14 days before your session')
  expect(text.match(/\{\w+\}/g)?.toSorted()).toEqual(expect.arrayContaining(['{name}', '{email}', '{phone}']))
  expect(text).not.toMatch(/\{(state|deposits|rescheduling|canceling|salesTax)\}/)
  const ids = termsFor().sections.map(({ id }) => id)
  for (const { id } of neutral.sections) expect(ids).toContain(id)
  expect(new Set(ids).size).toBe(ids.length)
})

it('says so when there are no deposits, fees or taxes', () => {
  const booking = { ...testSettings.booking, rescheduleFeeCents: 0, depositRefundDays: 0 }
  const settings = { ...answers.settings, booking, policies: { ...testSettings.policies, taxRate: 0 } }
  const text = textFor({ settings, types: [] })
  for (const sentence of [
    'We don’t ask for a deposit.',
    'You can reschedule for free.',
    'You can cancel for free.',
  ])
    expect(text).toContain(sentence)
  expect(text).toContain('Sales tax is added where the law asks for it.')
})
