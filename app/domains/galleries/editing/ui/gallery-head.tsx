import { Form } from 'react-router'
import { paths } from '~/ui/paths'
import { StudioHead } from '~/ui/studio/studio-head'
import { studioPaths } from '~/ui/studio/studio-paths'
import type { EditedGallery } from '../viewing/operations.server'
import { GalleryTag } from './gallery-tag'

/** Where one is, how the gallery stands, and the one thing that is next. */
export function GalleryHead({ gallery }: { gallery: EditedGallery }) {
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
    </StudioHead>
  )
}
