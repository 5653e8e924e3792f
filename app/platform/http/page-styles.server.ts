import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { projectRoot } from '~/platform/project-root.server'
import { classesIn, type Styles, usedStyles } from './used-styles.server'

/**
 * In milliseconds. A request that starts this much later finishes after most pictures, even on a slow
 * connection.
 */
const PATIENCE = 300

/** Keeps lazy pictures, whose frames have their size, from being requested before `REQUEST_REST`. */
const HOLD_PICTURES = '<style media="(scripting:enabled)">.frame__img>[loading=lazy]{display:none}</style>'

/**
 * Requests fonts, the other pictures and the complete stylesheets once the page's first picture is painted, since
 * they would delay it. The stylesheets apply together: the first alone would override those rules in the head that
 * are of the others. Uses only syntax that older browsers support.
 */
const REQUEST_REST = `(function (page, hero, isRequested) {
  function request() {
    if (isRequested) return
    isRequested = true
    page.querySelectorAll('style[media]').forEach(function (style) {
      style.media = style.media === 'not all' ? 'all' : 'not all'
    })
    var links = page.querySelectorAll('link[disabled]'), missing = links.length
    function apply() {
      if (--missing === 0) links.forEach(function (link) { link.removeAttribute('media') })
    }
    links.forEach(function (link) {
      link.media = 'not all'
      link.onload = link.onerror = apply
      link.disabled = false
    })
  }
  hero = page.querySelector('img[fetchpriority=high]')
  if (!hero || hero.complete) return request()
  function paint() { requestAnimationFrame(function () { setTimeout(request) }) }
  hero.addEventListener('load', paint)
  hero.addEventListener('error', request)
  setTimeout(request, ${PATIENCE})
})(document)`.replace(/\n +/g, '\n')

/**
 * Makes a page request its first picture before anything else: the styles that its elements use are inlined
 * into the head, and the complete stylesheets wait. Elements stay where React rendered them, so that it can
 * hydrate them.
 */
export function orderStyles(rendered: string, nonce: string): string {
  const end = rendered.indexOf('</head>')
  const classes = classesIn(rendered)
  let styles = ''
  let fonts = ''
  let links = ''
  const head = rendered
    .slice(0, end)
    .replace(/<link[^>]* rel="stylesheet" href="([^"#]+)#?"[^>]*>/g, (link, address) => {
      styles += usedStyles(STYLES.get(address) ?? [], classes).replace(FONT, (face) => {
        fonts += face
        return ''
      })
      links += link
      return link.replace('/>', ' disabled=""/>')
    })
    .replace(
      /<meta name="viewport"[^>]*>(<link rel="preload" as="image"[^>]*>)?/,
      (tags) =>
        `${tags}<style>${styles}</style><style media="not all">${fonts}</style>${HOLD_PICTURES}<noscript>${links}</noscript>`,
    )
  const body = rendered
    .slice(end)
    .replace(/<\/body>(?=<\/html>$)/, () => `<script nonce="${nonce}">${REQUEST_REST}</script></body>`)
  return head + body
}

/** Not the fallbacks, which are fonts of the device. */
const FONT = /@font-face\{[^}]*\burl\([^}]*\}/g

/** By address. Read once, since a later build may replace the files while this process serves. */
const STYLES: ReadonlyMap<string, Styles> = import.meta.env.DEV ? new Map() : readStyles()

function readStyles(): Map<string, Styles> {
  const written = readFileSync(join(projectRoot(), 'build/styles.json'), 'utf8')
  return new Map(Object.entries(JSON.parse(written) as Record<string, Styles>))
}
