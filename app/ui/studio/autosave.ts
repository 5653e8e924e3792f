/** Pause in typing before saving, and longest time without saving, in milliseconds. */
const PAUSE = 1_500
const LONGEST = 15_000
/** Pause after a failed save, in milliseconds. */
const AGAIN = 5_000

/** A newer version that someone else saved, or the author in another window. */
export interface Conflict {
  version: string
  by: string
  saved: string
}

/** The answer of the address that saves. `note`: a sentence about what was saved. `problems`: what to fix in it. */
export type AutosaveAnswer =
  | { ok: true; version: string; saved: string; note?: string; problems?: string[] }
  | ({ ok: false; reason: 'changed-since' } & Conflict)
  | { ok: false; reason: 'refused'; sentence: string }

export type Saving =
  | { kind: 'idle' | 'typing' | 'lost' }
  | { kind: 'saved'; at: string; note?: string | undefined; problems?: string[] | undefined }
  | { kind: 'refused'; sentence: string }
  | { kind: 'conflict'; conflict: Conflict }

interface AutosaveOptions {
  action: string
  /** The version that the text began from. */
  version: string
  /** The current fields of the form. */
  read: () => FormData | undefined
  onChange: (saving: Saving, version: string) => void
}

/**
 * Saves a form after each pause in typing. One save at a time, each based on the one before, so that a newer
 * version of someone else is noticed and never overwritten.
 */
export function autosave({ action, version: first, read, onChange }: AutosaveOptions) {
  let version = first
  let saving: Saving = { kind: 'idle' }
  let isDirty = false
  let dirtySince = 0
  let timer: ReturnType<typeof setTimeout> | undefined
  let underway = Promise.resolve()

  const become = (now: Saving) => {
    saving = now
    onChange(now, version)
  }
  const save = async (isSeparate: boolean) => {
    const fields = read()
    if (!fields || (!isDirty && !isSeparate)) return
    fields.set('version', version)
    if (isSeparate) fields.set('separate', 'yes')
    isDirty = false
    const answer = await post(action, fields)
    if (answer?.ok) {
      version = answer.version
      const { saved: at, note, problems } = answer
      become(isDirty ? { kind: 'typing' } : { kind: 'saved', at, note, problems })
      return
    }
    isDirty = true
    if (!answer) {
      become({ kind: 'lost' })
      schedule(AGAIN)
    } else if (answer.reason === 'changed-since') become({ kind: 'conflict', conflict: answer })
    else become({ kind: 'refused', sentence: answer.sentence })
  }
  const start = (isSeparate = false): Promise<void> => {
    clearTimeout(timer)
    underway = underway.then(() => save(isSeparate))
    return underway
  }
  const schedule = (pause: number) => {
    clearTimeout(timer)
    timer = setTimeout(start, pause)
  }
  return {
    /** Something has changed. */
    touch() {
      if (!isDirty) dirtySince = Date.now()
      isDirty = true
      if (saving.kind === 'conflict') return
      if (saving.kind !== 'typing') become({ kind: 'typing' })
      schedule(Math.max(0, Math.min(PAUSE, dirtySince + LONGEST - Date.now())))
    },
    /** Saves at once what has changed, such as before the window closes. */
    hurry() {
      if (isDirty && saving.kind !== 'conflict') void start()
    },
    /** Stops saving. Resolves when the last save has been answered. */
    async settle() {
      clearTimeout(timer)
      await underway
      clearTimeout(timer)
    },
    /** Saves as another version after the newer one. */
    keepMine() {
      if (saving.kind !== 'conflict') return
      version = saving.conflict.version
      become({ kind: 'typing' })
      void start(true)
    },
  }
}

/** @returns undefined without a connection, or if the site fails */
async function post(action: string, fields: FormData): Promise<AutosaveAnswer | undefined> {
  try {
    const answer = await fetch(action, { method: 'POST', body: fields })
    const isJson = answer.headers.get('content-type')?.includes('json')
    return isJson ? await answer.json() : undefined
  } catch {
    return undefined
  }
}
