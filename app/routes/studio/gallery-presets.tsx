import { Link } from 'react-router'
import { doneSentence } from '~/domains/content/rows/outcome'
import { listPresets } from '~/domains/galleries/presets/operations.server'
import { requireStudio } from '~/platform/http/guard.server'
import { scope } from '~/platform/http/scope.server'
import { ButtonLink } from '~/ui/button-link'
import { SavedNote } from '~/ui/studio/saved-note'
import { StudioHead } from '~/ui/studio/studio-head'
import { studioMeta } from '~/ui/studio/studio-meta'
import { studioPaths } from '~/ui/studio/studio-paths'
import '~/domains/content/ui/content-lists.css'
import type { Route } from './+types/gallery-presets'

export async function loader({ request, context }: Route.LoaderArgs) {
  requireStudio(context, request)
  return { presets: await listPresets(context.get(scope)), done: doneSentence(request.url) }
}

export const meta: Route.MetaFunction = () => studioMeta('Gallery presets')

export default function GalleryPresets({ loaderData: { presets, done } }: Route.ComponentProps) {
  const byDefault = presets.find(({ isDefault }) => isDefault)
  return (
    <>
      <StudioHead title="Gallery presets" up={{ label: 'Galleries', to: studioPaths.galleries() }}>
        <ButtonLink to={studioPaths.galleryPreset('new')}>New preset</ButtonLink>
      </StudioHead>
      <SavedNote>{done}</SavedNote>
      <section className="cat-part cat-part--list">
        <p className="ink2">
          Settings that a new client gallery starts with. Changing a preset never changes existing galleries.{' '}
          {byDefault
            ? `A new one starts with ${byDefault.name} unless you choose another.`
            : 'To choose one in advance, open it and check “Use for new client galleries.”'}
        </p>
        {presets.length === 0 ? (
          <div className="empty">
            <p>No presets yet. Add one for each kind of gallery you share.</p>
          </div>
        ) : null}
        <ol className="cat cat--in">
          {presets.map(({ id, name, isDefault, about }) => (
            <li key={id}>
              <div className="cat__t">
                <div className="cat__h">
                  <Link className="cat__a tap" to={studioPaths.galleryPreset(id)}>
                    {name}
                  </Link>
                  {isDefault ? <span className="tag tag--fix">Default</span> : null}
                </div>
                <p className="cat__s">{about}</p>
              </div>
            </li>
          ))}
        </ol>
      </section>
    </>
  )
}
