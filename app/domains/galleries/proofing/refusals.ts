/** Why a photograph was not circled, as a sentence. */
export function circleRefusal(refusal: {
  reason: 'not-allowed' | 'missing' | 'locked' | 'full'
  limit?: number | null
}): string {
  switch (refusal.reason) {
    case 'not-allowed':
      return 'You can view this gallery, but you can’t pick favorites in it. Contact us if that’s a mistake.'
    case 'missing':
      return 'This photo or list no longer exists. Reload the page.'
    case 'locked':
      return 'You’ve already submitted this list. To change it, ask us to reopen it.'
    case 'full':
      return `You’ve picked ${refusal.limit}, the limit for this list. Remove one to add this photo.`
  }
}

/** Why a list was not sent off. */
export function sendingRefusal(refusal: {
  reason: 'not-allowed' | 'missing' | 'locked' | 'empty' | 'changed-meanwhile' | 'over-limit'
  limit?: number
}): string {
  switch (refusal.reason) {
    case 'not-allowed':
      return 'You can view this gallery, but you can’t pick favorites in it. Contact us if that’s a mistake.'
    case 'missing':
      return 'This list no longer exists.'
    case 'locked':
      return 'You’ve already submitted this list.'
    case 'empty':
      return 'This list has no favorites yet.'
    case 'changed-meanwhile':
      return 'This list just changed. Review it, then submit it.'
    case 'over-limit':
      return `You can submit up to ${refusal.limit} photos. Remove some first.`
  }
}
