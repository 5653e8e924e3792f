import { expect, test } from 'vitest'
import { describeOnBothEngines } from '../../../../test/support/database'
import { makePost } from '../../../../test/support/factories'
import { importAll, noNetwork, started, studio, zipOf } from '../../../../test/support/post-imports'
import { readPost } from '../operations.server'
import { readImport } from './operations.server'
import { importWaiting } from './waiting.server'

describeOnBothEngines('imports of posts that link to each other', (open) => {
  test('lead from one Markdown file to the post of another, and links to other files are text', async () => {
    const deps = await studio(await open())
    const post = (id: string, text: string) =>
      `---\nid: ${id}\ntags: [Snow]\ndate: 2024-02-03\n---\n${text}\n`
    const thaw = post('t', '[Before](<../winter/2024-02-03-first snow.md#at-noon>)')
    expect((await importAll(deps, await zipOf({ 'notes/thaw.md': thaw })))[0]?.notes).toEqual([
      'A link to a file, or to another address that a post can’t link to, is text.',
    ])
    await makePost(deps.db, { slug: 'rain', title: 'Mine' })
    const file = await zipOf({
      'notes/rain.md': post('r', 'It rained.'),
      'notes/thaw.md': thaw,
      'winter/2024-02-03-first snow.md': post(
        's',
        'See [the **rain**](../notes/rain.md#why "Why"), [the thaw](/notes/thaw.md), [a draft](gone.md) and ' +
          '[the broken one](broken.md), [a price list](/pricing), [us](https://example.com/rain.md).',
      ),
      'winter/broken.md': '---\na: [\n---\nText.',
      'winter/ice.md': post('i', 'After [the snow](2024-02-03-first%20snow.md). [Odd](/post-to-import/%zz)'),
    })
    const lines = await importAll(deps, file)
    expect(lines.map(({ slug, state }) => [slug, state])).toEqual([
      ['rain-2', 'imported'],
      ['', 'known'],
      ['first-snow', 'imported'],
      ['', 'left-out'],
      ['ice', 'imported'],
    ])
    const leadHere = 'Its links to other posts of this archive lead to them here.'
    expect(lines[2]?.notes).toEqual([
      'A link to a file, or to another address that a post can’t link to, is text.',
      leadHere,
    ])
    expect(lines[4]?.notes).toContain(leadHere)
    const htmlOf = async (slug: string) => JSON.stringify((await readPost(deps, slug))?.blocks)
    const snow = await htmlOf('first-snow')
    expect([...snow.matchAll(/href=\\"([^"\\]*)/g)].map(([, href]) => href)).toEqual([
      ...['/blog/rain-2#why', '/blog/thaw', '/pricing', 'https://example.com/rain.md'],
    ])
    expect(snow).toContain('a draft')
    expect(snow).toContain('the broken one')
    expect(await htmlOf('ice')).toContain('href=\\"/blog/first-snow\\"')
  })

  test('lead to the post of the archive, also if another took its slug since the file was read', async () => {
    const deps = await studio(await open())
    const post = (text: string) => `---\ntags: [Snow]\ndate: 2024-02-03\n---\n${text}\n`
    const file = await zipOf({
      'rain.md': post('After [the thaw](thaw.md).'),
      'rain-2.md': post('More.'),
      'thaw.md': post('See [rain](rain.md#why), [more](rain-2.md) and [mine](/blog/else).'),
    })
    const id = await started(deps, file)
    await makePost(deps.db, { slug: 'rain', title: 'Mine' })
    await importWaiting(deps, id, { network: noNetwork })
    const lines = (await readImport(deps, id, null))?.lines ?? []
    expect(lines.map(({ slug, state }) => [slug, state])).toEqual([
      ['rain-2', 'imported'],
      ['rain-3', 'imported'],
      ['thaw', 'imported'],
    ])
    expect(lines[1]?.notes).toContain('Another post got the URL slug “rain,” so it’s “rain-3.”')
    const thaw = JSON.stringify((await readPost(deps, 'thaw'))?.blocks)
    expect([...thaw.matchAll(/href=\\"([^"\\]*)/g)].map(([, href]) => href)).toEqual([
      ...['/blog/rain-3#why', '/blog/rain-2', '/blog/else'],
    ])
  })
})
