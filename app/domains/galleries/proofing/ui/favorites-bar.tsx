import { useNavigation } from 'react-router'
import { ButtonLink } from '~/ui/button-link'
import { paths } from '~/ui/paths'
import { favoritesLabel } from '../model'
import { useChosen } from './favorites-provider'

interface FavoritesBarProps {
  /** Whether the bar is shown even before the first favorite. */
  isAsked: boolean
  /** Whether another element announces the count. */
  isQuiet: boolean
}

/** A bar at the bottom with the current list, its count, and a link to it. */
export function FavoritesBar({ isAsked, isQuiet }: FavoritesBarProps) {
  const chosen = useChosen()
  const coming = useNavigation().location?.pathname
  if (!chosen) return null
  const { galleryId, state } = chosen
  if (!isAsked && state.current === null && state.waiting === 0) return null
  const { current, purpose, trouble } = state
  const isSent = current?.submittedAt != null
  return (
    <aside className="chbar" data-theme="darkroom" aria-label="Your favorites">
      <p className="chbar__what">
        <b>{purpose}</b> <span className="chbar__n">{isSent ? 'submitted' : favoritesLabel(state)}</span>
      </p>
      {/* Not announced while the lightbox announces it. */}
      <p className="vh" role={isQuiet ? undefined : 'status'}>
        {state.hasMoved && !isQuiet && trouble === '' ? favoritesLabel(state) : ''}
      </p>
      {trouble ? (
        <p className="chbar__no" role={isQuiet ? undefined : 'alert'}>
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
  )
}
