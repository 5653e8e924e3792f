import type { LoaderFunctionArgs } from 'react-router'
import { readFavicon } from '~/domains/content/brand.server'
import { brandAddress, MANIFEST_ICONS } from '~/domains/content/brand-files'
import type { BrandPicture } from '~/domains/content/model'
import { readSettings } from '~/domains/content/operations.server'
import { scope } from '~/platform/http/scope.server'
import { paths } from '~/ui/paths'

/** Background of the pages and the header. */
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
  const at = context.get(scope)
  const [{ studio }, favicon] = await Promise.all([readSettings(at), readFavicon(at)])
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
    icons: favicon ? iconsOf(favicon) : ICONS,
  }
  return new Response(JSON.stringify(manifest), {
    headers: { 'Content-Type': 'application/manifest+json', 'Cache-Control': 'public, max-age=3600' },
  })
}
