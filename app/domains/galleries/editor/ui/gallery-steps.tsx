import { Form, Link } from 'react-router'
import { ButtonLink } from '~/ui/button-link'
import { Field } from '~/ui/field'
import { studioPaths } from '~/ui/studio/studio-paths'
import type { GalleryState } from '../../model'
import type { GallerySettings } from '../settings.server'
import { GalleryTag } from './gallery-head'

const SENTENCES: Record<GalleryState, { client: string; site: string }> = {
  draft: { client: 'Only your team can open it.', site: 'Not on your site.' },
  published: { client: 'Clients it’s shared with can open it.', site: 'Live on your site.' },
  expired: { client: 'Past its expiration date. Nothing is deleted.', site: 'Not on your site.' },
  archived: { client: 'Archived. Only your team can see it.', site: 'Archived, and not on your site.' },
}

/** A gallery's status, and the buttons that change it. */
export function GallerySteps({ gallery }: { gallery: GallerySettings }) {
  const { version, kind, state } = gallery
  const button = (intent: string, label: string, look = 'btn btn--line') => (
    <button type="submit" className={look} name="intent" value={intent}>
      {label}
    </button>
  )
  return (
    <section className="gpart" aria-labelledby="state">
      <h2 className="st-h2" id="state">
        Status{' '}
      </h2>
      <p>
        <GalleryTag state={state} /> <span>{SENTENCES[state][kind === 'client' ? 'client' : 'site']}</span>
      </p>
      <Form method="post" className="st-act">
        <input type="hidden" name="version" value={version} />
        {state === 'archived' ? button('restore', 'Restore') : null}
        {state === 'archived' ? null : button('archive', 'Archive', 'btn btn--line')}
      </Form>
    </section>
  )
}

interface DeleteGalleryProps {
  gallery: GallerySettings
  /** Counts of what is deleted; null: not requested. */
  dependents: Record<string, number> | null
  error: string | undefined
}

const NAMES: Record<string, [one: string, many: string]> = {
  sets: ['set', 'sets'],
  shares: ['client’s access', 'clients’ access'],
  lists: ['favorites list', 'favorites lists'],
  comments: ['comment', 'comments'],
  downloads: ['download record', 'download records'],
  releases: ['release', 'releases'],
}

/** Requires the title before deleting a gallery, and lists what is deleted and what stays. */
export function DeleteGallery({ gallery, dependents, error }: DeleteGalleryProps) {
  const { id, version, values } = gallery
  if (!dependents)
    return (
      <p>
        <Link className="btn btn--stop" to={studioPaths.gallerySettings(id, { remove: 'ask' })}>
          Delete gallery
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
        Delete “{values.title}” permanently?
      </h2>
      <p>
        {going.length > 0
          ? `This also deletes ${list(going)}, and all links to this gallery stop working.`
          : 'This also deletes its order and captions, and all links to this gallery stop working.'}{' '}
        The photos stay in your library and anywhere else you use them. You can’t undo this.
        {dependents.releases
          ? ' Photos that are public only because of these releases will be removed from your site.'
          : ''}
        {dependents.withdrawals
          ? ' If someone withdrew their release, we keep their name, email, and the photos involved, so those photos stay off your site until they sign again.'
          : ''}
      </p>
      <Field
        label={`To confirm, type the gallery title: ${values.title}`}
        name="confirmed"
        autoComplete="off"
        error={error}
      />
      <div className="st-act">
        <button type="submit" className="btn btn--stop">
          Delete gallery{' '}
        </button>
        <ButtonLink to={studioPaths.gallerySettings(id)} variant="line">
          Keep gallery
        </ButtonLink>
      </div>
    </Form>
  )
}

const list = (parts: string[]): string =>
  parts.length < 2 ? parts.join('') : `${parts.slice(0, -1).join(', ')} and ${parts.at(-1)}`
