import type { EditablePage } from './fields'

/** Pages with several versions, by what happened before. The preview shows each, beginning with the first. */
const VERSIONS: Partial<Record<EditablePage, { after: string; label: string }[]>> = {
  'thank-you': [
    { after: 'message', label: 'After a message' },
    { after: 'booking', label: 'After a booking' },
    { after: 'nothing', label: 'Opened directly' },
  ],
}

export const versionsOf = (page: EditablePage): { after: string; label: string }[] => VERSIONS[page] ?? []

/** @param asked from the query */
export const versionOf = (page: EditablePage, asked: string | null): string =>
  versionsOf(page).find(({ after }) => after === asked)?.after ?? versionsOf(page)[0]?.after ?? ''
