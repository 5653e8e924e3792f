import { SectionHead } from '~/ui/page-head'
import { paths } from '~/ui/paths'
import type { PastIssue } from '../campaigns/model'

/** Newsletters to read before subscribing. Each is the email's own document. */
export const PastIssues = ({ issues }: { issues: PastIssue[] }) => (
  <section className="sec wrap" aria-labelledby="issues">
    <SectionHead number={1} title="Past issues" id="issues" />
    <ul className="issues">
      {issues.map(({ id, subject, date }) => (
        <li key={id}>
          <a href={paths.newsletterArchive(id)}>
            <span className="t2">{subject}</span>
            <span className="edge">{date}</span>
          </a>
        </li>
      ))}
    </ul>
  </section>
)
