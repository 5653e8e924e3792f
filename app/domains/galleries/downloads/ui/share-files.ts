/** Fetches photos as named files, one after the other. @throws if one is incomplete */
export async function fetchFiles(
  addresses: readonly string[],
  onProgress: (done: number) => void,
): Promise<File[]> {
  const files: File[] = []
  for (const address of addresses) {
    onProgress(files.length)
    const answer = await fetch(address)
    if (!answer.ok) throw new Error(`${address} answered ${answer.status}`)
    const content = await answer.blob()
    files.push(new File([content], nameOf(answer.headers), { type: content.type }))
  }
  return files
}

/** The file name from the response's header (RFC 8187). */
function nameOf(headers: Headers): string {
  const [, encoded] = /filename\*=UTF-8''([^;]+)/.exec(headers.get('Content-Disposition') ?? '') ?? []
  return encoded ? decodeURIComponent(encoded) : 'photograph.jpg'
}

/** Opens the phone’s share dialog, which can save images. */
export async function shareFiles(files: File[]): Promise<'shared' | 'dismissed' | 'tap-again'> {
  try {
    await navigator.share({ files })
    return 'shared'
  } catch (error) {
    const name = error instanceof Error ? error.name : ''
    if (name === 'AbortError') return 'dismissed'
    // The browser requires a tap within the last seconds.
    if (name === 'NotAllowedError') return 'tap-again'
    throw error
  }
}
