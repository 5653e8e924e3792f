import { Form, Link } from 'react-router'
import { ButtonLink } from '~/ui/button-link'
import { Field } from '~/ui/field'
import { studioPaths } from '~/ui/studio/studio-paths'
import type { GalleryState } from '../../gallery-state'
import type { GallerySettings } from '../settings/operations.server'
import { GalleryTag } from './gallery-tag'

const SENTENCES: Record<GalleryState, { client: string; site: string }> = {
  draft: { client: 'Nobody but the studio can open it.', site: 'It is not on the site.' },
  published: { client: 'Those it is shared with can open it.', site: 'It is on the site.' },
  expired: { client: 'Its last day is over. Nothing is deleted.', site: 'It is not on the site.' },
  archived: { client: 'Put away: nobody but the studio sees it.', site: 'Put away, and not on the site.' },
}

/** How a gallery stands, and what can become of it. */
export function GallerySteps({ gallery }: { gallery: GallerySettings }) {
  const { id, version, kind, state } = gallery
  const button = (intent: string, label: string, look = 'btn btn--line') => (
    <button type="submit" className={look} name="intent" value={intent}>
      {label}
    </button>
  )
  return (
    <section className="gpart" aria-labelledby="state">
      <h2 className="st-h2" id="state">
        State
      </h2>
      <p>
        <GalleryTag state={state} /> <span>{SENTENCES[state][kind === 'client' ? 'client' : 'site']}</span>
      </p>
      <Form method="post" className="st-act">
        <input type="hidden" name="version" value={version} />
        {state === 'archived' ? button('restore', 'Restore it') : null}
        {state === 'published' || state === 'expired' ? button('withdraw', 'Back to a draft') : null}
        {state === 'archived' ? null : button('archive', 'Archive it', 'btn btn--quiet')}
      </Form>
      {state === 'draft' ? (
        <p className="hint">
          It is published <Link to={studioPaths.gallery(id)}>beside its photographs</Link>.
        </p>
      ) : null}
    </section>
  )
}

interface DeleteGalleryProps {
  gallery: GallerySettings
  /** What goes with it, counted; null: it has not been asked for. */
  dependents: Record<string, number> | null
  error: string | undefined
}

const NAMES: Record<string, [one: string, many: string]> = {
  sets: ['set', 'sets'],
  shares: ['person it is shared with', 'people it is shared with'],
  lists: ['list of favorites', 'lists of favorites'],
  comments: ['comment', 'comments'],
  downloads: ['record of a download', 'records of downloads'],
  consents: ['consent on record', 'consents on record'],
}

/** Asks by name before a gallery goes, and says what goes and what stays. */
export function DeleteGallery({ gallery, dependents, error }: DeleteGalleryProps) {
  const { id, version, values } = gallery
  if (!dependents)
    return (
      <p>
        <Link className="btn btn--stop" to={studioPaths.gallerySettings(id, { remove: 'ask' })}>
          Delete this gallery
        </Link>
      </p>
    )
  const going = Object.entries(dependents).flatMap(([name, count]) => {
    const [one, many] = NAMES[name] ?? []
    return count > 0 && one ? [`${count} ${count === 1 ? one : many}`] : []
  })
  return (
    <Form
      method="post"
      action={studioPaths.gallerySettings(id, { remove: 'ask' })}
      className="note note--stop cat-ask"
      aria-labelledby="remove-title"
      noValidate
    >
      <input type="hidden" name="intent" value="remove" />
      <input type="hidden" name="version" value={version} />
      <h2 className="st-h2" id="remove-title">
        Delete “{values.title}” for good?
      </h2>
      <p>
        {going.length > 0
          ? `With it go ${list(going)}, and its links end.`
          : 'Its order and captions go, and its links end.'}{' '}
        Its photographs stay in the library with their files, and wherever else they are shown.
        {dependents.consents ? ' What is public by these consents alone comes off the site.' : ''}
        {dependents.withdrawals
          ? ' Who has withdrawn a consent stays withdrawn: their name, their email address and which photographs it is about are kept, and the site shows none of these until they agree again.'
          : ''}
      </p>
      <Field
        label={`Type its title to confirm: ${values.title}`}
        name="confirmed"
        autoComplete="off"
        error={error}
      />
      <div className="st-act">
        <button type="submit" className="btn btn--stop">
          Delete
        </button>
        <ButtonLink to={studioPaths.gallerySettings(id)} variant="line">
          Keep it
        </ButtonLink>
      </div>
    </Form>
  )
}

const list = (parts: string[]): string =>
  parts.length < 2 ? parts.join('') : `${parts.slice(0, -1).join(', ')} and ${parts.at(-1)}`
