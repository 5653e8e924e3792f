import { useEffect, useRef, useState } from 'react'
import { Link } from 'react-router'
import { useHydrated } from '~/ui/hydrated'
import { Icon } from '~/ui/icon'
import { isTyping } from '~/ui/is-typing'
import { Mark } from '~/ui/mark'
import { paths } from '~/ui/paths'
import { favoritesStatus } from '../model'
import { useChoice, useChosen } from './favorites-provider'

interface FavoriteButtonProps {
  itemId: string
  /** "Photo 12: Two rings on a page" */
  label: string
  /**
   * The page to return to without script. The lightbox shows text beside the icon, the grid draws the ring around the
   * photo.
   */
  back: 'grid' | 'photo' | 'choices'
}

/** A form that adds or removes a favorite, so that it works without script. */
export function FavoriteButton({ itemId, label, back }: FavoriteButtonProps) {
  const choice = useChoice(itemId)
  // The hidden fields are needed only without script, so they are removed from thousands of forms.
  const isAlive = useHydrated()
  if (!choice) return null
  const { galleryId, listId, isChosen, isLocked, toggle } = choice
  const withWord = back === 'photo'
  return (
    <>
      {back === 'grid' ? <FavoriteMark itemId={itemId} /> : null}
      <form
        method="post"
        action={paths.favorite(galleryId)}
        className={withWord ? 'pick pick--word' : 'pick'}
        onSubmit={(event) => {
          event.preventDefault()
          if (!isLocked) toggle()
        }}
      >
        {isAlive ? null : (
          <>
            <input type="hidden" name="item" value={itemId} />
            <input type="hidden" name="list" value={listId} />
            <input type="hidden" name="on" value={isChosen ? 'no' : 'yes'} />
            <input type="hidden" name="back" value={back} />
          </>
        )}
        <button
          type="submit"
          className={withWord ? 'btn btn--quiet pick__b' : 'pick__b'}
          aria-pressed={isChosen}
          aria-label={`Favorite: ${label.charAt(0).toLowerCase()}${label.slice(1)}`}
          aria-disabled={isLocked || undefined}
          aria-keyshortcuts={withWord ? 'F' : undefined}
        >
          <Ring />
          {withWord ? <span className="t">Favorite</span> : null}
        </button>
      </form>
    </>
  )
}

/** The red pencil around a favorite, in the grid, the strip and the lightbox. Drawn when it is picked. */
export function FavoriteMark({ itemId }: { itemId: string }) {
  const choice = useChoice(itemId)
  const isChosen = choice?.isChosen ?? false
  // A favorite from before is there at once.
  const [wasChosen, setWasChosen] = useState(isChosen)
  if (wasChosen && !isChosen) setWasChosen(false)
  return isChosen ? <Mark kind="circle" draw={!wasChosen} className="pick__mark" /> : null
}

/** A hand-drawn circle. */
const Ring = () => (
  <svg className="ico" viewBox="0 0 20 20" aria-hidden="true">
    <path d="M13.2 3.2C8.6 1.6 3 4.4 2.6 9.6c-.4 5 3.6 8 7.8 7.8 4.6-.2 7.4-3.8 7-8.2C17 5 13.4 2.6 9.4 3.2 7 3.6 5.2 4.6 4.2 6.2" />
  </svg>
)

/** The lightbox's actions: the favorite button, and a link to the comments. */
export function FavoriteTools({ itemId, label }: { itemId: string; label: string }) {
  useFavoriteKey(itemId)
  const chosen = useChosen()
  if (!chosen) return null
  const { galleryId, state } = chosen
  return (
    <>
      <FavoriteButton itemId={itemId} label={label} back="photo" />
      <Link className="btn btn--quiet pick__c" to={paths.photoComments(galleryId, itemId)}>
        <Icon name="mail" />
        <span className="t">Comment</span>
      </Link>
      <p className="small pick__n" role="status">
        {state.hasMoved && state.trouble === '' ? favoritesStatus(state) : ''}
      </p>
      {state.trouble ? (
        <p className="small pick__no" role="alert">
          {state.trouble}
        </p>
      ) : null}
    </>
  )
}

/** F favorites the open photo, except while a field has the focus. */
export function useFavoriteKey(itemId: string): void {
  const choice = useChoice(itemId)
  const latest = useRef(choice)
  latest.current = choice
  useEffect(() => {
    const press = (event: KeyboardEvent) => {
      if (event.altKey || event.ctrlKey || event.metaKey || event.shiftKey || event.repeat) return
      if (event.key.toLowerCase() !== 'f' || isTyping(event.target)) return
      const now = latest.current
      if (!now || now.isLocked) return
      event.preventDefault()
      now.toggle()
    }
    window.addEventListener('keydown', press)
    return () => window.removeEventListener('keydown', press)
  }, [])
}
