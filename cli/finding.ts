/** What `doctor` found. */
export interface Finding {
  state: 'right' | 'advice' | 'wrong'
  sentence: string
}

export const right = (sentence: string): Finding => ({ state: 'right', sentence })
export const advice = (sentence: string): Finding => ({ state: 'advice', sentence })
export const wrong = (sentence: string): Finding => ({ state: 'wrong', sentence })
