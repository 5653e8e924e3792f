import { renderToStaticMarkup } from 'react-dom/server'
import { createRoutesStub } from 'react-router'
import { expect, it } from 'vitest'
import { type SigningOutcome, SigningPage } from './signing-page'

const shown = (sendsMail: boolean, hasCode = false, outcome?: SigningOutcome) => {
  const view = {
    ...{
      standing: 'to-sign' as const,
      title: 'Portrait agreement',
      until: 'December 1, 2026',
      hasPdf: false,
    },
    ...{ sha256: 'a'.repeat(64), places: { initials: 0, release: false }, everyone: [], hasCode },
    signer: { id: 'signer', name: 'Ann', email: 'ann@example.com', isStudio: false },
    blocks: [
      { kind: 'paragraph' as const, runs: [{ text: 'We meet at noon.' }] },
      { kind: 'paragraph' as const, runs: [{ text: 'From 2:30 – 3:15 PM, or 2:30 – 3:15 PM.' }] },
    ],
  }
  const page = () => <SigningPage {...{ view, reference: null, studioName: 'Fog Studio', outcome }} />
  const Stub = createRoutesStub([{ id: 'root', path: '/', Component: page, loader: () => null }])
  return renderToStaticMarkup(<Stub hydrationData={{ loaderData: { root: { sendsMail } } }} />)
}

it('a contract can be read, and asks for nothing, as long as the code for signing can’t be emailed', () => {
  const without = shown(false)
  expect(without).toMatch(/Signing needs a code by email.*We meet at noon\./s)
  expect(without).not.toMatch(/<form|<input|<button/)
  for (const page of [shown(true), shown(false, true)]) {
    expect(page).toMatch(/We meet at noon\..*Your full name/s)
    expect(page).not.toContain('Signing needs a code by email')
  }
})

it('no line of a contract breaks within a range of times', () => {
  const range = '<span style="white-space:nowrap">2:30 – 3:15 PM</span>'
  expect(shown(true)).toContain(`<p>From ${range}, or ${range}.</p>`)
})

it('a refused code is explained beside its field, and everything else above the contract', () => {
  const refused = (errors: Record<string, string>) => shown(true, true, { errors, values: {} })
  const code = 'That isn’t the code in our latest email.'
  expect(refused({ code })).toMatch(/We meet at noon\..*Your full name.*One thing needs fixing\./s)
  for (const errors of [{ name: 'Type it.' }, { name: 'Type it.', code }])
    expect(refused(errors)).toMatch(/needs? fixing\..*We meet at noon\./s)
})
