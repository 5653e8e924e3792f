import type { BrandPicture } from './model'

/** Version of the rendering. Raise it with every change that alters the files' bytes. */
export const BRAND_RECIPE = '1'

/** Largest upload, in bytes. */
export const BRAND_FILE_BYTES = 2 * 1024 * 1024

/** Size of the favicon in pixels. */
export const TAB_ICON = 32
export const APPLE_ICON = 180
/** Sizes of the icons in the web manifest, in pixels. */
export const MANIFEST_ICONS = [192, 512]

/** Storage key of an image: `logo`, or an icon's size in pixels. */
export const brandKey = (hash: string, name: string): string =>
  `brand/${hash.slice(0, 2)}/${hash}/${name}.png`

/** The image's address. Its content never changes. */
export const brandAddress = ({ hash }: Pick<BrandPicture, 'hash'>, name: string): string =>
  `/media/brand/${hash}/${name}.png`

/** Wraps a PNG as an .ico file for /favicon.ico. */
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
