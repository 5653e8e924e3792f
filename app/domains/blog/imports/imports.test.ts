import { setFlagsFromString } from 'node:v8'
import { runInNewContext } from 'node:vm'
import { expect, test } from 'vitest'
import { dateOf } from '~/platform/time'
import { describeOnBothEngines } from '../../../../test/support/database'
import { makePost } from '../../../../test/support/factories'
import { MARKDOWN_BOMBS } from '../../../../test/support/hostile-text'
import {
  begin,
  clock,
  ghost,
  ghostPost,
  importAll,
  noNetwork,
  postsOf,
  studio,
  wxr,
  wxrItem,
  zipOf,
} from '../../../../test/support/post-imports'
import { readPost } from '../operations.server'
import { discardImport, readImport, startImport } from './operations.server'
import { importWaiting } from './waiting.server'
import { readWordPress } from './wordpress.server'

const media = (id: string, given: Record<string, string> = {}) =>
  wxrItem({
    ...{ 'wp:post_type': 'attachment', 'wp:status': 'inherit', 'wp:post_id': id },
    ...{ 'wp:attachment_url': `https://old.example.com/${id}.jpg`, 'content:encoded': '', ...given },
  })

describeOnBothEngines('imports of posts', (open) => {
  test('a Ghost export comes over with its tags, state and date, and only once', async () => {
    const deps = await studio(await open())
    const file = ghost(
      [
        ghostPost(),
        ghostPost({
          id: '2',
          uuid: 'b',
          slug: 'a-draft',
          title: 'A draft',
          status: 'draft',
          published_at: null,
        }),
        ghostPost({ id: '3', uuid: 'c', slug: 'about', title: 'About', type: 'page' }),
        ghostPost({ id: '4', uuid: 'd', slug: 'members', visibility: 'paid' }),
        ghostPost({
          ...{ id: '5', uuid: 'e', slug: 'lexical', html: null },
          lexical: JSON.stringify({
            root: {
              children: [
                { type: 'extended-heading', tag: 'h2', children: [{ type: 'text', text: 'Lenses' }] },
                { type: 'paragraph', children: [{ type: 'text', format: 1, text: 'Bold' }] },
              ],
            },
          }),
        }),
      ],
      {
        tags: [{ id: 't1', name: 'Winter' }],
        posts_tags: [{ post_id: '6500', tag_id: 't1', sort_order: 0 }],
      },
    )
    const lines = await importAll(deps, file)
    expect(lines.map(({ slug, state }) => [slug, state])).toEqual([
      ['first-frost', 'imported'],
      ['a-draft', 'imported'],
      ['', 'left-out'],
      ['members', 'imported'],
      ['lexical', 'imported'],
    ])
    const posts = await postsOf(deps.db)
    expect(posts.map(({ slug, published_at }) => [slug, published_at])).toEqual([
      ['a-draft', null],
      ['first-frost', Date.parse('2024-01-05T09:00:00Z')],
      ['lexical', Date.parse('2024-01-05T09:00:00Z')],
      ['members', null],
    ])
    expect(posts.map(({ body }) => body)).toContain('## Lenses\n\n**Bold**')
    expect((await readPost(deps, 'first-frost'))?.tags).toMatchObject([{ slug: 'winter', name: 'Winter' }])
    const again = await importAll(deps, file)
    expect(again.map(({ state }) => state)).toEqual(['known', 'known', 'left-out', 'known', 'known'])
    expect(again.map(({ post }) => post)).toEqual(lines.map(({ post }) => post))
    expect(await postsOf(deps.db)).toEqual(posts)
  })

  test('two imports of one file at once add each post once', async () => {
    const deps = await studio(await open())
    const ids: string[] = []
    for (let n = 0; n < 2; n++) {
      const begun = await begin(deps, ghost([ghostPost()]))
      if (begun.ok) ids.push(begun.id)
    }
    for (const id of ids)
      await startImport(deps, { id, version: 2, choices: { keepsPublished: true, people: null } })
    await Promise.all(ids.map((id) => importWaiting(deps, id, { network: noNetwork })))
    expect(await postsOf(deps.db)).toHaveLength(1)
  })

  test('a WordPress export comes over with its lines, and what can’t is named', async () => {
    const deps = await studio(await open())
    const categories =
      '<category domain="category" nicename="walks"><![CDATA[Food &amp; Walks]]></category><category domain="post_tag" nicename="rain"><![CDATA[Rain]]></category>'
    const file = wxr(
      wxrItem(
        {
          title: 'River &amp; <em>walk</em>',
          'content:encoded':
            'One line\nand [sic] the next.\n\nAnother paragraph. [contact-form-7 id="1"][toc]x[/toc]',
        },
        categories,
      ),
      wxrItem({ 'wp:post_id': '43', 'wp:post_name': 'secret', 'wp:post_password': 'x' }),
      wxrItem({ 'wp:post_id': '44', 'wp:post_type': 'page', title: 'Contact' }),
      wxrItem({ 'wp:post_id': '45', 'wp:status': 'trash', title: 'Gone' }),
      wxrItem({
        ...{ 'wp:post_id': '46', 'wp:post_name': 'blocks', title: 'Blocks' },
        'content:encoded':
          '<!-- wp:paragraph --><p>Text</p><!-- /wp:paragraph --><figure><img src="https://old.example.com/a.jpg" alt="A bridge"/><figcaption>Bridge</figcaption></figure><iframe src="https://player.example.com/1"></iframe>',
      }),
    )
    const lines = await importAll(deps, file)
    expect(lines.map(({ title, state, notes }) => [title, state, notes])).toEqual([
      [
        'River & walk',
        'imported',
        ['Only WordPress can fill in [contact-form-7], [toc], so visitors would see it as text.'],
      ],
      ['River walk', 'imported', ['It had a password, so it’s a draft here.']],
      ['Contact', 'left-out', ['It’s a page. Pages aren’t imported.']],
      ['Gone', 'left-out', ['It was in the trash.']],
      [
        'Blocks',
        'imported',
        [
          'The frame or player of player.example.com is a link.',
          'The picture https://old.example.com/a.jpg isn’t imported: its server isn’t public. Its caption was: Bridge',
          'It had no tags, so it has the tag “Blog.”',
        ],
      ],
    ])
    const walk = (await postsOf(deps.db)).find(({ slug }) => slug === 'river-walk')
    expect(walk?.body).toMatch(/^One line\\\nand \\\[sic\\\] the next\.\n\nAnother paragraph\./)
    expect((await readPost(deps, 'river-walk'))?.tags.map(({ name }) => name)).toEqual([
      'Food & Walks',
      'Rain',
    ])
  })

  test('a gallery and a cover of a WordPress post are looked up in its media library', async () => {
    const deps = await studio(await open())
    const cover =
      '<wp:postmeta><wp:meta_key>_thumbnail_id</wp:meta_key><wp:meta_value>7</wp:meta_value></wp:postmeta>'
    const post = wxrItem({ 'content:encoded': 'Text\n\n[gallery ids="8,9"]' }, cover)
    const lines = await importAll(deps, wxr(post, media('7'), media('8')))
    expect(lines).toMatchObject([{ title: 'River walk', state: 'imported', pictures: 3, missing: 3 }])
    expect(lines[0]?.notes.filter((note) => note.startsWith('The picture'))).toEqual([
      'The picture https://old.example.com/8.jpg isn’t imported: its server isn’t public.',
      'The picture 9 of the media library isn’t imported: it isn’t in the file. Export all content, with media.',
      'The picture https://old.example.com/7.jpg isn’t imported: its server isn’t public.',
    ])
  })

  test('a gallery without ids has the pictures that were uploaded to its WordPress post, in their order', async () => {
    const deps = await studio(await open())
    const uploaded = (id: string, order: string) =>
      media(id, { 'wp:post_parent': '42', 'wp:menu_order': order, 'excerpt:encoded': `Words ${id}` })
    const file = wxr(
      media('3', { 'wp:post_parent': '41' }),
      ...[uploaded('10', '0'), uploaded('9', '0'), uploaded('7', '2'), uploaded('8', '1')],
      wxrItem({ 'wp:post_id': '42', 'content:encoded': 'Text\n\n[gallery columns="2" exclude="8"]' }),
      wxrItem({ 'wp:post_id': '43', 'wp:post_name': 'none', 'content:encoded': 'Text\n\n[gallery]' }),
    )
    const [line, without] = await importAll(deps, file)
    expect(line?.notes.filter((note) => note.startsWith('The picture'))).toEqual(
      ['9', '10', '7'].map(
        (id) =>
          `The picture https://old.example.com/${id}.jpg isn’t imported: its server isn’t public. Its caption was: Words ${id}`,
      ),
    )
    expect(without?.notes).toContain('The block “gallery” is left out.')
  })

  test('galleries that repeat their pictures without end are left out', async () => {
    const deps = await studio(await open())
    const pictures = Array.from({ length: 300 }, (_, at) => media(`${at}`, { 'wp:post_parent': '42' }))
    const post = wxrItem({ 'content:encoded': `Text\n\n${'[gallery]\n\n'.repeat(2_000)}` })
    const [line] = await importAll(deps, wxr(...pictures, post))
    expect(line?.pictures).toBe(300)
    expect(line?.notes).toContain('The block “gallery” is left out.')
  })

  test('ampersands and control characters that aren’t XML are read as they’re meant', async () => {
    const deps = await studio(await open())
    const bare = { title: 'Tea & cake &mdash; &bomb;', 'content:encoded': 'One\u000b line &amp; more' }
    const item = wxrItem(bare).replaceAll(/<!\[CDATA\[|\]\]>/g, '')
    const cover = media('7', { 'wp:attachment_url': 'https://old.example.com/7.jpg?a=1&b=2' })
    const file = wxr(
      `${item.slice(0, -'</item>'.length)}<excerpt:encoded /><wp:postmeta><wp:meta_key>_thumbnail_id</wp:meta_key><wp:meta_value>7</wp:meta_value></wp:postmeta></item>`,
      cover.replaceAll(/<!\[CDATA\[|\]\]>/g, ''),
    )
    const [line] = await importAll(deps, file)
    expect(line?.title).toBe('Tea & cake — &bomb;')
    expect(line?.notes.join()).toContain('https://old.example.com/7.jpg?a=1&b=2')
    expect(await postsOf(deps.db)).toMatchObject([{ body: 'One line & more' }])
  })

  test('a WordPress post comes over however much data plugins keep with it', async () => {
    const deps = await studio(await open())
    const data = `<wp:postmeta><wp:meta_key>_layout</wp:meta_key><wp:meta_value>${'x'.repeat(3_000_000)}</wp:meta_value></wp:postmeta>`
    const lines = await importAll(deps, wxr(wxrItem({}, data + data)))
    expect(lines.map(({ title, state }) => [title, state])).toEqual([['River walk', 'imported']])
  })

  test('a folder of Markdown comes over with its pictures, alt texts and captions', async () => {
    const deps = await studio(await open())
    const picture = await (await import('sharp'))
      .default({
        create: { width: 900, height: 600, channels: 3, background: '#456' },
      })
      .jpeg()
      .toBuffer()
    const file = await zipOf({
      'posts/2024-02-03-snow.md':
        '---\ntitle: "Snow: a day"\ntags: [Winter, Light]\ncover: ../pictures/snow.jpg\nexcerpt: White.\n---\nText.\n\n![A hill](../pictures/snow.jpg "The hill")\n\n<script>alert(1)</script>\n',
      'posts/broken.md': '---\na: [\n---\nText.',
      'pictures/snow.jpg': picture,
    })
    const lines = await importAll(deps, file, { people: 'none' })
    expect(lines.map(({ slug, state, notes }) => [slug, state, notes])).toEqual([
      ['snow', 'imported', ['HTML isn’t imported. It’s readable as text: <script>.']],
      ['', 'left-out', ['Its front matter isn’t valid YAML.']],
    ])
    // The cover is also in the text.
    expect(lines.map(({ pictures, missing }) => [pictures, missing])).toEqual([
      [1, 0],
      [0, 0],
    ])
    const post = await readPost(deps, 'snow')
    expect(post).toMatchObject({ title: 'Snow: a day', excerpt: 'White.' })
    expect(post?.blocks.map(({ kind }) => kind)).toEqual(['html', 'photo', 'html'])
    expect(post?.blocks[1]).toMatchObject({ caption: 'The hill', photo: { alt: 'A hill' } })
    expect(JSON.stringify(post)).not.toContain('<script')
    // The day of a file without a time is the same in the studio's zone.
    const [snow] = (await postsOf(deps.db)).filter(({ slug }) => slug === 'snow')
    expect(dateOf(Number(snow?.published_at), 'America/New_York')).toBe('2024-02-03')
    const photos = await deps.db.selectFrom('photos').select('published_at').execute()
    expect(photos).toEqual([{ published_at: clock.now() }])
  })

  test('never changes a post, and names a slug that is taken', async () => {
    const deps = await studio(await open())
    const mine = await makePost(deps.db, { slug: 'first-frost', title: 'Mine' })
    const lines = await importAll(deps, ghost([ghostPost()]), { keepsPublished: false })
    expect(lines[0]?.notes).toEqual([
      'Another post has the URL slug “first-frost,” so it becomes “first-frost-2.”',
    ])
    const [kept] = await deps.db.selectFrom('posts').selectAll().where('id', '=', mine.id).execute()
    expect(kept).toEqual(mine)
    const added = (await postsOf(deps.db)).find(({ slug }) => slug === 'first-frost-2')
    expect(added?.published_at).toBeNull()
  })

  test('refuses files that aren’t exports, and keeps nothing of them', async () => {
    const deps = await studio(await open())
    const doctype = wxr(wxrItem()).replace(
      '<rss',
      '<!DOCTYPE r [<!ENTITY x SYSTEM "file:///etc/passwd">]><rss',
    )
    const files = [
      ...['', 'hello', '{}', '{"db":[{"data":{}}]}', `${'['.repeat(100_000)}`, '{"a":'.repeat(50_000)],
      ...[
        '<html><body></body></html>',
        '<rss></rss>',
        '<rss><channel><item>',
        doctype,
        'PK\u0003\u0004nothing',
      ],
      ...[wxr(wxrItem()).slice(0, -60), wxr(wxrItem()).replace('</content:encoded>', '</content>')],
    ]
    for (const file of files) {
      const begun = await begin(deps, file)
      expect([file.slice(0, 40), begun.ok]).toEqual([file.slice(0, 40), false])
    }
    expect(await deps.db.selectFrom('post_imports').selectAll().execute()).toEqual([])
  })

  test('discards a file only in the version that was seen, and keeps its posts', async () => {
    const deps = await studio(await open())
    const begun = await begin(deps, ghost([ghostPost()]))
    const id = begun.ok ? begun.id : ''
    expect(await discardImport(deps, { id, version: 1 })).toEqual({ ok: false, reason: 'changed-since' })
    expect(await discardImport(deps, { id, version: 2 })).toEqual({ ok: true })
    expect(await readImport(deps, id, null)).toBeUndefined()
  })

  test('Markdown that takes others long to read is read, or left out', async () => {
    const deps = await studio(await open())
    const file = await zipOf(
      Object.fromEntries(
        Object.entries(MARKDOWN_BOMBS).map(([name, body]) => [`${name}.md`, `Text.\n\n${body}`]),
      ),
    )
    const lines = await importAll(deps, file)
    expect(lines).toHaveLength(Object.keys(MARKDOWN_BOMBS).length)
    for (const { state } of lines) expect(['imported', 'left-out']).toContain(state)
  })

  test('front matter that would grow, or run code, is refused or is text', async () => {
    const deps = await studio(await open())
    const bomb = ['a: &a [x,x,x,x,x,x,x,x,x]']
    for (let n = 1; n < 12; n++)
      bomb.push(
        `b${n}: &b${n} [${Array(9)
          .fill(n === 1 ? '*a' : `*b${n - 1}`)
          .join(',')}]`,
      )
    const file = await zipOf({
      'bomb.md': `---\n${bomb.join('\n')}\n---\nText.`,
      'code.md': '---\ntitle: !!js/function "function(){}"\n---\nText.',
      'proto.md': '---\n__proto__: {title: x}\nconstructor: y\ntitle: Plain\n---\nText.',
      'twice.md': '---\ntitle: a\ntitle: b\n---\nText.',
      'long.md': `---\ntitle: ${'x'.repeat(60_000)}\n---\nText.`,
      'list.md': '---\n- a\n---\nText.',
    })
    const lines = await importAll(deps, file)
    expect(lines.map(({ state, title }) => `${state} ${title}`)).toEqual([
      'left-out bomb.md',
      expect.stringMatching(/code\.md|function/),
      'left-out list.md',
      'left-out long.md',
      'imported Plain',
      'left-out twice.md',
    ])
  })
})

setFlagsFromString('--expose-gc')
const collectGarbage: () => void = runInNewContext('gc')

test('a WordPress export of a gigabyte is read in little memory', async () => {
  const filler = 'x'.repeat(1_000_000)
  function* chunks() {
    const [head = '', tail = ''] = wxr('SPLIT').split('SPLIT')
    yield head
    for (let n = 0; n < 20; n++) {
      yield `<item><title>${n}</title><wp:post_id>${n}</wp:post_id><wp:post_type>post</wp:post_type><content:encoded><![CDATA[`
      for (let at = 0; at < 50; at++) yield filler
      yield ']]></content:encoded></item>'
    }
    yield wxrItem()
    yield tail
  }
  const found: string[] = []
  collectGarbage()
  const before = process.memoryUsage().heapUsed
  let most = 0
  for await (const incoming of readWordPress(chunks)) {
    found.push(incoming.isPost ? incoming.title : incoming.reason)
    collectGarbage()
    most = Math.max(most, process.memoryUsage().heapUsed)
  }
  expect(found).toEqual([...Array(20).fill('A text in this file is too long to import.'), 'River walk'])
  expect(most - before).toBeLessThan(200_000_000)
}, 120_000)
