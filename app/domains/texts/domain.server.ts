import type { Domain } from '~/platform/domain.server'

/** What owners write: documents, their Markdown and HTML, and the editor. Other domains store them. */
export const texts: Domain = { operations: {} }
