import { useEffect, useRef } from 'react'

/**
 * For programs that fill in everything, at once: a field that people neither see nor reach, and for how long the page
 * has been shown, in milliseconds. Without script that stays empty, which says nothing.
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
