import { createContext, type ReactNode, useCallback, useContext, useEffect, useRef, useState } from 'react'
import { useFetcher } from 'react-router'

/** How long a message stays, in milliseconds; it waits while it is pointed at or has the focus. */
const STAYS = 8_000

export interface Toast {
  text: string
  /** A form that takes it back. */
  undo?: { action: string; fields: Record<string, string> }
}

const ToastContext = createContext<(toast: Toast) => void>(() => {})

/** Shows a message that is never the only place in which it is told. */
export const useToast = () => useContext(ToastContext)

export function Toasts({ children }: { children: ReactNode }) {
  const [shown, setShown] = useState<(Toast & { key: number })[]>([])
  const count = useRef(0)
  const show = useCallback((toast: Toast) => {
    count.current += 1
    const key = count.current
    setShown((before) => [...before.slice(-2), { ...toast, key }])
  }, [])
  const drop = useCallback(
    (key: number) => setShown((before) => before.filter((each) => each.key !== key)),
    [],
  )
  return (
    <ToastContext value={show}>
      {children}
      <section className="toasts" aria-label="Messages from the Studio" aria-live="polite">
        {shown.map((toast) => (
          <OneToast key={toast.key} toast={toast} onDone={() => drop(toast.key)} />
        ))}
      </section>
    </ToastContext>
  )
}

function OneToast({ toast, onDone }: { toast: Toast; onDone: () => void }) {
  const fetcher = useFetcher()
  const [isHeld, setHeld] = useState(false)
  const done = useRef(onDone)
  done.current = onDone
  useEffect(() => {
    if (isHeld) return
    const timer = setTimeout(() => done.current(), STAYS)
    return () => clearTimeout(timer)
  }, [isHeld])
  const { text, undo } = toast
  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: pointing at a message only keeps it there
    <div
      className="toast"
      onMouseEnter={() => setHeld(true)}
      onMouseLeave={() => setHeld(false)}
      onFocus={() => setHeld(true)}
      onBlur={() => setHeld(false)}
    >
      <span>{text}</span>
      {undo ? (
        <button
          type="button"
          className="btn btn--quiet"
          onClick={() => {
            fetcher.submit({ ...undo.fields, inPlace: 'yes' }, { method: 'post', action: undo.action })
            onDone()
          }}
        >
          Undo
        </button>
      ) : null}
    </div>
  )
}
