import { createContext, useContext } from 'react'
import { START_FAILED } from './hydrated'

/** The nonce of the page that the server is rendering. */
export const NonceContext = createContext<string | undefined>(undefined)

/** Temporary `rel` of links to modules and data, which `START` preloads. */
export const LATER = 'later'

/**
 * A module that is missing or throws before hydration means that the page won't become interactive. Uses only
 * syntax that older browsers support.
 */
const WATCH = `(function (page, isSaid) {
  function say(event) {
    var target = event.target
    if (isSaid || page.hasAttribute('data-alive') || (target.tagName && target.type !== 'module')) return
    isSaid = true
    console.error('${START_FAILED}', event.error || event.reason || new Error('A script failed to load.'))
  }
  addEventListener('error', say, true)
  addEventListener('unhandledrejection', say)
})(document.documentElement)`

/** Looks, 100 ms apart, after the page's load event. Browsers may leave a lazy picture unloaded. */
const MOST_LOOKS = 50

/**
 * Loads the modules that the server held back: once the pictures in the window and half a window below are loaded
 * and the browser is idle, or at the first press, key or focus. They run after a press ends, since an element that
 * is replaced during a press gets no click. A page with `startsSoon` gets them after its first paint. Links and forms work until
 * then. A keyboard shortcut doesn't, so the last one is repeated after hydration. Hydration resets a textarea that
 * has text, so what was typed is restored.
 */
const START = `(function (page, window) {
  var isStarted, isPressed, shortcut, looks = 0, texts = []
  function load() {
    page.querySelectorAll('link[rel=${LATER}]').forEach(function (link) { link.rel = link.as ? 'preload' : 'modulepreload' })
  }
  function start() {
    if (page.readyState === 'loading') return page.addEventListener('DOMContentLoaded', start)
    load()
    if (isStarted || isPressed || !window.startModules) return
    isStarted = true
    startModules()
  }
  function isLate(image) {
    if (image.complete) return
    var box = image.getBoundingClientRect()
    return box.width > 0 && box.bottom > 0 && box.top < 1.5 * innerHeight && box.left < innerWidth
  }
  function settle() {
    if (looks++ < ${MOST_LOOKS} && (page.querySelector('link[disabled]') || [].some.call(page.images, isLate))) setTimeout(settle, 100)
    else (window.requestIdleCallback || setTimeout)(start)
  }
  function react(event) {
    var type = event.type, target = event.target, tag = target.tagName
    if (type === 'load') return target === page && settle()
    if (type === 'input') return texts && tag === 'TEXTAREA' && texts.push([target, target.value])
    if (type === 'pointerdown') return isPressed = load() || 1
    if (type === 'keydown' && texts && !/^(INPUT|TEXTAREA|SELECT)$/.test(tag) && !/^(Enter|Tab|\\s)$/.test(event.key)) shortcut = event
    if (/up|cancel/.test(type)) setTimeout(start, isPressed = 0)
    else start()
  }
  'pointerdown pointerup pointercancel keydown focusin input load'.split(' ').forEach(function (type) {
    window.addEventListener(type, react, { capture: true, passive: true })
  })
  page.addEventListener('DOMContentLoaded', function () {
    if (window.startsSoon && window.PerformanceObserver) new PerformanceObserver(start).observe({ type: 'paint', buffered: true })
  })
  new MutationObserver(function (_, observer) {
    observer.disconnect()
    texts.forEach(function (text) { text[0].value = text[1] })
    if (shortcut) (page.activeElement || page).dispatchEvent(new KeyboardEvent('keydown', shortcut))
    texts = shortcut = 0
  }).observe(page.documentElement, { attributeFilter: ['data-alive'] })
})(document, window)`

// Empty in browsers, since the scripts in the HTML have already run.
const SCRIPTS = import.meta.env.SSR
  ? [WATCH, START]
      .join('\n;')
      .replace(/\n +/g, '\n')
      .replace(/ ?([=(){},:?<>]|&&|\|\|) ?/g, '$1')
  : ''

/** Rendered before the modules in the head, so that it notices when one fails to load. */
export function StartWatch() {
  return (
    <script
      nonce={useContext(NonceContext)}
      suppressHydrationWarning
      // biome-ignore lint/security/noDangerouslySetInnerHtml: constants of ours
      dangerouslySetInnerHTML={{ __html: SCRIPTS }}
    />
  )
}
