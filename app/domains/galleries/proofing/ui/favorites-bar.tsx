import { useNavigation } from 'react-router'
import { ButtonLink } from '~/ui/button-link'
import { paths } from '~/ui/paths'
import { favoritesLabel } from '../model'
import { useChosen } from './favorites-provider'

interface FavoritesBarProps {
  /** There is something to choose from: the bar is there before the first favorite. */
  isAsked: boolean
  /** Something else on the page says the same aloud. */
  isQuiet: boolean
}

/** Stays in sight while one chooses: for what, how many, and the way to the list. */
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
      {/* The lightbox says it by itself: one voice at a time. */}
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
