/** A field of a content row's form. */
export interface RowField {
  name: string
  label: string
  /** `price` is in dollars; `lines` is a list with one entry per line; `switch` is yes or absent. */
  kind: 'line' | 'text' | 'lines' | 'price' | 'switch' | 'photo' | 'choice' | 'date'
  hint?: string
  optional?: boolean
  /** Height of a text, in lines. */
  rows?: number
  choices?: { value: string; label: string }[]
}
