import { ButtonLink } from '~/ui/button-link'
import { paths } from '~/ui/paths'
import { circledLabel } from '../model'
import { useChosen } from './choice-keeper'

/** Stays in sight while one chooses: for what, how many, and the way to the list. */
export function ChoicesBar({ isQuiet }: { isQuiet: boolean }) {
  const chosen = useChosen()
  if (!chosen) return null
  const { galleryId, state } = chosen
  const { current, purpose, trouble } = state
  const isSent = current?.sentOffAt != null
  return (
    <aside className="chbar" data-theme="darkroom" aria-label="Your choices">
      <p className="chbar__what">
        <b>{purpose}</b> <span className="chbar__n">{isSent ? 'sent off' : circledLabel(state)}</span>
      </p>
      {/* The lightbox says it by itself: one voice at a time. */}
      <p className="vh" role={isQuiet ? undefined : 'status'}>
        {state.hasMoved && !isQuiet && trouble === '' ? circledLabel(state) : ''}
      </p>
      {trouble ? (
        <p className="chbar__no" role={isQuiet ? undefined : 'alert'}>
          {trouble}
        </p>
      ) : null}
      <ButtonLink to={paths.choices(galleryId, { list: current?.id ?? null })} variant="line">
        {isSent ? 'Your choices' : 'Look and send off'}
      </ButtonLink>
    </aside>
  )
}
