import { createContext, useContext } from 'react'

/** R40 */
export const START_FAILED = 'something is wrong somewhere'

/** The nonce of the page that the server is rendering. */
export const NonceContext = createContext<string | undefined>(undefined)

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

/** R40: logs a start that fails before any of our modules runs. Comes before them in the head. */
export const StartWatch = () => (
  // biome-ignore lint/security/noDangerouslySetInnerHtml: a constant of ours
  <script nonce={useContext(NonceContext)} dangerouslySetInnerHTML={{ __html: WATCH }} />
)
