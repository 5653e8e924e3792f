import { StrictMode, startTransition } from 'react'
import { hydrateRoot } from 'react-dom/client'
import { HydratedRouter } from 'react-router/dom'

let started = false

try {
  startTransition(() => {
    hydrateRoot(
      document,
      <StrictMode>
        <HydratedRouter />
      </StrictMode>,
      { onUncaughtError: (error) => (started ? console.error(error) : sayThatItCannotStart(error)) },
    )
  })
  addEventListener('load', () => {
    started = true
  })
} catch (error) {
  sayThatItCannotStart(error)
}

function sayThatItCannotStart(error: unknown): void {
  console.error('something is wrong somewhere', error)
}
