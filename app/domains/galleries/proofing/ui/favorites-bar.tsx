import { useEffect, useState } from 'react'
import { useNavigation } from 'react-router'
import { ButtonLink } from '~/ui/button-link'
import { paths } from '~/ui/paths'
import { favoritesStatus } from '../model'
import { useChosen } from './favorites-provider'

/**
 * A bar at the bottom with the current list, its count, and a link to it, once something is chosen. Under an open
 * photo it is inert, and the photo's own tools announce the count.
 * @param cover selector of the cover, over which there is no bar
 */
export function FavoritesBar({ cover }: { cover: string }) {
  const chosen = useChosen()
  const isOverCover = useIsOver(cover)
  const coming = useNavigation().location?.pathname
  if (!chosen) return null
  const { galleryId, state } = chosen
  const { current, purpose, count, trouble } = state
  const isSent = current?.submittedAt != null
  const hasNews = state.hasMoved && trouble === ''
  return (
    <>
      <p className="vh" role="status">
        {hasNews ? favoritesStatus(state) : ''}
      </p>
      {count === 0 && trouble === '' ? null : (
        <aside
          className={isOverCover && trouble === '' ? 'chbar chbar--waiting' : 'chbar'}
          data-theme="darkroom"
          aria-label="Your favorites"
        >
          <p className="chbar__what">
            <b>{purpose}</b> <span className="chbar__n">{isSent ? 'submitted' : favoritesStatus(state)}</span>
          </p>
          {trouble ? (
            <p className="chbar__no" role="alert">
              {trouble}
            </p>
          ) : null}
          <ButtonLink
            to={paths.favorites(galleryId, { list: current?.id ?? null })}
            variant="line"
            aria-busy={coming === paths.favorites(galleryId) || undefined}
          >
            {isSent ? 'Your favorites' : 'Review and submit'}
          </ButtonLink>
        </aside>
      )}
    </>
  )
}

/** Whether an element is below the top quarter of the viewport; true until it is known. */
function useIsOver(selector: string): boolean {
  const [isOver, setOver] = useState(true)
  useEffect(() => {
    const element = document.querySelector(selector)
    if (!element || typeof IntersectionObserver === 'undefined') return setOver(false)
    const observer = new IntersectionObserver(
      (entries) => setOver(entries[entries.length - 1]?.isIntersecting ?? false),
      { rootMargin: '-25% 0px 0px 0px' },
    )
    observer.observe(element)
    return () => observer.disconnect()
  }, [selector])
  return isOver
}
