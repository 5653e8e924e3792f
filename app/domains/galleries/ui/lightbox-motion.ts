async function load() {
  const [{ attachGestures }, { flyIn, flyOut }] = await Promise.all([
    import('./stage-gestures'),
    import('./flight'),
  ])
  return { attachGestures, flyIn, flyOut }
}

type Motion = Awaited<ReturnType<typeof load>>

let known: Motion | undefined

/** Gestures and flights of the lightbox, which a page that opens with a photo needs only later. */
export async function loadMotion(): Promise<Motion> {
  known = await load()
  return known
}

/** @returns undefined: it isn't loaded */
export const loadedMotion = (): Motion | undefined => known
