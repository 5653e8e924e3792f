import { createContext, useContext } from 'react'

/** R40 */
export const START_FAILED = 'something is wrong somewhere'

/** The nonce of the page that the server is rendering. */
export const NonceContext = createContext<string | undefined>(undefined)

/** The `rel` of links and the `type` of a script that `START` turns into those of modules. */
export const LATER = 'later'

/**
 * Before hydration, a module that is missing or throws means that the page won't become interactive. Written
 * for older browsers.
 */
const WATCH = `(function (page, isSaid) {
  function say(event) {
    var target = event.target
    if (isSaid || page.hasAttribute('data-alive') || (target.tagName && target.type !== 'module')) return
    isSaid = true
    console.error('${START_FAILED}', event.error || event.reason || new Error('A script of this page could not be loaded.'))
  }
  addEventListener('error', say, true)
  addEventListener('unhandledrejection', say)
})(document.documentElement)`

/**
 * Starts the modules that the server held back: once the pictures of the first screen are loaded and the browser is
 * idle, or at the first press, key or focus. They run once a press has ended, since an element that is replaced under
 * it gets no click. Browsers without cascade layers need them for their stylesheets.
 * Links and forms work until then. A keyboard shortcut doesn't, so the last one is repeated on the hydrated page.
 * React resets a textarea that came with text, so what was typed there is put back.
 */
const START = `(function (page, window) {
  var held, isPressed, shortcut, texts = []
  function load() {
    page.querySelectorAll('link[rel=${LATER}]').forEach(function (link) { link.rel = 'modulepreload' })
  }
  function start() {
    if (page.readyState === 'loading') return page.addEventListener('DOMContentLoaded', start)
    load()
    if (held || isPressed || !(held = page.querySelector('script[type=${LATER}]'))) return
    var script = page.createElement('script')
    script.type = 'module'
    script.textContent = held.textContent
    page.head.append(script)
  }
  function react(event) {
    var type = event.type, target = event.target, tag = target.tagName
    if (type === 'load') return target === page && (window.requestIdleCallback || setTimeout)(start)
    if (type === 'input') return texts && tag === 'TEXTAREA' && texts.push([target, target.value])
    if (type === 'pointerdown') return isPressed = load() || 1
    if (type === 'keydown' && texts && !/^(INPUT|TEXTAREA|SELECT)$/.test(tag) && !/^(Enter|Tab| )$/.test(event.key)) shortcut = event
    if (/up|cancel/.test(type)) setTimeout(start, isPressed = 0)
    else start()
  }
  'pointerdown pointerup pointercancel keydown focusin input load'.split(' ').forEach(function (type) {
    window.addEventListener(type, react, { capture: true, passive: true })
  })
  if (!window.CSSLayerBlockRule) start()
  new MutationObserver(function (_, observer) {
    observer.disconnect()
    texts.forEach(function (text) { text[0].value = text[1] })
    if (shortcut) (page.activeElement || page).dispatchEvent(new KeyboardEvent('keydown', shortcut))
    texts = shortcut = 0
  }).observe(page.documentElement, { attributeFilter: ['data-alive'] })
})(document, window)`

// The browser has run them: its modules don't need their text.
const SCRIPTS = import.meta.env.SSR ? [WATCH, START].map((script) => script.replace(/\n +/g, '\n')) : ['', '']

/** Comes before the modules in the head. R40: logs a start that fails before any of them runs. */
export function StartWatch() {
  const nonce = useContext(NonceContext)
  return SCRIPTS.map((script, at) => (
    <script
      // biome-ignore lint/suspicious/noArrayIndexKey: always the same two
      key={at}
      nonce={nonce}
      suppressHydrationWarning
      // biome-ignore lint/security/noDangerouslySetInnerHtml: constants of ours
      dangerouslySetInnerHTML={{ __html: script }}
    />
  ))
}
