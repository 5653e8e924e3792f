import { expect, test } from 'vitest'
import { sha256 } from '~/platform/ids.server'
import { renderPdf } from '~/platform/pdf/render-pdf.server'
import { readPdf } from '../../../test/support/pdf'
import { pdfBlocksOf, type SignedContract } from './certificate'

const signer: SignedContract['signed'][number] = {
  ...{ version: 1, signer: 's', position: 1, sha256: '', role: 'client', name: 'Ann Lee' },
  ...{ email: 'ann@example.com', initials: [] },
  ...{ signature: { kind: 'typed', name: 'Ann Lee' }, consent: 'I agree.' },
  ...{ at: '2026-11-28T12:54:10.123Z', place: 'Safari on iPhone, 203.0.113.0/24' },
}

test('the certificate’s checksums stay on one line on A4, and a typed signature is no heading', async () => {
  const bytes = await renderPdf({
    ...{ title: 'Wedding agreement', paper: 'A4', footer: 'DE Photography', createdAt: 0 },
    brand: { name: 'DE Photography', initials: ['D', 'E'], accent: '#C4200C' },
    blocks: Array.from({ length: 100 }, (_, at) => at).flatMap((at) =>
      pdfBlocksOf({
        ...{ contractId: 'c', number: 1, title: 'Wedding agreement', siteUrl: 'https://example.com' },
        ...{ sha256: sha256(`text ${at}`), lastHash: sha256(`event ${at}`), signed: [signer] },
        blocks: [{ kind: 'heading', level: 2, runs: [{ text: 'Wedding agreement' }] }],
        log: [{ seq: 1, at: signer.at, what: 'Signed', place: signer.place, hash: sha256(`${at}`) }],
      }),
    ),
  })
  const { pages, tags } = await readPdf(bytes)
  const lines = pages.join('\n').split('\n')
  for (let at = 0; at < 100; at++) {
    for (const hash of [sha256(`text ${at}`), sha256(`event ${at}`)])
      expect(lines.some((line) => line.includes(hash))).toBe(true)
    expect(lines.some((line) => line.includes(sha256(`${at}`).slice(0, 16)))).toBe(true)
  }
  expect(tags.filter((tag) => tag === 'H1')).toHaveLength(200)
})

test('a drawn signature is as high as its lines, so that its signer’s name is right below it', () => {
  const drawn = { ...signer, signature: { kind: 'drawn' as const, path: 'M10 180L40 20L90 60' } }
  const flat = { ...signer, signature: { kind: 'drawn' as const, path: 'M10 30L140 20L190 60' } }
  const heights = pdfBlocksOf({
    ...{ contractId: 'c', number: 1, title: 'Wedding agreement', siteUrl: 'https://example.com' },
    ...{ sha256: '', lastHash: '', signed: [drawn, flat], blocks: [], log: [] },
  }).flatMap((block) => (block.kind === 'drawing' ? [block.height] : []))
  expect(heights).toEqual([195, 75])
})
