import { expect, test } from 'vitest'
import { documentFromHtml } from '~/domains/texts/html-document.server'
import { markdownOfDocument } from '~/domains/texts/markdown-document'
import { ghost, ghostPost, wxr, wxrItem } from '../../../../test/support/post-imports'
import { readGhost } from './ghost.server'
import type { Incoming } from './model'
import { readWordPress } from './wordpress.server'

const SITE = 'https://old.example.com'

async function ghostPosts(posts: object[], more: object = {}) {
  async function* open() {
    yield Buffer.from(ghost(posts.map(ghostPost), more))
  }
  const found: Incoming[] = []
  for await (const post of readGhost(open, SITE)) found.push(post)
  return found.map(withText)
}

function withText(post: Incoming) {
  if (!post.isPost) throw new Error(post.reason)
  const { document, pictures } = documentFromHtml(post.html, post)
  return { ...post, markdown: markdownOfDocument(document).markdown, pictures }
}

async function wordpressPosts(file: string) {
  const found: Incoming[] = []
  for await (const incoming of readWordPress(() => [file])) found.push(incoming)
  return found.map(withText)
}

const words = (text: string, format = 0) => ({ type: 'extended-text', text, format })
const item = (...children: object[]) => ({ type: 'listitem', children })

test('reads every part of Ghost’s present editor', async () => {
  const lexical = JSON.stringify({
    root: {
      children: [
        { type: 'extended-heading', tag: 'h3', children: [words('Light')] },
        {
          type: 'paragraph',
          children: [words('a', 1), { type: 'link', url: '__GHOST_URL__/x/', children: [words('b')] }],
        },
        {
          ...{ type: 'list', listType: 'number', start: 3 },
          children: [
            item(words('one')),
            item({ type: 'list', listType: 'bullet', children: [item(words('in'))] }),
            item(words('two')),
          ],
        },
        {
          type: 'image',
          src: '__GHOST_URL__/a.jpg',
          alt: 'A hill',
          caption: '<i>The</i> hill',
          cardWidth: 'wide',
        },
        { type: 'gallery', images: [{ src: '/b.jpg' }, { src: '/c.jpg' }], caption: 'Two' },
        { type: 'markdown', markdown: '* starred\n\n[link](https://example.com)' },
        { type: 'html', html: '<p>Plain <b>HTML</b></p>' },
        { type: 'codeblock', code: '<b>' },
        { type: 'horizontalrule' },
        {
          type: 'embed',
          url: 'https://www.youtube.com/watch?v=aaaaaaaaaaa',
          html: '<iframe src="x"></iframe>',
        },
        { type: 'bookmark', url: 'https://example.com/b', metadata: { title: 'A page' } },
        { type: 'callout', calloutEmoji: '💡', calloutText: '<p>Bring <b>boots</b></p>' },
        { type: 'toggle', heading: 'More', content: '<p>Inside</p>' },
        { type: 'button', buttonText: 'Book', buttonUrl: 'https://example.com/book' },
        { type: 'header', header: 'Big', subheader: 'Small' },
        { type: 'product', productTitle: 'Print', productDescription: '<p>Matte</p>', productUrl: '' },
        { type: 'call-to-action', textValue: '<p>Call</p>', buttonText: 'Now', buttonUrl: 'tel:5' },
        { type: 'video', src: '__GHOST_URL__/v.mp4' },
        { type: 'file', src: '__GHOST_URL__/f.pdf', fileTitle: 'Guide' },
        { type: 'paywall' },
        { type: 'email', html: '<p>Only here</p>' },
        { type: 'signup', header: 'Join' },
      ],
    },
  })
  const [post] = await ghostPosts([{ html: null, lexical }])
  expect(post?.markdown.split('\n\n')).toEqual([
    '### Light',
    `**a**[b](${SITE}/x/)`,
    '3. one\n   - in\n4. two',
    '![The hill](photo:picture-to-import-0 "wide")',
    '![](photo:picture-to-import-1) ![Two](photo:picture-to-import-2)',
    '- starred',
    '[link](https://example.com)',
    'Plain **HTML**',
    '```\n<b>\n```',
    '---',
    '[Video](https://www.youtube.com/watch?v=aaaaaaaaaaa)',
    '[A page](https://example.com/b)',
    '> 💡 Bring **boots**',
    '#### More',
    'Inside',
    '[Book](https://example.com/book)',
    '## Big',
    'Small',
    '#### Print',
    'Matte',
    'Call',
    '[Now](tel:5)',
    `<${SITE}/v.mp4>`,
    `[Guide](${SITE}/f.pdf)`,
  ])
  expect(post?.notes).toEqual([
    'A part that was only in emails is left out.',
    'The block “signup” is left out.',
  ])
})

test('keeps captions and descriptions of Ghost’s cards, and none of the controls around them', async () => {
  const html = [
    '<figure class="kg-card kg-bookmark-card"><a href="https://example.com/a"><div class="kg-bookmark-title">A guide</div><div class="kg-bookmark-description">To snow</div><div class="kg-bookmark-metadata"><img src="https://example.com/icon.png"></div><div class="kg-bookmark-thumbnail"><img src="https://example.com/thumb.png"></div></a><figcaption>Worth it</figcaption></figure>',
    '<div class="kg-toggle-card"><h4>Rain?<button class="kg-toggle-card-icon"></button></h4><p>Wait</p></div>',
    '<div class="kg-audio-card"><div class="kg-audio-player-container"><audio src="https://example.com/a.mp3"></audio><div class="kg-audio-title">Wind</div><div class="kg-audio-player"><span>0:00</span><div>/0:12</div></div></div></div>',
  ].join('')
  const card = (type: string, more: object) => ({ type, caption: `<b>Of ${type}</b>`, ...more })
  const children = [
    card('bookmark', {
      url: 'https://example.com/a',
      metadata: { title: 'A guide', description: 'To snow' },
    }),
    card('embed', { url: 'https://youtu.be/ex8fMxXJDJw' }),
    card('codeblock', { code: 'a' }),
    card('file', { src: '/f.pdf', fileTitle: 'List', fileCaption: 'Print it' }),
  ]
  const [first, second] = await ghostPosts([
    { html },
    { id: 8, uuid: 'b', html: null, lexical: JSON.stringify({ root: { children } }) },
  ])
  expect(first?.pictures).toEqual([])
  expect(first?.markdown.split('\n\n')).toEqual([
    '[A guide](https://example.com/a)',
    '[To snow](https://example.com/a)',
    'Worth it',
    '#### Rain?',
    'Wait',
    '<https://example.com/a.mp3>',
    'Wind',
  ])
  expect(second?.markdown.split('\n\n')).toEqual([
    '[A guide](https://example.com/a)',
    'To snow',
    'Of bookmark',
    '[Of embed](https://www.youtube.com/watch?v=ex8fMxXJDJw)',
    '```\na\n```',
    'Of codeblock',
    '[List](/f.pdf)',
    'Print it',
  ])
})

test('says that a bookmark’s author and site name are left out', async () => {
  const bookmark = (inner: string) =>
    `<figure class="kg-card kg-bookmark-card"><a href="https://example.com/a"><div class="kg-bookmark-title">A guide</div><div class="kg-bookmark-metadata"><img class="kg-bookmark-icon" src="https://example.com/icon.png">${inner}</div></a></figure>`
  const notesOf = async (post: object) => {
    const [read] = await ghostPosts([post])
    return [...(read?.notes ?? []), ...documentFromHtml(read?.html ?? '', read).notes]
  }
  const lexical = (metadata: object) => {
    const children = [{ type: 'bookmark', url: 'https://example.com/a', metadata }]
    return { html: null, lexical: JSON.stringify({ root: { children } }) }
  }
  const note = 'The author and site name of a bookmark are left out.'
  expect(await notesOf({ html: bookmark('<span class="kg-bookmark-publisher">Example</span>') })).toContain(
    note,
  )
  expect(await notesOf({ html: bookmark('') })).not.toContain(note)
  expect(await notesOf(lexical({ title: 'A guide', author: 'Ann' }))).toContain(note)
  expect(await notesOf(lexical({ title: 'A guide', author: null }))).not.toContain(note)
})

test('reads every part of Ghost’s former editors', async () => {
  const mobiledoc = JSON.stringify({
    version: '0.3.1',
    atoms: [['soft-return', '', {}]],
    markups: [['em'], ['a', ['href', '__GHOST_URL__/x/']]],
    cards: [
      ['image', { src: '/a.jpg', caption: 'Hill', cardWidth: 'full' }],
      ['card-markdown', { markdown: '## Second\n\nText' }],
      ['hr', {}],
      ['bookmark', { url: 'https://example.com', metadata: { title: 'A page' } }],
      ['email-cta', { html: 'x' }],
    ],
    sections: [
      [
        1,
        'p',
        [
          [0, [0], 0, 'a'],
          [0, [1], 2, 'b'],
          [1, [], 0, 0],
          [0, [], 0, '<c>'],
        ],
      ],
      [3, 'ol', [[[0, [], 0, 'one']], [[0, [], 0, 'two']]]],
      ...[0, 1, 2, 3, 4].map((card) => [10, card]),
    ],
  })
  const [now, first] = await ghostPosts(
    [
      { html: null, mobiledoc },
      {
        ...{ id: 7, uuid: '', html: null, markdown: 'Old *words*.\n\n![A cat](/images/cat.jpg)' },
        ...{ image: '/images/cover.png', page: 0, author_id: 1, published_at: '2017-09-01 12:29:51' },
        ...{ type: undefined, visibility: undefined, meta_description: 'In short' },
      },
    ],
    {
      users: [
        { id: 1, name: 'Ann' },
        { id: 2, name: 'Ben' },
      ],
      posts_authors: [
        { post_id: '6500', author_id: 2, sort_order: 1 },
        { post_id: '6500', author_id: 1, sort_order: 0 },
      ],
      posts_meta: [{ post_id: '6500', email_only: 1 }],
    },
  )
  expect(now?.markdown.split('\n\n')).toEqual([
    `*a[b](${SITE}/x/)*\\\n\\<c>`,
    '1. one\n2. two',
    '![Hill](photo:picture-to-import-0 "wide")',
    '## Second',
    'Text',
    '---',
    '[A page](https://example.com)',
  ])
  expect(now).toMatchObject({ author: 'Ann, Ben', isUnlisted: true })
  expect(now?.notes).toEqual([
    'It was only sent as an email, so it’s unlisted here.',
    'A part that was only in emails is left out.',
  ])
  expect(first).toMatchObject({
    ...{ author: 'Ann', excerpt: 'In short', publishedAt: Date.parse('2017-09-01T12:29:51Z') },
    ...{ cover: { address: '/images/cover.png' }, pictures: [{ address: '/images/cat.jpg', alt: 'A cat' }] },
  })
  expect(first?.markdown).toContain('Old *words*.')
})

test('reads WordPress’s captions, embeds, comments, authors and fields with white space', async () => {
  const comment = (approved: string, type: string) =>
    `<wp:comment><wp:comment_approved>${approved}</wp:comment_approved><wp:comment_type><![CDATA[${type}]]></wp:comment_type><wp:comment_content><![CDATA[Nice]]></wp:comment_content></wp:comment>`
  const content = [
    'First ]]]]><![CDATA[> line',
    '[caption id="attachment_1" align="aligncenter" width="300"]<a href="https://old.example.com/a"><img src="https://old.example.com/a.jpg" alt="Boat" /></a> A <em>boat</em>[/caption]',
    '[caption width="9" caption="Older"]<img src="https://old.example.com/b.jpg" />[/caption]',
    '[embed width="500"]https://vimeo.com/76979871[/embed]',
    '[gallery columns="2" ids="8,9" link="file"]',
    'Last<!--more--> line',
  ].join('\n\n')
  const author =
    '<wp:author><wp:author_id>2</wp:author_id>\n<wp:author_login><![CDATA[sam]]></wp:author_login>\n<wp:author_display_name><![CDATA[Sam Field]]></wp:author_display_name></wp:author>'
  const file = wxr(
    author,
    wxrItem(
      {
        'content:encoded': content,
        'wp:status': '\n publish\n',
        'wp:post_type': ' post ',
        title: ' A title ',
      },
      comment('1', 'comment') +
        comment('1', '') +
        comment('0', 'comment') +
        comment('1', 'pingback') +
        comment('spam', ''),
    ),
    wxrItem({ 'wp:post_id': '2', 'wp:status': 'future', 'wp:post_date_gmt': '2031-06-01 12:30:00' }),
    wxrItem({
      ...{ 'wp:post_id': '3', 'wp:status': 'draft', 'wp:post_date_gmt': '0000-00-00 00:00:00' },
      'content:encoded':
        '<!-- wp:core-embed/youtube {"url":"https://youtu.be/aaaaaaaaaaa"} -->\n<figure class="wp-block-embed"><div class="wp-block-embed__wrapper">\nhttps://youtu.be/aaaaaaaaaaa\n</div><figcaption>A film</figcaption></figure>\n<!-- /wp:core-embed/youtube -->\n<!-- wp:gallery --><figure class="wp-block-gallery"><figure class="wp-block-image"><img src="/a.jpg"/></figure><figure class="wp-block-image"><img src="/b.jpg"/></figure></figure><!-- /wp:gallery -->',
    }),
    wxrItem({ 'wp:post_type': 'nav_menu_item' }),
  )
  const [post, scheduled, draft, ...others] = await wordpressPosts(file)
  expect(others).toEqual([])
  expect(post).toMatchObject({
    title: 'A title',
    author: 'Sam Field',
    notes: ['Its 2 comments aren’t imported.'],
  })
  expect(post?.pictures).toEqual([
    { address: 'https://old.example.com/a.jpg', alt: 'Boat', caption: 'A boat' },
    { address: 'https://old.example.com/b.jpg', alt: '', caption: 'Older' },
    { address: 'wordpress-media:8', alt: '', caption: '' },
    { address: 'wordpress-media:9', alt: '', caption: '' },
  ])
  expect(post?.markdown.split('\n\n')).toEqual([
    'First \\]\\]> line',
    '![A boat](photo:picture-to-import-0)',
    '![Older](photo:picture-to-import-1)',
    '[Video](https://vimeo.com/76979871)',
    '![](photo:picture-to-import-2) ![](photo:picture-to-import-3)',
    'Last line',
  ])
  expect(scheduled?.publishedAt).toBe(Date.parse('2031-06-01T12:30:00Z'))
  expect(draft?.publishedAt).toBeNull()
  expect(draft?.markdown.split('\n\n')).toEqual([
    '[A film](https://www.youtube.com/watch?v=aaaaaaaaaaa)',
    '![](photo:picture-to-import-0) ![](photo:picture-to-import-1)',
  ])
})

test('reads a WordPress text of any kind in time that grows with its length', async () => {
  for (const part of ['<img', '[a1]', '<!-- wp:a {']) {
    const file = wxr(wxrItem({ 'content:encoded': `[caption]${part.repeat(180_000)}[/caption]` }))
    for await (const _ of readWordPress(() => [file])) void _
  }
}, 60_000)
