import { HtmlValidate } from 'html-validate'
import { parseFeed } from 'htmlparser2'
import { SaxesParser } from 'saxes'
import { describe, expect, it } from 'vitest'
import { atomXml, type BlogFeed, contentHtml } from './atom'
import { jsonFeed } from './json-feed'
import { rssXml } from './rss'

const post: BlogFeed['posts'][number] = {
  slug: 'rain',
  title: 'Rain & <light>',
  excerpt: 'What “rain” does',
  topic: 'On light',
  cover: null,
  date: 'November 12, 2026',
  publishedAt: '2026-11-12T14:00:00.000Z',
  updatedAt: '2026-11-13T14:00:00.000Z',
  minutes: 3,
  author: 'Dorian Ellis',
  tags: [],
  path: '/blog/rain',
  blocks: [
    { kind: 'html', html: '<p>It <em>rained</em> &amp; rained.</p>' },
    {
      kind: 'photo',
      caption: 'Wet',
      wide: false,
      photo: {
        ...{
          id: '1',
          slug: 'wet',
          title: 'Wet',
          alt: 'Rain on "glass"',
          width: 3000,
          height: 2000,
          tone: '#777777',
        },
        ...{ placeholder: '', focal: { x: 0.5, y: 0.5 }, media: '/media/abc', widths: [480, 1200] },
        ...{ exposure: null, creator: null, copyright: null },
      },
    },
  ],
}
const feed: BlogFeed = {
  title: 'DE Photography',
  subtitle: 'A blog',
  siteUrl: 'https://photos.example.com',
  feedPath: '/blog.atom',
  pagePath: '/blog',
  rights: '© DE Photography',
  posts: [post, { ...post, slug: 'b', path: '/blog/b', updatedAt: '2026-10-01T00:00:00.000Z' }],
}

const within = (xml: string, name: string) =>
  [...xml.matchAll(new RegExp(`<${name}(?: [^>]*)?>([^<]*)</${name}>`, 'g'))].map((match) => match[1])

describe('a feed reader', () => {
  const title = 'Rain & <light>: “Tom’s café” – 5 € ]]> \u{1F98A}'
  const whole = { ...feed, title, posts: [{ ...post, title, excerpt: title, author: title }] }
  const html = contentHtml(post.blocks, feed.siteUrl)

  it.each([
    ['Atom', atomXml(whole), 'atom'],
    ['RSS', rssXml({ ...whole, feedPath: '/blog.rss' }), 'rss'],
  ])('gets typography, entities, dates and links of %s as they were written', (_, xml, type) => {
    const read = parseFeed(xml)
    expect(read).toMatchObject({ type, title })
    const [item, ...others] = read?.items ?? []
    expect(others).toEqual([])
    expect(item).toMatchObject({ title, link: 'https://photos.example.com/blog/rain' })
    expect(item?.id).toBe('https://photos.example.com/blog/rain')
    // The parser takes the date of the last change from Atom.
    expect(item?.pubDate).toEqual(new Date(type === 'atom' ? post.updatedAt : post.publishedAt))
    const texts = textsOf(xml)
    expect(texts.filter((text) => text === title).length).toBeGreaterThanOrEqual(4)
    expect(texts).toContain(html)
  })

  it('gets the same from the JSON feed', () => {
    expect(JSON.parse(jsonFeed(whole))).toMatchObject({
      ...{ title, items: [{ title, summary: title, content_html: html, authors: [{ name: title }] }] },
    })
  })

  it('gets valid HTML', async () => {
    const report = await new HtmlValidate({
      extends: ['html-validate:standard'],
      // XML's way to end an element is valid HTML too.
      rules: { 'void-style': 'off', 'no-self-closing': 'off' },
    }).validateString(html)
    expect(report.results.flatMap(({ messages }) => messages.map(({ message }) => message))).toEqual([])
  })
})

/** The text of each element, as an XML parser reads it. Throws if the XML isn't well-formed. */
function textsOf(xml: string): string[] {
  const texts: string[] = []
  const open: string[] = []
  const parser = new SaxesParser()
  parser.on('opentag', () => open.push(''))
  parser.on('text', (text) => open.push((open.pop() ?? '') + text))
  parser.on('closetag', () => texts.push(open.pop() ?? ''))
  parser.on('error', (error) => {
    throw error
  })
  parser.write(xml).close()
  return texts
}

describe('the Atom feed', () => {
  const xml = atomXml(feed)

  it('has what RFC 4287 requires of a feed and of each entry', () => {
    expect(xml).toMatch(
      /^<\?xml version="1.0" encoding="UTF-8"\?>\n<feed xmlns="http:\/\/www.w3.org\/2005\/Atom"/,
    )
    expect(within(xml, 'id')).toEqual([
      'https://photos.example.com/blog',
      'https://photos.example.com/blog/rain',
      'https://photos.example.com/blog/b',
    ])
    expect(within(xml, 'title')).toEqual([
      'DE Photography',
      'Rain &amp; &lt;light&gt;',
      'Rain &amp; &lt;light&gt;',
    ])
    expect(within(xml, 'updated')).toEqual([
      '2026-11-13T14:00:00.000Z',
      '2026-11-13T14:00:00.000Z',
      '2026-10-01T00:00:00.000Z',
    ])
    expect(xml).toContain(
      '<link rel="self" type="application/atom+xml" href="https://photos.example.com/blog.atom"/>',
    )
    expect(within(xml, 'name')).toEqual(['DE Photography', 'Dorian Ellis', 'Dorian Ellis'])
  })

  it('contains full texts, with absolute image URLs', () => {
    const [content = ''] = within(xml, 'content')
    const html = content
      .replaceAll('&lt;', '<')
      .replaceAll('&gt;', '>')
      .replaceAll('&quot;', '"')
      .replaceAll('&amp;', '&')
    expect(html).toBe(
      '<p>It <em>rained</em> &amp; rained.</p>\n' +
        '<figure><img src="https://photos.example.com/media/abc/1200.jpg" width="1200" height="800" ' +
        'alt="Rain on &quot;glass&quot;"/><figcaption>Wet</figcaption></figure>',
    )
  })

  it('is valid without posts', () => {
    expect(within(atomXml({ ...feed, posts: [] }), 'updated')).toEqual(['1970-01-01T00:00:00.000Z'])
  })
})
