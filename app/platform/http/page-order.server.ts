import { createHash } from 'node:crypto'
import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { projectRoot } from '~/platform/project-root.server'
import { classesIn, parseStyles, type Styles, usedStyles } from './used-styles.server'

/**
 * In milliseconds. A request that starts this much later finishes after most pictures, even on a slow
 * connection.
 */
const PATIENCE = 300

/**
 * Requests the complete stylesheets once the page's first picture has arrived, since they would delay it. Uses
 * only syntax that older browsers support.
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
  /** SHA-256 hashes of its inline scripts, as in a Content-Security-Policy. */
  hashes: string[]
  /** SHA-256 hashes of its inline styles. */
  styles: string[]
}

/**
 * Makes a page request its first picture before anything else: the styles that its elements use are inlined
 * into the head, and the complete stylesheets wait. Elements stay where React rendered them, so that it can
 * hydrate them.
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

/** By address. Read once, since a later build may replace the files while this process serves. */
const STYLES: ReadonlyMap<string, Styles> = import.meta.env.DEV ? new Map() : readStyles()

function readStyles(): Map<string, Styles> {
  const assets = join(projectRoot(), 'build/client/assets')
  const names = readdirSync(assets).filter((name) => name.endsWith('.css') && !name.endsWith('.flat.css'))
  return new Map(
    names.map((name) => [`/assets/${name}`, parseStyles(readFileSync(join(assets, name), 'utf8'))]),
  )
}
