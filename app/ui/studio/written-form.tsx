import { type FormEvent, type ReactNode, useEffect, useRef, useState } from 'react'
import { autosave, type Conflict, type Saving } from './autosave'

interface Written {
  /** The address that saves. */
  action: string
  /** The version that the text began from. */
  version: string
  /** The form has more than that version from the start. */
  isChanged?: boolean
}

/** A form that is saved after each pause in typing. It has a hidden field `version`. */
export function useWrittenForm({ action, version: first, isChanged = false }: Written) {
  const form = useRef<HTMLFormElement>(null)
  const saver = useRef<ReturnType<typeof autosave>>(undefined)
  const [saving, setSaving] = useState<Saving>({ kind: 'idle' })
  const [version, setVersion] = useState(first)

  useEffect(() => {
    const made = autosave({
      action,
      version: first,
      read: () => (form.current ? new FormData(form.current) : undefined),
      onChange: (now, current) => {
        setSaving(now)
        setVersion(current)
      },
    })
    saver.current = made
    if (isChanged) made.touch()
    const leave = () => {
      if (document.visibilityState === 'hidden') made.hurry()
    }
    const listening = new AbortController()
    const { signal } = listening
    document.addEventListener('visibilitychange', leave, { signal })
    // A save that was pressed without a connection ended the attempts.
    addEventListener('online', made.hurry, { signal })
    return () => {
      listening.abort()
      void made.settle()
    }
  }, [action, first, isChanged])

  const settled = useRef(false)
  const [submitted, setSubmitted] = useState<{ submitter: HTMLElement | null }>()
  const onSubmit = async (event: FormEvent<HTMLFormElement>) => {
    const { submitter } = event.nativeEvent as SubmitEvent
    if (settled.current || !saver.current) {
      settled.current = false
      return
    }
    // The form has to name the version of a save that is under way.
    event.preventDefault()
    await saver.current.settle()
    settled.current = true
    setSubmitted({ submitter })
  }
  // After the form shows the saved version. A form can't be submitted again during its submit event.
  useEffect(() => {
    if (submitted) setTimeout(() => form.current?.requestSubmit(submitted.submitter))
  }, [submitted])
  return {
    saving,
    /** The version that the next save names. */
    version,
    isUnsaved: saving.kind === 'typing' || saving.kind === 'lost' || saving.kind === 'conflict',
    keepMine: () => saver.current?.keepMine(),
    /** For the form. */
    props: {
      ref: form,
      onSubmit,
      onInput: ({ target }: FormEvent) => {
        const isField =
          target instanceof Element && target.matches('input[name], textarea[name], select[name]')
        if (isField) saver.current?.touch()
      },
    },
  }
}

/**
 * The version that a form names: the last one saved while typing. Only one refused for a newer version names that
 * one, since its text is then added after it.
 */
export const versionToSend = (
  version: string,
  outcome: { values: Partial<Record<string, string>> } | undefined,
): string => (outcome?.values.separate && outcome.values.version) || version

interface ConflictNoteProps extends Conflict {
  /** What the text is, such as `post`. */
  noun: string
  /** Where the newer version is, and stays. */
  children: ReactNode
  onKeep: () => void
}

/** The text isn’t saved any further until the author has decided. */
export function ConflictNote({ noun, by, saved, children, onKeep }: ConflictNoteProps) {
  return (
    <div className="note note--stop" role="alert">
      <div className="wf-conflict">
        <p>
          <strong>This {noun} has a newer version.</strong> {by} saved it {saved}, in another window or on
          another device. Your text is still here, but it isn’t saved.
        </p>
        <div className="st-act">
          <button type="button" className="btn" onClick={onKeep}>
            Save mine too
          </button>
          {children}
        </div>
      </div>
    </div>
  )
}

/** What became of the last save. */
export function SavingNote({ saving }: { saving: Saving }) {
  return (
    <p className="wf-saved" role="status">
      {savingText(saving)}
    </p>
  )
}

function savingText(saving: Saving): string {
  switch (saving.kind) {
    case 'typing':
      return 'Saving…'
    case 'saved':
      return [`Draft saved ${saving.at}.`, saving.note].filter(Boolean).join(' ')
    case 'lost':
      return 'We couldn’t reach the site. Your text is still here, and we’ll try again.'
    case 'refused':
      return `Not saved. ${saving.sentence}`
    case 'conflict':
      return 'Not saved. There’s a newer version: see the top of this form.'
    default:
      return ''
  }
}
