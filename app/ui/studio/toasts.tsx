import {
  createContext,
  type ReactNode,
  type RefObject,
  useCallback,
  useContext,
  useEffect,
  useRef,
  useState,
} from 'react'
import { useLocation, useSubmit } from 'react-router'

/** How long a message stays, in milliseconds. Hovering or focusing pauses it. */
const STAYS = 8_000

export interface Toast {
  text: string
  /** Fields of a form that undoes it. */
  undo?: { action: string; fields: Record<string, string> }
}

const ToastContext = createContext<(toast: Toast) => void>(() => {})

/** Shows a toast. Its information must also be shown elsewhere. */
export const useToast = () => useContext(ToastContext)

export function Toasts({ children }: { children: ReactNode }) {
  const [shown, setShown] = useState<(Toast & { key: number })[]>([])
  const count = useRef(0)
  /** The form that Ctrl or ⌘ + Z submits. */
  const last = useRef<Toast['undo'] | null>(null)
  const show = useCallback((toast: Toast) => {
    count.current += 1
    const key = count.current
    setShown((before) => [...before.slice(-2), { ...toast, key }])
    last.current = toast.undo ?? null
  }, [])
  const submit = useSubmit()
  const cameFrom = useRef<Element | null>(null)
  const undo = useCallback(
    ({ action, fields }: NonNullable<Toast['undo']>) => {
      count.current += 1
      const fetcherKey = `undo ${count.current}`
      void submit({ ...fields, inPlace: 'yes' }, { method: 'post', action, navigate: false, fetcherKey })
    },
    [submit],
  )
  useUndoKey(last, undo)
  const drop = useCallback(
    (key: number) => setShown((before) => before.filter((each) => each.key !== key)),
    [],
  )
  return (
    <ToastContext value={show}>
      {children}
      <section
        className="toasts"
        aria-label="Notifications"
        aria-live="polite"
        onFocus={({ currentTarget, relatedTarget }) => {
          if (!currentTarget.contains(relatedTarget)) cameFrom.current = relatedTarget
        }}
      >
        {shown.map((toast) => (
          <OneToast
            key={toast.key}
            toast={toast}
            onDone={() => drop(toast.key)}
            onUndo={(asked) => {
              // Its button disappears, so the focus returns to where it was.
              const back = cameFrom.current?.isConnected ? cameFrom.current : document.getElementById('main')
              if (back instanceof HTMLElement) back.focus({ preventScroll: true })
              if (last.current === asked) last.current = null
              undo(asked)
            }}
          />
        ))}
      </section>
    </ToastContext>
  )
}

/**
 * Ctrl or ⌘ + Z undoes the last action on this page even after its toast has closed, since keyboard users need
 * more time.
 */
function useUndoKey(
  last: RefObject<Toast['undo'] | null>,
  undo: (asked: NonNullable<Toast['undo']>) => void,
): void {
  const { pathname } = useLocation()
  // biome-ignore lint/correctness/useExhaustiveDependencies: actions of other pages can’t be undone here
  useEffect(() => {
    last.current = null
  }, [last, pathname])
  useEffect(() => {
    const press = (event: KeyboardEvent) => {
      if (!(event.ctrlKey || event.metaKey) || event.altKey || event.shiftKey) return
      if (event.key.toLowerCase() !== 'z' || !last.current || event.defaultPrevented) return
      if (event.target instanceof Element && event.target.matches(TYPED_INTO)) return
      event.preventDefault()
      undo(last.current)
      last.current = null
    }
    addEventListener('keydown', press)
    return () => removeEventListener('keydown', press)
  }, [last, undo])
}

/** Elements in which Ctrl or ⌘ + Z undoes typing. */
const TYPED_INTO = 'textarea, select, input:not([type=checkbox], [type=radio]), [contenteditable]'

interface OneToastProps {
  toast: Toast
  onDone: () => void
  onUndo: (asked: NonNullable<Toast['undo']>) => void
}

function OneToast({ toast, onDone, onUndo }: OneToastProps) {
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
    // biome-ignore lint/a11y/noStaticElementInteractions: hovering only pauses the timer
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
            onUndo(undo)
            onDone()
          }}
        >
          Undo
        </button>
      ) : null}
    </div>
  )
}
