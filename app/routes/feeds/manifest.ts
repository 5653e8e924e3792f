import type { LoaderFunctionArgs } from 'react-router'
import { brandAddress, MANIFEST_ICONS } from '~/domains/content/brand/brand-files'
import type { BrandPicture } from '~/domains/content/model'
import { readSettings } from '~/domains/content/operations.server'
import { scope } from '~/platform/http/scope.server'
import { paths } from '~/ui/paths'

/** The paper of the pages, and of the header. */
const PAPER = '#F2F1ED'

const ICONS = [
  { src: '/icon-192.png', sizes: '192x192', type: 'image/png' },
  { src: '/icon-512.png', sizes: '512x512', type: 'image/png' },
  { src: '/icon-maskable-512.png', sizes: '512x512', type: 'image/png', purpose: 'maskable' },
]

const iconsOf = (favicon: BrandPicture) =>
  MANIFEST_ICONS.map((side) => ({
    src: brandAddress(favicon, String(side)),
    sizes: `${side}x${side}`,
    type: 'image/png',
  }))

export async function loader({ context }: LoaderFunctionArgs) {
  const { studio, brand } = await readSettings(context.get(scope))
  const manifest = {
    name: studio.name,
    short_name: studio.name,
    description: studio.description,
    id: paths.home(),
    start_url: paths.home(),
    scope: paths.home(),
    display: 'browser',
    lang: 'en-US',
    background_color: PAPER,
    theme_color: PAPER,
    icons: brand.favicon ? iconsOf(brand.favicon) : ICONS,
  }
  return new Response(JSON.stringify(manifest), {
    headers: { 'Content-Type': 'application/manifest+json', 'Cache-Control': 'public, max-age=3600' },
  })
}
