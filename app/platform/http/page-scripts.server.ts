import { createHash } from 'node:crypto'
import { LATER } from '~/ui/start-watch'

/**
 * Keeps a public page's modules from competing with its pictures: `START` of `start-watch.tsx` loads them later.
 * Visitors use the booking form at once, so its modules load immediately, with low priority.
 */
export function holdScripts(rendered: string, nonce: string, pathname: string): string {
  const mark = ` nonce="${nonce}"`
  const isHeld = !/^\/book-session(\/|$)/i.test(pathname)
  const link = isHeld ? `<link rel="${LATER}"` : '<link fetchpriority="low" rel="modulepreload"'
  return rendered
    .replace(/<link rel="modulepreload"([^>]*>)/g, (tag, rest: string) =>
      rest.includes(mark) ? link + rest : tag,
    )
    .replace(MODULES, (tag, attributes: string, text: string) =>
      attributes.includes(mark)
        ? `<script${mark}>${isHeld ? startModules(text) : importModules(text)}</script>`
        : tag,
    )
}

/** React Router's only module script. */
const MODULES = /<script([^>]*) type="module" async="">([\s\S]*?)<\/script>/g

/** What `START` calls. */
const startModules = (text: string) => `function startModules(){${importModules(text)}}`

const IMPORT = /^;?import \* as (\w+) from ("[^"]+");$/gm

/** The same for a classic script. @param text first imports the page's modules */
function importModules(text: string): string {
  const imports = [...text.matchAll(IMPORT)]
  const modules = imports.map(([, , address]) => `import(${address})`)
  const names = imports.map(([, name]) => name)
  return `Promise.all([${modules}]).then(function([${names}]){${text.replace(IMPORT, '').trim()}})`
}

const SCRIPT = /<script\b([^>]*)>([\s\S]*?)<\/script>/g

/**
 * Joins the scripts of the body in the place of its first: each hash would be 54 bytes of every response's headers.
 * React finds the others where it rendered them, empty. Only what the renderer itself wrote knows the nonce: markup
 * that came in with content gets no hash, and doesn't run.
 * @returns the page without the nonce, and the hashes of its scripts for its Content-Security-Policy
 */
export function joinScripts(rendered: string, nonce: string): { html: string; scripts: string[] } {
  const mark = ` nonce="${nonce}"`
  const isJoined = (attributes: string) => attributes.includes(mark) && !/ (src|type)=/.test(attributes)
  const start = rendered.indexOf('</head>')
  const body = rendered.slice(start)
  const joined = [...body.matchAll(SCRIPT)]
    .filter(([, attributes = '']) => isJoined(attributes))
    .map(([, , text]) => text)
    .join('\n;')
  let isFirst = true
  const page =
    rendered.slice(0, start) +
    body.replace(SCRIPT, (script, attributes: string) => {
      if (!isJoined(attributes)) return script
      const text = isFirst ? joined : ''
      isFirst = false
      return `<script${attributes}>${text}</script>`
    })
  const texts = [...page.matchAll(SCRIPT)].flatMap(([, attributes = '', text = '']) =>
    attributes.includes(mark) && text !== '' ? [text] : [],
  )
  return { html: page.replaceAll(mark, ''), scripts: texts.map(hashOf) }
}

/** As a Content-Security-Policy names an inline script or style. */
export const hashOf = (text: string): string => `sha256-${createHash('sha256').update(text).digest('base64')}`
