/** What the editor is answered with, in place or on a page. */
export type Acting =
  | { ok: true; told: string; undo?: Record<string, string> }
  | {
      ok: false
      /** Which form. */
      intent: string
      sentence?: string
      errors: Record<string, string>
      values: Record<string, string>
      held?: { itemId: string; fileName: string; title: string; sentence: string }[]
    }
