import { Form } from 'react-router'
import { paths } from '~/ui/paths'
import { StudioHead } from '~/ui/studio/studio-head'
import { studioPaths } from '~/ui/studio/studio-paths'
import type { GalleryHead as Gallery } from '../viewing/operations.server'
import { GalleryTag } from './gallery-tag'

/** The gallery’s title and status, and the button that publishes or unpublishes it. */
export function GalleryHead({ gallery }: { gallery: Gallery }) {
  const { id, title, kind, state, version } = gallery
  return (
    <StudioHead title={title} up={{ label: 'Galleries', to: studioPaths.galleries() }}>
      <GalleryTag state={state} />
      <a
        className="btn btn--line gprev"
        href={kind === 'client' ? paths.gift(id) : studioPaths.galleryPreview(id)}
        target="_blank"
        rel="noreferrer"
      >
        {kind === 'client' ? 'View as client' : 'Preview'}
      </a>
      {state === 'draft' ? (
        <Form method="post" action={studioPaths.gallery(id)}>
          <input type="hidden" name="version" value={version} />
          <button type="submit" className="btn" name="intent" value="publish">
            Publish
          </button>
        </Form>
      ) : null}
      {state === 'published' || state === 'expired' ? (
        <Form method="post" action={studioPaths.gallerySettings(id)}>
          <input type="hidden" name="version" value={version} />
          <button type="submit" className="btn btn--line" name="intent" value="withdraw">
            Unpublish
          </button>
        </Form>
      ) : null}
    </StudioHead>
  )
}
