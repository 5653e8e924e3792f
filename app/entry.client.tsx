import { StrictMode, startTransition } from 'react'
import { hydrateRoot } from 'react-dom/client'
import { HydratedRouter } from 'react-router/dom'
import { mendBrowser } from '~/ui/old-browsers'

mendBrowser()

try {
  startTransition(() => {
    hydrateRoot(
      document,
      <StrictMode>
        <HydratedRouter />
      </StrictMode>,
      // What no error page has caught: the application is gone.
      { onUncaughtError: sayWhatIsWrong },
    )
  })
} catch (error) {
  sayWhatIsWrong(error)
}

/** R40 */
function sayWhatIsWrong(error: unknown): void {
  console.error('something is wrong somewhere', error)
}
