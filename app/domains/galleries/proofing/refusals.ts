/** Why a photograph was not circled, as a sentence. */
export function circleRefusal(refusal: {
  reason: 'not-allowed' | 'missing' | 'locked' | 'full'
  limit?: number | null
}): string {
  switch (refusal.reason) {
    case 'not-allowed':
      return 'Choosing is not open to you in this gallery. Ask the studio.'
    case 'missing':
      return 'This photograph, or the list, is not there any more. Load the page again.'
    case 'locked':
      return 'This list has been sent off. Ask the studio to open it again.'
    case 'full':
      return `That would be more than ${refusal.limit}. Take a circle off another photograph first.`
  }
}

/** Why a list was not sent off. */
export function sendingRefusal(refusal: {
  reason: 'not-allowed' | 'missing' | 'locked' | 'empty' | 'changed-meanwhile' | 'over-limit'
  limit?: number
}): string {
  switch (refusal.reason) {
    case 'not-allowed':
      return 'Choosing is not open to you in this gallery. Ask the studio.'
    case 'missing':
      return 'This list is not there any more.'
    case 'locked':
      return 'This list has been sent off already.'
    case 'empty':
      return 'Nothing is circled yet.'
    case 'changed-meanwhile':
      return 'The list has changed since you opened this page. Look at it once more, then send it.'
    case 'over-limit':
      return `At most ${refusal.limit} photographs can be sent. Take some off first.`
  }
}
