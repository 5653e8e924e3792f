import { useState } from 'react'
import { useHydrated } from '~/ui/hydrated'

/** A person’s link, to be handed on by other ways than mail. */
export function ToldLink({ address }: { address: string }) {
  const isAlive = useHydrated()
  const [isCopied, setCopied] = useState(false)
  const copy = async () => {
    await navigator.clipboard.writeText(address).then(
      () => setCopied(true),
      () => setCopied(false),
    )
  }
  return (
    <div className="st-share__link" role="status">
      <p className="s">Anyone who opens this link is treated as this person:</p>
      <code className="mono">{address}</code>
      {isAlive ? (
        <button type="button" className="btn btn--line btn--sm" onClick={copy}>
          {isCopied ? 'Copied' : 'Copy'}
        </button>
      ) : null}
    </div>
  )
}
