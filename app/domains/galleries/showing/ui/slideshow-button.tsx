import { useHydrated } from '~/ui/hydrated'
import { Icon } from '~/ui/icon'

interface SlideshowButtonProps {
  isOn: boolean
  toggle: () => void
  /** There is nothing more to show. */
  isAtEnd: boolean
}

/** Starts and pauses; the space bar does the same. Without script there is nothing to press. */
export function SlideshowButton({ isOn, toggle, isAtEnd }: SlideshowButtonProps) {
  const isUsable = useHydrated() && !isAtEnd
  return (
    <button
      type="button"
      className={isUsable ? 'btn btn--quiet lb__copy' : 'btn btn--quiet lb__copy lb__copy--off'}
      aria-keyshortcuts="Space"
      onClick={toggle}
    >
      <Icon name={isOn ? 'pause' : 'play'} />
      <span className="t">{isOn ? 'Pause' : 'Slideshow'}</span>
    </button>
  )
}
