/** A topic is what a page asks for; questions of a topic that none asks for are kept, and shown nowhere. */
export interface Topic {
  name: string
  /** As people read it. */
  label: string
  /** Pages on which its questions stand. */
  pages: { label: string; page: 'pricing' | 'portrait' }[]
}

export interface ListedQuestion {
  id: string
  topic: string
  question: string
  answer: string
}

/** A page holds no more of a topic than this. */
export const MOST_QUESTIONS = 100
