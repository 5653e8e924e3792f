import { createContext, useContext } from 'react'

/** R40 */
export const START_FAILED = 'something is wrong somewhere'

/** The nonce of the page that the server is rendering. */
export const NonceContext = createContext<string | undefined>(undefined)

/** Until the page is alive, a module that is missing or throws is why it never will be. Older browsers read this too. */
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

/** R40: logs a start that fails before any of our modules runs. Stands before them in the head. */
export const StartWatch = () => (
  // biome-ignore lint/security/noDangerouslySetInnerHtml: a constant of ours
  <script nonce={useContext(NonceContext)} dangerouslySetInnerHTML={{ __html: WATCH }} />
)
