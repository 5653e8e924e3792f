/** One field of a form in which a row of content is edited. */
export interface RowField {
  name: string
  label: string
  /** `price` is in dollars; `lines` is a list, one entry a line; `switch` is yes or nothing. */
  kind: 'line' | 'text' | 'lines' | 'price' | 'switch' | 'photo' | 'choice' | 'date'
  hint?: string
  optional?: boolean
  /** Height of a text, in lines. */
  rows?: number
  choices?: { value: string; label: string }[]
}

/** What a form shows and sends: every field as text. */
export type FieldValues = Record<string, string>
