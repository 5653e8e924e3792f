/** Elements that are left out with everything in them, and what a report calls them; '': nothing of the text. */
export const LEFT_OUT = new Map(
  Object.entries({
    ...{ script: 'script', style: 'style sheet', svg: 'drawing', math: 'formula', canvas: 'drawing' },
    ...{ object: 'plug-in', embed: 'plug-in', applet: 'plug-in', frameset: 'frame', map: 'picture map' },
    ...{ form: 'form', input: 'form', select: 'form', textarea: 'form', button: 'button', dialog: 'dialog' },
    ...{ template: '', noscript: '', head: '', title: '' },
  }),
)

/** Controls of Ghost’s players and folds, and the pictures of another site in its bookmarks: nothing of the text. */
export const PARTS =
  /(?:^|\s)kg-(?:(?:video|audio)-player|video-overlay|toggle-card-icon|bookmark-(?:metadata|thumbnail))(?:\s|$)/

/** What Ghost’s bookmarks say about another site, in one of their PARTS. */
export const OF_BOOKMARK = /(?:^|\s)kg-bookmark-(?:author|publisher)(?:\s|$)/
export const BOOKMARK_NOTE = 'The author and site name of a bookmark are left out.'

export const LINK_AS_TEXT = 'A link to a file, or to another address that a post can’t link to, is text.'

/** Elements whose player is replaced by a link, and what a report calls them. */
export const PLAYERS = new Map(
  Object.entries({ iframe: 'frame', video: 'player', audio: 'player', source: 'player' }),
)

/** What isn't in a document, or is different, one sentence for each. */
export class Differences {
  #sentences = new Set<string>()
  /** Number of elements by what they are called. */
  #leftOut = new Map<string, number>()

  add(sentence: string): void {
    this.#sentences.add(sentence)
  }

  leaveOut(kind: string): void {
    this.#leftOut.set(kind, (this.#leftOut.get(kind) ?? 0) + 1)
  }

  addAttributes(name: string, attributes: Record<string, string>): void {
    if (name === 'link' && /stylesheet/i.test(attributes.rel ?? '')) this.leaveOut('style sheet')
    if (name === 'font' || (attributes.style ?? '') !== '')
      this.add('Its own colors, fonts, sizes, and spacing are left out.')
    if (name === 'sup' || name === 'sub') this.add('Superscripts and subscripts are plain text.')
    if (name === 'u' || name === 'mark') this.add('Underlines and highlights are left out.')
    if (/^h[156]$/.test(name)) this.add('Headings of levels 1, 5, and 6 have the nearest level here.')
    if (/(?:^|\s)lang(?:uage)?-/.test(attributes.class ?? ''))
      this.add('The language of a code block is left out.')
    if (name === 'video' && attributes.poster) this.add('The still picture of a video is left out.')
    if (Object.keys(attributes).some((each) => each.startsWith('on')))
      this.add('Scripts in attributes, such as “onclick,” are left out.')
  }

  sentences(): string[] {
    const leftOut = [...this.#leftOut].map(([kind, count]) =>
      count === 1 ? `A ${kind} is left out.` : `${count} ${kind}s are left out.`,
    )
    return [...leftOut, ...this.#sentences]
  }
}
