import { Link } from 'react-router'
import { Icon } from '~/ui/icon'

/** To the photograph before or after. */
export function Turn({ to, state, way }: { to: string | null; state: unknown; way: 'previous' | 'next' }) {
  const classes = `lb__nav lb__nav--${way}`
  // The place stays taken at an end, so that no other control slides under the finger.
  if (to === null) return <span className={classes} />
  return (
    <Link
      className={classes}
      to={to}
      state={state}
      replace
      preventScrollReset
      discover="none"
      aria-label={way === 'previous' ? 'Previous photo' : 'Next photo'}
    >
      <Icon name={way} />
    </Link>
  )
}
