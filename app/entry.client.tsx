import { StrictMode, startTransition } from 'react'
import { hydrateRoot, type Root } from 'react-dom/client'
import { HydratedRouter } from 'react-router/dom'
import { mendBrowser } from '~/ui/old-browsers'
import { START_FAILED } from '~/ui/start-watch'

mendBrowser()

const page = document.documentElement
const sent = page.innerHTML
let root: Root | undefined

try {
  startTransition(() => {
    root = hydrateRoot(
      document,
      <StrictMode>
        <HydratedRouter />
      </StrictMode>,
      { onUncaughtError: fail, onCaughtError: fail },
    )
  })
} catch (error) {
  fail(error)
}

/** R40: a start that fails leaves the page as the server sent it, whose links and forms work without script. */
function fail(error: unknown): void {
  if (page.hasAttribute('data-alive')) {
    console.error(error)
    return
  }
  console.error(START_FAILED, error)
  // React is still at work on the page that it has to give back.
  setTimeout(() => {
    root?.unmount()
    page.innerHTML = sent
    page.lang = 'en'
    page.removeAttribute('data-alive')
  })
}
