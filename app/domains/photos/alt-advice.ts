/** In characters. Longer texts tire people who listen to them. */
const COMFORTABLE = 200

/**
 * Advice for a better alt text, as a sentence; null: none. Alt text is for people who can't see the photo and
 * for search engines. It may be empty for photos that visitors don't see.
 */
export function altAdvice(alt: string, title: string): string | null {
  const text = alt.trim()
  if (text === '') return 'No alt text yet. People using a screen reader won’t know what’s in this photo.'
  if (isFileName(text)) return 'This is a file name. Describe what’s in the photo.'
  if (text.toLowerCase() === title.trim().toLowerCase())
    return 'This repeats the title. Describe what’s in the photo.'
  if (/^(an? )?(photo(graph)?|picture|image) of /i.test(text))
    return 'Skip “photo of.” Screen readers already announce it as an image.'
  if ([...text].length > COMFORTABLE) return 'This is long to listen to. One sentence is enough.'
  return null
}

/** "IMG_0412", "DSC01234.jpg", "de-0613-0417.tif" */
export const isFileName = (text: string): boolean =>
  /^\S+\.(jpe?g|png|webp|avif|tiff?|heic)$/i.test(text) || /^[A-Za-z]{0,4}[-_ ]?\d{3,}([-_]\d+)*$/.test(text)
