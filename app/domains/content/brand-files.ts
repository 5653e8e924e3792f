import type { BrandPicture } from './model'

/** Names the way in which the pictures are drawn anew. Raise it with every change that alters their bytes. */
export const BRAND_RECIPE = '1'

/** The most that an uploaded picture may have, in bytes. */
export const BRAND_FILE_BYTES = 2 * 1024 * 1024

/** Pixels of the icon that browsers show on a tab. */
export const TAB_ICON = 32
export const APPLE_ICON = 180
/** Pixels of the icons in the web manifest. */
export const MANIFEST_ICONS = [192, 512]

/** Storage key of one of the pictures: `logo`, or the pixels of an icon’s side. */
export const brandKey = (hash: string, name: string): string =>
  `brand/${hash.slice(0, 2)}/${hash}/${name}.png`

/** Where a picture is served. Its content never changes. */
export const brandAddress = ({ hash }: Pick<BrandPicture, 'hash'>, name: string): string =>
  `/media/brand/${hash}/${name}.png`

/** Wraps a PNG into an icon file, as browsers ask for at /favicon.ico (the format takes whole PNGs since 2006). */
export function icoOf(png: Uint8Array, side: number): Uint8Array {
  const header = new DataView(new ArrayBuffer(22))
  header.setUint16(2, 1, true)
  header.setUint16(4, 1, true)
  header.setUint8(6, side)
  header.setUint8(7, side)
  header.setUint16(10, 1, true)
  header.setUint16(12, 32, true)
  header.setUint32(14, png.byteLength, true)
  header.setUint32(18, 22, true)
  const ico = new Uint8Array(22 + png.byteLength)
  ico.set(new Uint8Array(header.buffer))
  ico.set(png, 22)
  return ico
}
