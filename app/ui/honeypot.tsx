import { useEffect, useRef } from 'react'

/**
 * Catches bots: a field that people can't see or reach, and the time in milliseconds since the page was
 * shown. Bots fill in every field, and at once. Without script the time stays empty, which is accepted.
 */
export function Honeypot() {
  const started = useRef<HTMLInputElement>(null)
  useEffect(() => {
    const shownAt = performance.now()
    const form = started.current?.form
    const write = () => {
      if (started.current) started.current.value = String(Math.round(performance.now() - shownAt))
    }
    form?.addEventListener('submit', write)
    return () => form?.removeEventListener('submit', write)
  }, [])
  return (
    <>
      <div className="pot" aria-hidden="true">
        <label>
          Leave this blank
          <input name="website" type="text" tabIndex={-1} autoComplete="off" />
        </label>
      </div>
      <input type="hidden" name="started" defaultValue="" ref={started} />
    </>
  )
}
