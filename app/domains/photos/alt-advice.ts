/** Longer ones tire people who listen. */
const COMFORTABLE = 200

/**
 * What would make a description better, as a sentence; null: nothing. It is said to those who cannot see the
 * photograph, and to search engines, and may be empty as long as visitors do not see the photograph.
 */
export function altAdvice(alt: string, title: string): string | null {
  const text = alt.trim()
  if (text === '') return 'Nobody who cannot see this photograph knows what is on it.'
  if (isFileName(text)) return 'This is the name of a file. Say what is seen.'
  if (text.toLowerCase() === title.trim().toLowerCase()) return 'This is the title again. Say what is seen.'
  if (/^(an? )?(photo(graph)?|picture|image) of /i.test(text))
    return 'Leave out “photo of”. Everybody knows that it is one.'
  if ([...text].length > COMFORTABLE) return 'This is long to listen to. One sentence is enough.'
  return null
}

/** "IMG_0412", "DSC01234.jpg", "de-0613-0417.tif" */
export const isFileName = (text: string): boolean =>
  /^\S+\.(jpe?g|png|webp|avif|tiff?|heic)$/i.test(text) || /^[A-Za-z]{0,4}[-_ ]?\d{3,}([-_]\d+)*$/.test(text)
