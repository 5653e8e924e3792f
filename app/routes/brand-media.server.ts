import { openBrandPicture, openInitialsIcon, readFavicon, readIco } from '~/domains/content/brand.server'
import { brandAddress } from '~/domains/content/brand-files'

const ADDRESS = /^\/media\/brand\/([0-9a-f]{20})\/(logo|32|180|192|512)\.png$/

/** Serves `/media/brand/{hash}/{name}.png`. @returns undefined for other paths */
export async function serveBrandPicture(
  deps: Parameters<typeof openBrandPicture>[0] & Parameters<typeof openInitialsIcon>[0],
  request: Request,
  pathname: string,
): Promise<Response | undefined> {
  const [, hash, name] = ADDRESS.exec(pathname) ?? []
  if (!hash || !name || (request.method !== 'GET' && request.method !== 'HEAD')) return undefined
  const png = (await openBrandPicture(deps, { hash, name })) ?? (await openInitialsIcon(deps, { hash, name }))
  if (!png) return undefined
  return new Response(request.method === 'HEAD' ? null : new Uint8Array(png), {
    headers: {
      'Content-Type': 'image/png',
      'Content-Length': String(png.byteLength),
      'Cache-Control': 'public, max-age=31536000, immutable',
    },
  })
}

/** The rendition size for each icon in `public/`. */
const SIZES: Record<string, string | undefined> = {
  '/favicon.svg': '192',
  '/apple-touch-icon.png': '180',
  '/icon-192.png': '192',
  '/icon-512.png': '512',
  '/icon-maskable-512.png': '512',
}

/**
 * Serves the uploaded icon at the addresses of the icons in `public/`.
 * @returns undefined if no icon was uploaded, so those files are served
 */
export async function serveIcon(
  deps: Parameters<typeof readIco>[0],
  request: Request,
): Promise<Response | undefined> {
  const size = SIZES[new URL(request.url).pathname]
  if (size) {
    const favicon = await readFavicon(deps)
    if (!favicon) return undefined
    const headers = { Location: brandAddress(favicon, size), 'Cache-Control': 'public, max-age=3600' }
    return new Response(null, { status: 302, headers })
  }
  const ico = await readIco(deps)
  if (!ico) return undefined
  return new Response(request.method === 'HEAD' ? null : new Uint8Array(ico), {
    headers: { 'Content-Type': 'image/x-icon', 'Cache-Control': 'public, max-age=3600' },
  })
}
