import { StrictMode, startTransition } from 'react'
import { hydrateRoot, type Root } from 'react-dom/client'
import { HydratedRouter } from 'react-router/dom'
import { addPolyfills } from '~/ui/old-browsers'
import { START_FAILED } from '~/ui/start-watch'

addPolyfills()

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

/** R40: a failed start leaves the server-rendered page, whose links and forms work without script. */
function fail(error: unknown): void {
  if (page.hasAttribute('data-alive')) {
    console.error(error)
    return
  }
  console.error(START_FAILED, error)
  // React has to finish its current work on the page first.
  setTimeout(() => {
    root?.unmount()
    page.innerHTML = sent
    page.lang = 'en'
    page.removeAttribute('data-alive')
  })
}
