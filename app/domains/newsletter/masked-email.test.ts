import { describe, expect, it } from 'vitest'
import { maskedEmail } from './masked-email'

describe('a masked address', () => {
  it.each([
    ['renee@example.com', 'r•••@example.com'],
    ['a@example.com', 'a•••@example.com'],
    ['"odd@local"@example.com', '"•••@example.com'],
    ['🦊fox@example.com', '🦊•••@example.com'],
  ])('%s becomes %s', (email, masked) => expect(maskedEmail(email)).toBe(masked))
})
