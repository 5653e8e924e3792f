import { openBrandPicture, readIco } from '~/domains/content/brand/operations.server'

const ADDRESS = /^\/media\/brand\/([0-9a-f]{20})\/(logo|32|180|192|512)\.png$/

/** Answers `/media/brand/{hash}/{name}.png`; undefined: the address is none of these. */
export async function serveBrandPicture(
  deps: Parameters<typeof openBrandPicture>[0],
  request: Request,
  pathname: string,
): Promise<Response | undefined> {
  const [, hash, name] = ADDRESS.exec(pathname) ?? []
  if (!hash || !name || (request.method !== 'GET' && request.method !== 'HEAD')) return undefined
  const png = await openBrandPicture(deps, { hash, name })
  if (!png) return undefined
  return new Response(request.method === 'HEAD' ? null : new Uint8Array(png), {
    headers: {
      'Content-Type': 'image/png',
      'Content-Length': String(png.byteLength),
      'Cache-Control': 'public, max-age=31536000, immutable',
    },
  })
}

/** Answers `/favicon.ico` when an icon was uploaded; undefined: the file that comes along does. */
export async function serveIco(
  deps: Parameters<typeof readIco>[0],
  request: Request,
): Promise<Response | undefined> {
  const ico = await readIco(deps)
  if (!ico) return undefined
  return new Response(request.method === 'HEAD' ? null : new Uint8Array(ico), {
    headers: { 'Content-Type': 'image/x-icon', 'Cache-Control': 'public, max-age=3600' },
  })
}
