/** Where files are sent to a gallery, which are taken as they come instead of being read whole first. */
const UPLOADS = /^\/studio\/galleries\/([^/.]+)\/uploads(?:\/([^/.]+))?$/

export const isUploadPath = (path: string): boolean => UPLOADS.test(path)

/** The gallery of such an address, and the upload where it names one. */
export function readUploadPath(path: string): { gallery: string; upload: string | undefined } | undefined {
  const [, gallery, upload] = UPLOADS.exec(path) ?? []
  return gallery === undefined ? undefined : { gallery, upload }
}
