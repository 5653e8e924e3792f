import { Children, type ReactNode } from 'react'

/** "June 27, 2026", "Dec 5", "10:30 – 11:15 AM EST" */
const DATES_AND_TIMES =
  /((?:Jan|Feb|Mar|Apr|May|Ju[nl]|Aug|Sep|Oct|Nov|Dec)[a-z]* \d\d?\b(?:, \d{4}\b)?|(?:\d+(?::\d\d)?(?: [AP]M)? – )?\d+(?::\d\d)? [AP]M\b(?: [A-Z]{3,4}\b)?)/

/** Texts of which no line breaks within a date or a time. */
export const WithTimes = ({ children }: { children: ReactNode }) =>
  Children.map(children, (child) =>
    typeof child === 'string'
      ? child.split(DATES_AND_TIMES).map((part, at) =>
          at % 2 === 0 ? (
            part
          ) : (
            // biome-ignore lint/suspicious/noArrayIndexKey: two parts may be the same
            <span key={at} style={{ whiteSpace: 'nowrap' }}>
              {part}
            </span>
          ),
        )
      : child,
  )
