/** Word's lists are paragraphs with a bullet or number as text, and their nesting in a style. */
const WORD_LIST = 'p[class*="MsoListParagraph"], p[style*="mso-list:"]'

/** Comments in Word's margin, with their marks in the text, and the pixels by which web pages count readers. */
const NOT_TEXT = [
  '.MsoCommentReference, .msocomanchor, [style*="mso-element:comment"]',
  'img[width="0"], img[height="0"], img[width="1"], img[height="1"], noscript, button',
].join()

/**
 * HTML from the clipboard, prepared for the schema, which leaves out the rest: headings of the levels that posts
 * have, Word's lists as lists, Google's links without its redirect.
 * @param parse a browser's `DOMParser`
 */
export function preparedPaste(html: string, parse: (html: string) => Document): string {
  const { body } = parse(html)
  for (const element of body.querySelectorAll(NOT_TEXT)) element.remove()
  // Office elements such as `o:p` and smart tags. One in Word's head is never closed, and contains everything.
  for (const element of body.querySelectorAll('*'))
    if (element.localName.includes(':')) element.replaceWith(...element.childNodes)
  for (const heading of body.querySelectorAll('h1, h5, h6'))
    renameElement(heading, heading.tagName === 'H1' ? 'h2' : 'h4')
  for (const link of body.querySelectorAll('a[href^="https://www.google.com/url?"]')) {
    const address = new URL(link.getAttribute('href') ?? '').searchParams.get('q')
    if (address) link.setAttribute('href', address)
  }
  // Google Docs wraps everything in an element for bold text, with line breaks between blocks.
  for (const wrapper of body.querySelectorAll('[id^="docs-internal-guid"]')) {
    if (wrapper.querySelector(':scope > :is(p, h2, h3, h4, ul, ol, table)'))
      for (const line of wrapper.querySelectorAll(':scope > br')) line.remove()
    wrapper.replaceWith(...wrapper.childNodes)
  }
  for (const line of body.querySelectorAll('br.Apple-interchange-newline')) line.remove()
  makeWordLists(body)
  for (const paragraph of body.querySelectorAll('p'))
    if (paragraph.textContent?.trim() === '' && !paragraph.querySelector('img')) paragraph.remove()
  return body.innerHTML
}

function renameElement(element: Element, name: string): void {
  const renamed = element.ownerDocument.createElement(name)
  renamed.append(...element.childNodes)
  element.replaceWith(renamed)
}

function makeWordLists(body: Element): void {
  /** The open lists at each level. */
  let open: Element[] = []
  let last: Element | null = null
  for (const paragraph of body.querySelectorAll(WORD_LIST)) {
    const marker = paragraph.querySelector('[style*="mso-list:Ignore" i]')
    if (!marker) continue
    const isNumbered = /^\s*\(?[\da-z]{1,3}[.)]/i.test(marker.textContent ?? '')
    const level = Number(/\blevel(\d)/.exec(paragraph.getAttribute('style') ?? '')?.[1] ?? 1)
    marker.remove()
    if (paragraph.previousElementSibling !== last) open = []
    open = open.slice(0, level)
    const item = paragraph.ownerDocument.createElement('li')
    while (open.length < level) {
      const list = paragraph.ownerDocument.createElement(isNumbered ? 'ol' : 'ul')
      const above = open.at(-1)?.lastElementChild
      if (above) above.append(list)
      else paragraph.before(list)
      open.push(list)
    }
    open.at(-1)?.append(item)
    last = open[0] ?? null
    const text = paragraph.ownerDocument.createElement('p')
    text.append(...paragraph.childNodes)
    item.append(text)
    paragraph.remove()
  }
}
