import { createHash } from 'node:crypto'
import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { projectRoot } from '~/platform/project-root.server'
import { classesIn, parseStyles, type Styles, usedStyles } from './used-styles.server'

/** Milliseconds. What is requested this much later arrives after most pictures, also over a slow line. */
const PATIENCE = 300

/**
 * Requests the complete stylesheets once the page’s first picture has arrived, which they would delay. Written for
 * older browsers.
 */
const REQUEST_STYLES = `(function (page, hero, isRequested) {
  function request() {
    if (isRequested) return
    isRequested = true
    page.querySelectorAll('link[disabled]').forEach(function (link) { link.disabled = false })
  }
  hero = page.querySelector('img[fetchpriority=high]')
  if (!hero || hero.complete) return request()
  hero.addEventListener('load', request)
  hero.addEventListener('error', request)
  setTimeout(request, ${PATIENCE})
})(document)`

const hashOf = (text: string) => `sha256-${createHash('sha256').update(text).digest('base64')}`

export interface Page {
  html: string
  /** Of its inline scripts. */
  hashes: string[]
  /** The hashes of its inline styles. */
  styles: string[]
}

/**
 * Lets nothing compete with what a page shows first: the styles of its elements are in the head, and all else waits.
 * React finds each element where it rendered it.
 */
export function orderPage({ html, hashes }: Omit<Page, 'styles'>): Page {
  const end = html.indexOf('</head>')
  const classes = classesIn(html)
  let styles = ''
  let links = ''
  const head = html
    .slice(0, end)
    .replace(/<link rel="stylesheet" href="([^"#]+)#?"\/>/g, (link, address) => {
      styles += usedStyles(STYLES.get(address) ?? [], classes)
      links += link
      return link.replace('/>', ' disabled=""/>')
    })
    .replace(
      /<meta name="viewport"[^>]*>/,
      (tag) => `${tag}<style>${styles}</style><noscript>${links}</noscript>`,
    )
  const body = html
    .slice(end)
    .replace(/<\/body>(?=<\/html>$)/, () => `<script>${REQUEST_STYLES}</script></body>`)
  return { html: head + body, hashes: [...hashes, hashOf(REQUEST_STYLES)], styles: [hashOf(styles)] }
}

/** By address. Read once, since a later build may replace the files while this one serves. */
const STYLES: ReadonlyMap<string, Styles> = import.meta.env.DEV ? new Map() : readStyles()

function readStyles(): Map<string, Styles> {
  const assets = join(projectRoot(), 'build/client/assets')
  const names = readdirSync(assets).filter((name) => name.endsWith('.css') && !name.endsWith('.flat.css'))
  return new Map(
    names.map((name) => [`/assets/${name}`, parseStyles(readFileSync(join(assets, name), 'utf8'))]),
  )
}
