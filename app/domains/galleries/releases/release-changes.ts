import type { Change } from '~/domains/audit/model'
import { longDate } from '~/platform/time'
import { USE_WORDS } from './model'
import type { ReleaseDraft } from './release-form'

/** How the activity log names a release. */
export const subjectOf = ({ name }: { name: string }, { title }: { title: string }): string =>
  `${name}, “${title}”`

const FIELDS: [string, (draft: ReleaseDraft) => string][] = [
  ['Name', ({ name }) => name],
  ['Email', ({ email }) => email],
  ['Date of birth', ({ bornOn }) => (bornOn === null ? '' : longDate(bornOn))],
  ['Guardian', ({ guardian }) => guardian],
  ['Allowed uses', ({ uses }) => uses.map((use) => USE_WORDS[use]).join(', ')],
  ['Given on', ({ givenOn }) => longDate(givenOn)],
  ['How', ({ basis }) => basis],
  ['Covers', ({ everywhere }) => (everywhere ? 'All galleries shared with this email' : 'This gallery')],
]

/** The changes that the activity log records. @param before undefined: it is new */
export const changesBetween = (before: ReleaseDraft | undefined, after: ReleaseDraft): Change[] =>
  FIELDS.flatMap(([field, read]) => {
    const [from, to] = [before ? read(before) : '', read(after)]
    return from === to ? [] : [{ field, from, to }]
  })
