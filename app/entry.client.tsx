import { StrictMode, startTransition } from 'react'
import { hydrateRoot, type Root } from 'react-dom/client'
import { HydratedRouter } from 'react-router/dom'
import { START_FAILED } from '~/ui/hydrated'
import { addPolyfills } from '~/ui/old-browsers'

addPolyfills()

const page = document.documentElement
const sent = page.innerHTML
let root: Root | undefined

declare global {
  interface Window {
    /** The answer with the data of a page whose HTML doesn't contain it. */
    pageData?: Promise<Response>
    __reactRouterContext: { streamController: ReadableStreamDefaultController<string> }
  }
}

try {
  await readPageData()
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

/**
 * Passes on the data as React Router reads it from HTML. Both are its flattened JSON, in which objects refer to the
 * indexes of their keys and values: an answer is `{[route]: {data}}`, and HTML has `{loaderData: {[route]: data}}`.
 */
async function readPageData(): Promise<void> {
  const answer = await window.pageData
  if (!answer) return
  if (!answer.ok) throw new Error(`The data of this page answered ${answer.status}.`)
  const all: unknown[] = await answer.json()
  const [routes] = all as [Record<string, number>]
  const dataOf = ([route, at]: [string, number]) => [route, Object.values(all[at] as object)[0]]
  const end = all.push('loaderData', Object.fromEntries(Object.entries(routes).map(dataOf)))
  all[0] = { [`_${end - 2}`]: end - 1 }
  const { streamController } = window.__reactRouterContext
  streamController.enqueue(`${JSON.stringify(all)}\n`)
  streamController.close()
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
