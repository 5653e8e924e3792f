import { useEffect, useState } from 'react'

/** Whether a form holds what is not saved; one that came back does. */
export function useDirty(outcome: unknown) {
  const [isDirty, setDirty] = useState(false)
  useEffect(() => {
    if (outcome) setDirty(true)
  }, [outcome])
  return { isDirty, handlers: { onChange: () => setDirty(true), onSubmit: () => setDirty(false) } }
}
