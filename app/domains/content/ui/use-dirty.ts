import { useEffect, useState } from 'react'

/** Whether a form has unsaved changes. A refused form does. */
export function useDirty(outcome: unknown) {
  const [isDirty, setDirty] = useState(false)
  useEffect(() => {
    if (outcome) setDirty(true)
  }, [outcome])
  return { isDirty, handlers: { onChange: () => setDirty(true), onSubmit: () => setDirty(false) } }
}
