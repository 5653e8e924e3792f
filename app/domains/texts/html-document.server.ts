import { Parser } from 'htmlparser2'
import {
  BLOCKS,
  type HtmlDocument,
  type Json,
  listOf,
  MARKS,
  onOneLine,
  PICTURE_FILE,
  type PictureInHtml,
  pictureAddress,
  SIDE_BY_SIDE,
  videoIn,
  WIDE,
} from './html-nodes'
import { clean, line, shortcodeNote, videoNode, withoutOuterLines, withoutShortcodes } from './html-text'
import { BOOKMARK_NOTE, Differences, LEFT_OUT, LINK_AS_TEXT, OF_BOOKMARK, PARTS, PLAYERS } from './left-out'
import { CAPTION_MAX, isLinkAddress, MOST_IN_ROW, schema } from './schema'

/** The slug that stands for a picture until it is in the library. No photo of the library begins so. */
export const pictureName = (number: number): string => `picture-to-import-${number}`

/** Deeper nesting becomes the same level. A document may have a paragraph and its text within. */
const MOST_DEPTH = 22
const LINK_TITLE_MAX = 300
export const MOST_PICTURES = 500
/** Tags that a text may have. The parser reads the rest as if it ended there. */
const MOST_TAGS = 60_000

/**
 * Reads HTML of another program into a document: what the schema knows, and nothing else. Scripts, styles and
 * attributes have no place in it.
 * @param hasLines line breaks are breaks and blank lines paragraphs, as WordPress stores texts of its old editor
 */
export function documentFromHtml(html: string, { hasLines = false } = {}): HtmlDocument {
  const builder = new Builder(hasLines)
  let tags = 0
  const parser = new Parser(
    {
      onopentag: (name, attributes) => {
        tags += 1
        if (tags === MOST_TAGS) builder.note('The text has too many parts. The end of it is left out.')
        if (tags < MOST_TAGS) builder.open(name, attributes)
      },
      ontext: (text) => {
        if (tags < MOST_TAGS) builder.text(text)
      },
      onclosetag: (name) => {
        if (tags < MOST_TAGS) builder.close(name)
      },
    },
    { decodeEntities: true, lowerCaseTags: true, lowerCaseAttributeNames: true, recognizeSelfClosing: false },
  )
  parser.write(html)
  parser.end()
  return builder.finish()
}

class Builder {
  #root: Json[] = []
  /** Open lists, items and quotes, outermost first. */
  #open: { name: string; node: Json; hasPicture?: true }[] = []
  #inline: Json[] = []
  #heading: number | undefined
  #code: string | undefined
  #marks: { name: string; mark: Json }[] = []
  #silent: string[] = []
  #waiting: Json[] = []
  /** Pictures side by side, and how many elements of its name are open in the one around them. */
  #group: { name: string; inner: number; photos: Json[]; caption?: Json } | undefined
  /** Of the open figures, how many pictures and videos there were before each. */
  #figures: number[] = []
  #videos = 0
  #captioned = new WeakSet<Json>()
  /** Whether a figure is wide. */
  #isWide = false
  #figcaption: string | undefined
  #cells = 0
  #tables = 0
  #differences = new Differences()
  readonly #hasLines: boolean
  readonly pictures: PictureInHtml[] = []

  constructor(hasLines: boolean) {
    this.#hasLines = hasLines
  }

  readonly #cut = (): void =>
    this.note(`The caption or description of a picture is shortened to ${CAPTION_MAX} characters.`)

  note(sentence: string): void {
    this.#differences.add(sentence)
  }

  open(name: string, attributes: Record<string, string>): void {
    const kind = PARTS.test(attributes.class ?? '') ? '' : LEFT_OUT.get(name)
    if (this.#silent.length > 0 || kind !== undefined) {
      if (this.#silent.length === 0 && kind) this.#differences.leaveOut(kind)
      if (OF_BOOKMARK.test(attributes.class ?? '')) this.note(BOOKMARK_NOTE)
      if (this.#silent.length === 0 || this.#silent[0] === name) this.#silent.push(name)
      return
    }
    this.#differences.addAttributes(name, attributes)
    if (this.#figcaption !== undefined) {
      if (name === 'br' || BLOCKS.has(name)) this.#figcaption += ' '
      if (name === 'a') this.note('A link in a caption is text.')
      if (MARKS.has(name)) this.note('Bold, italics, and the like in a caption are plain text.')
      return
    }
    if (name === 'figure') this.#figures.push(this.pictures.length + this.#videos)
    this.#openGroup(name, attributes.class ?? '')
    const mark = MARKS.get(name)
    if (mark) this.#marks.push({ name, mark: { type: mark } })
    else if (name === 'a') this.#openLink(attributes)
    else if (/^h[1-6]$/.test(name)) {
      this.#endBlock()
      this.#heading = Math.min(Math.max(Number(name.slice(1)), 2), 4)
    } else if (name === 'ul' || name === 'ol') this.#push(name, listOf(name, attributes))
    else if (name === 'li') this.#openItem()
    else if (name === 'blockquote') this.#push(name, { type: 'blockquote', content: [] })
    else if (name === 'pre') {
      this.#endBlock()
      this.#code = ''
    } else if (name === 'br') {
      if (this.#code === undefined) this.#inline.push({ type: 'hardBreak' })
      else this.#code += '\n'
    } else if (name === 'hr') {
      this.#endBlock()
      this.#put({ type: 'horizontalRule' })
    } else if (name === 'img') this.#picture(attributes)
    else if (name === 'figcaption') this.#figcaption = ''
    else if (PLAYERS.has(name)) this.#player(name, attributes)
    else if (name === 'td' || name === 'th') {
      if (this.#inline.at(-1)?.type === 'hardBreak') this.#inline.pop()
      if (this.#cells > 0) this.text(' | ')
      this.#cells += 1
    } else if (BLOCKS.has(name)) {
      if (name === 'table') {
        this.note('A table is text, one line for each row.')
        this.#tables += 1
      }
      if (name === 'tr') this.#cells = 0
      this.#endBlock()
    }
  }

  close(name: string): void {
    if (this.#silent.length > 0) {
      if (this.#silent[0] === name) this.#silent.pop()
      return
    }
    if (name === 'figcaption') this.#endCaption()
    if (name === 'figcaption' || this.#figcaption !== undefined) return
    if (name === 'figure') {
      this.#isWide = false
      this.#figures.pop()
    }
    if (name === 'table') this.#tables -= 1
    if (this.#group?.name === name && --this.#group.inner < 0) this.#endGroup()
    if (MARKS.has(name) || name === 'a') {
      const at = this.#marks.findLastIndex((each) => each.name === name)
      if (at !== -1) this.#marks.splice(at, 1)
    } else if (/^h[1-6]$/.test(name) || BLOCKS.has(name)) this.#endBlock()
    else if (name === 'pre' && this.#code !== undefined) {
      const text = withoutOuterLines(clean(this.#code))
      this.#code = undefined
      this.#put({ type: 'codeBlock', ...(text === '' ? {} : { content: [{ type: 'text', text }] }) })
    } else if (name === 'li' || name === 'ul' || name === 'ol' || name === 'blockquote') this.#pop(name)
  }

  text(raw: string): void {
    if (this.#silent.length > 0) return
    if (this.#figcaption !== undefined) {
      this.#figcaption += raw
      return
    }
    if (this.#code !== undefined) {
      this.#code += raw
      return
    }
    const text = withoutShortcodes(clean(raw), (name) => this.note(shortcodeNote(name)))
    // Between cells, lines are only how the table was written.
    if (!this.#hasLines || this.#tables > 0) {
      this.#words(text)
      return
    }
    for (const [at, part] of text.split(/\n[ \t]*\n\s*/).entries()) {
      if (at > 0) this.#endBlock()
      for (const [number, line] of part.split('\n').entries()) {
        if (number > 0 && this.#inline.length > 0) this.#inline.push({ type: 'hardBreak' })
        this.#words(line)
      }
    }
  }

  finish(): HtmlDocument {
    this.#endBlock()
    this.#open = []
    this.#endGroup()
    const content = this.#root.length > 0 ? this.#root : [{ type: 'paragraph' }]
    return {
      document: schema.nodeFromJSON({ type: 'doc', content }),
      pictures: this.pictures,
      notes: this.#differences.sentences(),
    }
  }

  #words(raw: string): void {
    const text = raw.replace(/[\s\u00a0]+/g, ' ')
    const last = this.#inline.at(-1)
    const begins = last === undefined || last.type === 'hardBreak' || last.text?.endsWith(' ')
    const words = begins ? text.trimStart() : text
    // Text between them, or another line, and pictures of a paragraph aren’t side by side.
    if (this.#group?.name === 'p' && (words !== '' || raw.includes('\n'))) this.#endGroup(1)
    if (words === '') return
    const marks = this.#currentMarks()
    this.#inline.push({ type: 'text', text: words, ...(marks.length > 0 ? { marks } : {}) })
  }

  /** Each mark once; code excludes the others. */
  #currentMarks(): Json[] {
    const marks = new Map(this.#marks.map(({ mark }) => [mark.type, mark]))
    const code = marks.get('code')
    return code ? [code] : [...marks.values()]
  }

  #openLink({ href = '', title = '' }: Record<string, string>): void {
    const address = href.trim()
    const attrs = { href: address, title: line(title).slice(0, LINK_TITLE_MAX).toWellFormed() || null }
    if (isLinkAddress(address)) this.#marks.push({ name: 'a', mark: { type: 'link', attrs } })
    else if (address !== '') this.note(LINK_AS_TEXT)
  }

  #openItem(): void {
    this.#endBlock()
    const top = this.#open.at(-1)
    if (top?.name === 'li') this.#pop('li')
    if (this.#open.at(-1)?.name !== 'ul' && this.#open.at(-1)?.name !== 'ol')
      this.#push('ul', listOf('ul', {}))
    this.#push('li', { type: 'listItem', content: [] })
  }

  #push(name: string, node: Json): void {
    this.#endBlock()
    // A list directly within a list belongs to its last item.
    const top = this.#open.at(-1)
    if (top && name !== 'li' && (top.name === 'ul' || top.name === 'ol') && this.#open.length < MOST_DEPTH)
      this.#open.push({ name: 'li', node: { type: 'listItem', content: [] } })
    if (this.#open.length < MOST_DEPTH) this.#open.push({ name, node })
    else this.note('Lists and quotes are nested less deeply.')
  }

  #pop(name: string): void {
    this.#endBlock()
    if (!this.#open.some((each) => each.name === name)) return
    for (let top = this.#open.pop(); top; top = this.#open.pop()) {
      const { content = [] } = top.node
      // Photos stand after the list, so an item of photos alone is left out.
      if (top.name === 'li' && content[0]?.type !== 'paragraph' && (content.length > 0 || !top.hasPicture))
        content.unshift({ type: 'paragraph' })
      if (content.length > 0) this.#put(top.node)
      if (top.name === name) break
    }
    this.#place()
  }

  /** Ends the paragraph or heading. */
  #endBlock(): void {
    const inline = this.#inline
    while (inline.at(-1)?.type === 'hardBreak') inline.pop()
    const last = inline.at(-1)
    if (last?.text !== undefined) last.text = last.text.trimEnd()
    if (last?.text === '') inline.pop()
    const video = this.#heading === undefined ? videoIn(inline) : undefined
    if (video) {
      this.#videos += 1
      this.#waiting.push(video)
    } else if (inline.length > 0)
      this.#put(
        this.#heading === undefined
          ? { type: 'paragraph', content: inline }
          : { type: 'heading', attrs: { level: this.#heading }, content: onOneLine(inline) },
      )
    this.#inline = []
    this.#heading = undefined
    this.#place()
  }

  #put(node: Json): void {
    const top = this.#open.at(-1)?.node
    if (!top) this.#root.push(node)
    else if (top.type === 'bulletList' || top.type === 'orderedList')
      top.content?.push(
        node.type === 'listItem' ? node : { type: 'listItem', content: [{ type: 'paragraph' }, node] },
      )
    else top.content?.push(node)
  }

  /** Photos stand between blocks, never within a list or a quote. */
  #place(): void {
    if (this.#open.length > 0) return
    this.#root.push(...this.#waiting)
    this.#waiting = []
  }

  #picture(attributes: Record<string, string>): void {
    const { alt = '', title = '', class: className = '' } = attributes
    const address = pictureAddress(attributes)
    if (/^data:/i.test(address) || address === '' || this.pictures.length >= MOST_PICTURES) {
      const which = address === '' ? 'without an address' : 'within the text'
      this.note(`A picture ${which} is left out.`)
      return
    }
    const link = this.#marks.findLast(({ name }) => name === 'a')?.mark.attrs?.href
    if (typeof link === 'string' && !PICTURE_FILE.test(link)) this.note('The link of a picture is left out.')
    const words = { alt: line(alt, this.#cut), caption: line(title, this.#cut) }
    const wide = this.#isWide || WIDE.test(className)
    const photo = { type: 'photo', attrs: { ...words, photo: pictureName(this.pictures.length), wide } }
    this.pictures.push({ address, ...words })
    const top = this.#open.at(-1)
    if (top) top.hasPicture = true
    if (this.#group) this.#group.photos.push(photo)
    else this.#waiting.push(photo)
    if (this.#open.length === 0) this.#endBlock()
  }

  #openGroup(name: string, className: string): void {
    if (name === 'figure') this.#isWide = WIDE.test(className)
    if (this.#group?.name === name) this.#group.inner += 1
    else if (!this.#group && (name === 'p' || SIDE_BY_SIDE.test(className)))
      this.#group = { name, inner: 0, photos: [] }
  }

  /** @param most photos in a row */
  #endGroup(most: number = MOST_IN_ROW): void {
    const { photos = [], caption } = this.#group ?? {}
    this.#group = undefined
    for (let at = 0; at < photos.length; at += most) {
      const some = photos.slice(at, at + most)
      if (some.length > 1) for (const photo of some) photo.attrs = { ...photo.attrs, wide: false }
      this.#waiting.push(...(some.length > 1 ? [{ type: 'photoRow', content: some }] : some))
    }
    if (caption) this.#waiting.push(caption)
    this.#place()
  }

  #player(name: string, { src = '' }: Record<string, string>): void {
    const address = src.startsWith('//') ? `https:${src}` : src.trim()
    if (!/^https?:/i.test(address) || !isLinkAddress(address)) {
      // A video’s address is often that of a source in it.
      if (name === 'iframe' || address !== '') this.#differences.leaveOut(PLAYERS.get(name) ?? '')
      return
    }
    const video = videoNode(address)
    if (video) {
      this.#endBlock()
      this.#videos += 1
      this.#waiting.push(video)
      this.#place()
      return
    }
    this.note(`The frame or player of ${URL.parse(address)?.host ?? address} is a link.`)
    this.#endBlock()
    const marks = [{ type: 'link', attrs: { href: address } }]
    this.#put({ type: 'paragraph', content: [{ type: 'text', text: address, marks }] })
  }

  /** A caption belongs to the photo or video in the same figure. Below anything else, it becomes a paragraph. */
  #endCaption(): void {
    const caption = line(this.#figcaption ?? '', this.#cut)
    this.#figcaption = undefined
    if (caption === '') return
    this.#endBlock()
    const before = this.#figures.at(-1) ?? 0
    const last = [...this.#root, ...this.#waiting, ...(this.#group?.photos ?? [])].findLast(
      ({ type }) => type === 'photo' || type === 'photoRow' || type === 'video',
    )
    const below = { type: 'paragraph', content: [{ type: 'text', text: caption }] }
    if (!last || before === this.pictures.length + this.#videos) {
      this.#put(below)
      return
    }
    if (last.type === 'video') {
      last.attrs = { ...last.attrs, title: caption }
      return
    }
    const photo = last.type === 'photo' ? last : last.content?.at(-1)
    const picture = this.pictures.at(-1)
    if (!photo || !picture) return
    if (this.#captioned.has(photo)) {
      if (this.#group) this.#group.caption = below
      else this.#waiting.push(below)
      return
    }
    this.#captioned.add(photo)
    picture.caption = caption
    photo.attrs = { ...photo.attrs, caption }
  }
}
