import { type ComponentType, lazy, type ReactNode, Suspense, useEffect, useState } from 'react'
import { awaitPart, isHydrated } from './hydrated'

interface Later<Props> {
  (props: Props): ReactNode
  /** Loads the component, so that it is there when it is needed. */
  load(): Promise<unknown>
}

/** A component whose code isn't part of the page's. The server renders it like any other. */
export function later<Props extends object>(load: () => Promise<ComponentType<Props>>): Later<Props> {
  let known: ComponentType<Props> | undefined
  const start = async () => {
    known = await load()
    return known
  }
  const Lazy = lazy(async () => ({ default: await start() }))

  function Loaded(props: Props) {
    const [isOfServer] = useState(() => import.meta.env.SSR || !isHydrated())
    const [Known] = useState(() => (isOfServer ? undefined : known))
    const [whenReady] = useState(() => (import.meta.env.SSR || !isOfServer ? undefined : awaitPart()))
    if (Known) return <Known {...props} />
    return (
      <Suspense>
        <Lazy {...props} />
        <Ready whenReady={whenReady} />
      </Suspense>
    )
  }
  return Object.assign(Loaded, { load: start })
}

function Ready({ whenReady }: { whenReady: (() => void) | undefined }) {
  useEffect(() => whenReady?.(), [whenReady])
  return null
}
