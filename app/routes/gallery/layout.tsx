import { Outlet, type ShouldRevalidateFunctionArgs } from 'react-router'
import { readShell } from '~/domains/content/operations.server'
import { GalleryFooter, GalleryHeader } from '~/domains/content/ui/gallery-shell'
import { ClientGalleryFailure } from '~/domains/galleries/client-gallery/ui/client-gallery-failure'
import { scope } from '~/platform/http/scope.server'
import '~/domains/content/ui/logo.css'
import '~/domains/galleries/client-gallery/ui/client-gallery.css'
import type { Route } from './+types/layout'

/** Layout of private pages: no promotion, no analytics, and no shop links. */
export async function loader({ context }: Route.LoaderArgs) {
  const at = context.get(scope)
  const { shell } = await readShell(at)
  const { studio, year } = shell
  return { studio, year, signedInAs: at.actor.kind === 'person' ? at.actor.role : undefined }
}

export const shouldRevalidate = ({ formMethod, defaultShouldRevalidate }: ShouldRevalidateFunctionArgs) =>
  formMethod ? defaultShouldRevalidate : false

export default function GalleryLayout({ loaderData }: Route.ComponentProps) {
  return (
    <Frame {...loaderData}>
      <Outlet />
    </Frame>
  )
}

export function ErrorBoundary({ error, loaderData }: Route.ErrorBoundaryProps) {
  const failure = <ClientGalleryFailure error={error} />
  if (loaderData) return <Frame {...loaderData}>{failure}</Frame>
  return (
    <main id="main" tabIndex={-1}>
      {failure}
    </main>
  )
}

type FrameProps = Route.ComponentProps['loaderData'] & { children: React.ReactNode }

function Frame({ studio, year, signedInAs, children }: FrameProps) {
  return (
    <>
      <GalleryHeader studio={studio} signedInAs={signedInAs} />
      <main id="main" tabIndex={-1}>
        {children}
      </main>
      <GalleryFooter studio={studio} year={year} />
    </>
  )
}
