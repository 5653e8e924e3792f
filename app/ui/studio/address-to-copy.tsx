import { useState } from 'react'
import { useHydrated } from '../hydrated'

/** A link to send to someone, with a button that copies it. */
export function AddressToCopy({ address }: { address: string }) {
  const isAlive = useHydrated()
  const [label, setLabel] = useState('Copy')
  const copy = () =>
    navigator.clipboard.writeText(address).then(
      () => setLabel('Copied'),
      () => setLabel('Couldn’t copy'),
    )
  return (
    <>
      <code className="mono">{address}</code>
      {isAlive && 'clipboard' in navigator ? (
        <button type="button" className="btn btn--line btn--sm to-copy" onClick={copy}>
          {label}
          <span className="vh"> link</span>
        </button>
      ) : null}
    </>
  )
}
