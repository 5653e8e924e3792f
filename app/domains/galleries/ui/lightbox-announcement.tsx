import { useState } from 'react'

/** Says which photograph has come; the first is named by the dialog itself. */
export function Announcement({ children }: { children: string }) {
  const [said, setSaid] = useState({ text: children, moved: false })
  if (said.text !== children) setSaid({ text: children, moved: true })
  return (
    <p role="status" className="vh">
      {said.moved ? children : ''}
    </p>
  )
}
