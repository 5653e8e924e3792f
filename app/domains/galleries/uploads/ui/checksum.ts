/** SHA-256 of a file, hexadecimal; '' where the browser has no way to know it, or the file cannot be read. */
export async function checksumOf(file: File): Promise<string> {
  // Only where a connection is secure, or the site is on this very computer.
  if (!globalThis.crypto?.subtle) return ''
  try {
    const digest = await crypto.subtle.digest('SHA-256', await file.arrayBuffer())
    return new Uint8Array(digest).reduce((hex, byte) => hex + byte.toString(16).padStart(2, '0'), '')
  } catch {
    return ''
  }
}
