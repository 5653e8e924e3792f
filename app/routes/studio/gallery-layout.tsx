import { data, Outlet } from 'react-router'
import { readGalleryHead } from '~/domains/galleries/editor/operations.server'
import { GalleryHead, GalleryTabs } from '~/domains/galleries/editor/ui/gallery-head'
import { requireStudio } from '~/platform/http/guard.server'
import { scope } from '~/platform/http/scope.server'
import '~/domains/galleries/editor/ui/editor.css'
import type { Route } from './+types/gallery-layout'

/** A gallery's title, status and tabs, above each of its pages. */
export async function loader({ request, params, context }: Route.LoaderArgs) {
  requireStudio(context, request)
  const gallery = await readGalleryHead(context.get(scope), params.gallery ?? '')
  if (!gallery) throw data(null, { status: 404 })
  return gallery
}

export default function GalleryLayout({ loaderData: gallery }: Route.ComponentProps) {
  return (
    <>
      <GalleryHead gallery={gallery} />
      <GalleryTabs gallery={gallery} />
      <Outlet />
    </>
  )
}
