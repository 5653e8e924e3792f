import { expect, test } from 'vitest'
import { describeOnBothEngines } from '../../../../test/support/database'
import {
  ghost,
  ghostPost,
  importAll,
  postsOf,
  studio,
  wxr,
  wxrItem,
  zipOf,
} from '../../../../test/support/post-imports'
import { TEXT_MAX, TOO_LONG } from './model'

const kept = (key: string, value: string) =>
  `<wp:postmeta><wp:meta_key>${key}</wp:meta_key><wp:meta_value><![CDATA[${value}]]></wp:meta_value></wp:postmeta>`

describeOnBothEngines('what an import can’t keep', (open) => {
  test('search titles and descriptions come over from each form', async () => {
    const deps = await studio(await open())
    const searchOf = async (slug: string) => {
      const columns = ['search_title', 'search_description'] as const
      const query = deps.db.selectFrom('posts').select(columns).where('slug', '=', slug)
      return Object.values(await query.executeTakeFirstOrThrow())
    }
    const meta = { post_id: '6500', meta_title: 'Frost photos', meta_description: 'Cold light.' }
    await importAll(deps, ghost([ghostPost()], { posts_meta: [meta] }))
    expect(await searchOf('first-frost')).toEqual(['Frost photos', 'Cold light.'])

    const yoast = kept('_yoast_wpseo_title', 'River photos') + kept('_yoast_wpseo_metadesc', 'Slow water.')
    const filledIn = kept('rank_math_title', '%title% %sep%') + kept('rank_math_description', 'Two rivers.')
    const other = { 'wp:post_id': '43', 'wp:post_name': 'two-rivers' }
    await importAll(deps, wxr(wxrItem({}, yoast), wxrItem(other, filledIn)))
    expect(await searchOf('river-walk')).toEqual(['River photos', 'Slow water.'])
    expect(await searchOf('two-rivers')).toEqual(['', 'Two rivers.'])

    const front = 'title: Hill\ndate: 2024-02-03\nsearch_title: Hill photos\nsearch_description: High up.'
    await importAll(deps, await zipOf({ 'hill.md': `---\n${front}\n---\n\nUp.` }))
    expect(await searchOf('hill')).toEqual(['Hill photos', 'High up.'])
  })

  test('the report of a Ghost export names what surrounds a text, and a text that can’t be read', async () => {
    const deps = await studio(await open())
    const meta = {
      post_id: '6500',
      feature_image_caption: '<i>A cold day</i>',
      og_title: 'Look',
      email_subject: 'Hi',
    }
    const deep = Array.from({ length: 60 }).reduce<object>(
      (inner) => ({ type: 'aside', children: [inner] }),
      { type: 'text', text: 'Far below' },
    )
    const lexical = (children: object[]) => JSON.stringify({ root: { children } })
    const paragraph = { type: 'paragraph', children: [{ type: 'text', text: 'Here.' }] }
    const sponsored = {
      type: 'call-to-action',
      sponsorLabel: '<p>Sponsored</p>',
      textValue: '<p>Read on</p>',
    }
    const more = (id: string, given: object) => ghostPost({ id, uuid: id, slug: `post-${id}`, ...given })
    const lines = await importAll(
      deps,
      ghost(
        [
          ghostPost({ canonical_url: 'https://first.example.com/frost' }),
          more('2', { html: null, lexical: lexical([deep, paragraph]) }),
          more('3', { html: null, lexical: '{"root": {' }),
          more('4', { html: `<p class="${'x'.repeat(TEXT_MAX)}">Long</p>` }),
          more('5', { html: null, lexical: lexical([sponsored]) }),
        ],
        { posts_meta: [meta] },
      ),
    )
    const [around, below, damaged, long] = lines.map(({ notes }) => notes)
    expect(around).toEqual(
      expect.arrayContaining([
        'The caption of its cover isn’t imported: A cold day',
        'The subject of its email isn’t imported: Hi',
        'Its own words and picture for shared links are left out.',
        'Search engines were told that it’s from https://first.example.com/frost. That’s left out.',
      ]),
    )
    expect(below).toContain('A part that is nested too deeply is left out.')
    expect(damaged).toContain('Its text is damaged, so it’s left out.')
    expect(long).toEqual([TOO_LONG])
    expect((await postsOf(deps.db)).find(({ slug }) => slug === 'post-5')?.body).toMatch(
      /Sponsored[\s\S]*Read on/,
    )
  })

  test('the report of a folder names the fields that aren’t read', async () => {
    const deps = await studio(await open())
    const front = 'title: Hill\ndate: 2024-02-03\ntags: [Up]\nseries: Walks\naliases: [/old]'
    const [line] = await importAll(deps, await zipOf({ 'hill.md': `---\n${front}\n---\n\nUp.` }))
    expect(line?.notes).toEqual(['These fields aren’t imported: series, aliases.'])
  })

  test('the report of a Markdown folder says what became of checkboxes and footnotes', async () => {
    const deps = await studio(await open())
    const text =
      '- [x] Pack\n\nSee[^1] and[^2].\n\n[^1]: A longer note.\n\n[^2]: Later.\n\n`[^3]` [a](https://example.com)'
    const [line] = await importAll(deps, await zipOf({ 'one.md': `# One\n\n${text}` }))
    expect(line?.notes).toEqual([
      'Checkboxes in its lists are plain text.',
      'Its footnotes are plain text.',
      'This footnote is left out: “Later.”',
      'A link to a file, or to another address that a post can’t link to, is text.',
      'It’s a draft.',
    ])
    const [plain] = await importAll(
      deps,
      await zipOf({ 'two.md': '# Two\n\n- One [1]\n\n[1]: https://example.com' }),
    )
    expect(plain?.notes).toEqual(['It’s a draft.'])
  })

  test('the report of a WordPress export names blocks that only WordPress fills in, and custom fields', async () => {
    const deps = await studio(await open())
    const content =
      '<!-- wp:paragraph -->\n<p>Hello.</p>\n<!-- /wp:paragraph -->\n<!-- wp:block {"ref":501} /-->\n<!-- wp:latest-posts {"postsToShow":3} /-->\n<!-- wp:footnotes /-->'
    const fields = kept('_edit_last', '1') + kept('rank_math_robots', 'index') + kept('camera', 'Leica')
    const [line] = await importAll(deps, wxr(wxrItem({ 'content:encoded': content }, fields)))
    expect(line?.notes).toEqual(
      expect.arrayContaining([
        ...['pattern', 'latest-posts', 'footnotes'].map((name) => `The block “${name}” is left out.`),
        'These custom fields aren’t imported: camera.',
      ]),
    )
  })
})
