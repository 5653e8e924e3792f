import fc from 'fast-check'
import { expect, test } from 'vitest'
import { documentFromHtml } from './html-document.server'
import { markdownOfDocument } from './markdown-document'
import { readDocument, storedDocument } from './read-document'

test('any HTML is a valid document', () => {
  const tags = [
    'p',
    'ul',
    'ol',
    'li',
    'blockquote',
    'pre',
    'h1',
    'h6',
    'a',
    'b',
    'code',
    'figure',
    'figcaption',
    'table',
  ]
  const piece = fc.oneof(
    fc.constantFrom(
      ...tags.flatMap((tag) => [`<${tag}>`, `</${tag}>`]),
      '<img src="a.jpg">',
      '<br>',
      '<hr>',
      '\n\n',
    ),
    fc.string({ unit: 'binary', maxLength: 12 }),
  )
  fc.assert(
    fc.property(fc.array(piece, { maxLength: 60 }), fc.boolean(), (pieces, hasLines) => {
      documentFromHtml(pieces.join(''), { hasLines }).document.check()
    }),
    { numRuns: 400 },
  )
  documentFromHtml('<ul><li>'.repeat(20_000)).document.check()
  documentFromHtml(`${'<b>'.repeat(50_000)}x`).document.check()
})

test('a gallery written as a list is its photos side by side, without the list', () => {
  const item = (name: string) => `<li class="blocks-gallery-item"><figure><img src="${name}"></figure></li>`
  const gallery = `<ul class="wp-block-gallery">${item('a.jpg')}${item('b.jpg')}</ul>`
  const within = `<figure class="wp-block-gallery"><ul>${item('a.jpg')}${item('b.jpg')}</ul></figure>`
  const photos = '![](photo:picture-to-import-0) ![](photo:picture-to-import-1)'
  for (const html of [gallery, within]) {
    const { document } = documentFromHtml(`<p>Before</p>${html}<p>After</p>`)
    expect(markdownOfDocument(document).markdown).toBe(`Before\n\n${photos}\n\nAfter`)
  }
  const { document } = documentFromHtml('<ul><li>One</li><li></li><li><img src="a.jpg"></li></ul>')
  expect(markdownOfDocument(document).markdown).toBe('- One\n- \n\n![](photo:picture-to-import-0)')
})

test('a picture that a script would load later has its address', () => {
  const html =
    '<noscript><img src="a.jpg"></noscript><img data-src="a.jpg" data-image="a.jpg"><img src="data:image/gif;base64,R0" data-src="b.jpg"><img src="c.jpg" data-src="d.jpg"><img src="data:image/gif;base64,R0">'
  const { pictures, notes } = documentFromHtml(html)
  expect(pictures.map(({ address }) => address)).toEqual(['a.jpg', 'b.jpg', 'c.jpg'])
  expect(notes).toEqual(['A picture within the text is left out.'])
})

test('what is left out of a text is named, and how often', () => {
  const notesOf = (html: string) => documentFromHtml(html).notes
  expect(notesOf('<p class="a">Plain <b>text</b>.</p>')).toEqual([])
  expect(notesOf('<p>H<sub>2</sub>O, <u>now</u></p>')).toEqual([
    'Superscripts and subscripts are plain text.',
    'Underlines and highlights are left out.',
  ])
  expect(
    notesOf(
      '<script>let a = "<p>"</script><p style="color:red" onclick="a()">Text</p><script src="/b.js"></script><style>p{}</style><iframe srcdoc="x"></iframe><svg><style>a{}</style><script>1</script></svg>',
    ),
  ).toEqual([
    '2 scripts are left out.',
    'A style sheet is left out.',
    'A frame is left out.',
    'A drawing is left out.',
    'Its own colors, fonts, sizes, and spacing are left out.',
    'Scripts in attributes, such as “onclick,” are left out.',
  ])
  expect(
    notesOf(
      '<link rel="stylesheet" href="/a.css"><form><input><select></select></form><object data="a.swf"></object><iframe src="https://maps.example.com/embed?q=1"></iframe><iframe src="javascript:alert(1)"></iframe>',
    ),
  ).toEqual([
    'A style sheet is left out.',
    'A form is left out.',
    'A plug-in is left out.',
    'A frame is left out.',
    'The frame or player of maps.example.com is a link.',
  ])
})

test('lists as deep as a post may have stay as deep, and deeper ones can be read', () => {
  const nested = (html: string, depth: number) => documentFromHtml(html.repeat(depth))
  const isRead = (html: string, depth: number) =>
    readDocument(storedDocument(nested(html, depth).document)).ok
  expect(nested('<ul><li>rain', 11).notes).toEqual([])
  expect(nested('<ul><li>rain', 12).notes).toEqual(['Lists and quotes are nested less deeply.'])
  for (const html of ['<ul><li>rain', '<ul>rain', '<ol><ul>', '<blockquote>rain', '<li><blockquote>rain'])
    for (const depth of [5, 10, 11, 12, 21, 22, 23, 40]) expect(isRead(html, depth), html).toBe(true)
})

test('elements named like properties of an object are text', () => {
  const { document } = documentFromHtml('<constructor>One</constructor> <valueOf>two</valueOf>')
  expect(document.textContent).toBe('One two')
})

const markdownOf = (html: string, hasLines = false) =>
  markdownOfDocument(documentFromHtml(html, { hasLines }).document).markdown

test('a caption belongs to the photo or video of its figure, and is text below anything else', () => {
  const photo = '<figure><img src="a.jpg"><figcaption>The pier<br>at night</figcaption></figure>'
  const captionsOf = (html: string) => documentFromHtml(html).pictures.map(({ caption }) => caption)
  const table = '<figure><table><tr><td>One</td></tr></table><figcaption>Prices</figcaption></figure>'
  expect(captionsOf(photo + table)).toEqual(['The pier at night'])
  expect(markdownOf(photo + table)).toMatch(/One\n\nPrices$/)
  const tweet = '<figure><div>\nhttps://twitter.com/a/1\n</div><figcaption>A tweet</figcaption></figure>'
  expect(markdownOf(tweet)).toMatch(/twitter.*\n\nA tweet$/)
  const film = '<figure><div>\nhttps://youtu.be/ex8fMxXJDJw\n</div><figcaption>A film</figcaption></figure>'
  expect(documentFromHtml(photo + film).document.child(1).attrs.title).toBe('A film')
  // A gallery's own caption leaves its last photo the one that it has.
  const gallery = `<figure class="wp-block-gallery">${photo}${photo}<figcaption>All of June</figcaption></figure>`
  const { document } = documentFromHtml(gallery)
  expect(document.child(0).children.map(({ attrs }) => attrs.caption)).toEqual(
    Array(2).fill('The pier at night'),
  )
  expect(document.child(1).textContent).toBe('All of June')
})

test('a poem keeps its lines, and a table has one line for each row', () => {
  expect(markdownOf('<pre>Two roads<br>diverged</pre>')).toBe('```\nTwo roads\ndiverged\n```')
  const table =
    '<table>\n<tr>\n<td>One<br></td>\n<td>Two</td>\n</tr>\n<tr>\n<td>Three</td>\n</tr>\n</table>\nText\nbelow'
  expect(markdownOf(table, true)).toBe('One \\| Two\n\nThree\n\nText\\\nbelow')
})

test('words of two lines of a heading stay apart, and what a picture loses is named', () => {
  const { document } = documentFromHtml('<h2>First<br>light <br/>again</h2>')
  expect(document.textContent.replace(/ +/g, ' ')).toBe('First light again')
  const notesOf = (html: string) => documentFromHtml(html).notes
  const linked = (href: string) => notesOf(`<a href="${href}"><img src="/a.jpg" alt="A lake"></a>`)
  expect(linked('https://example.com/shop')).toEqual(['The link of a picture is left out.'])
  expect(linked('/uploads/a-large.jpg?w=2000')).toEqual([])
  expect(notesOf('<h1>A</h1><h2>B</h2>')).toEqual([
    'Headings of levels 1, 5, and 6 have the nearest level here.',
  ])
  expect(notesOf('<pre><code class="language-js">x</code></pre>')).toEqual([
    'The language of a code block is left out.',
  ])
  expect(notesOf('<figure><img src="/a.jpg"><figcaption><b>A</b></figcaption></figure>')).toEqual([
    'Bold, italics, and the like in a caption are plain text.',
  ])
  const long = 'word '.repeat(120)
  const cut = ['The caption or description of a picture is shortened to 500 characters.']
  expect(notesOf(`<img src="/a.jpg" alt="${long}">`)).toEqual(cut)
  expect(notesOf(`<figure><img src="/a.jpg"><figcaption>${long}</figcaption></figure>`)).toEqual(cut)
})
