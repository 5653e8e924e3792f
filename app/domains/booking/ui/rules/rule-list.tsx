import { Link } from 'react-router'
import { studioPaths } from '~/ui/studio/studio-paths'
import { StudioTable } from '~/ui/studio/studio-table'
import { ZoneNote } from '~/ui/studio/studio-zone'
import type { Rule, RuleChoices, RuleKind } from '../../schedules/model'
import { placeTitle, typeTitle } from '../../schedules/rule-form'
import { hoursInWords } from '../../schedules/week-hours'

interface RuleListProps {
  kind: RuleKind
  rules: Rule[]
  choices: RuleChoices
  /** Labels by date. */
  dates: Record<string, string>
}

export function RuleList({ kind, rules, choices, dates }: RuleListProps) {
  if (rules.length === 0)
    return (
      <div className="empty">
        <p>
          {kind === 'hours'
            ? 'No availability yet, so clients can’t book. Add a schedule.'
            : 'No upcoming date overrides. Add a holiday, a vacation, or a day with different hours.'}
        </p>
      </div>
    )
  const dateLabel = (date: string) => dates[date] ?? date
  return (
    <StudioTable columns={[kind === 'hours' ? 'Schedule' : 'Dates', 'Hours', 'Applies to']}>
      {rules.map((rule) => (
        <tr key={rule.id}>
          <td>
            <Link className="st-row" to={studioPaths.availabilityRule(kind, rule.id)}>
              {rule.title}
            </Link>
            <span className="st-cut s">{spanInWords(rule, dateLabel)}</span>
          </td>
          <td className={rule.hours.length === 0 ? 'rl-closed' : undefined}>
            {rule.hours.length === 0 ? (
              'Closed'
            ) : (
              <>
                {hoursInWords(rule.hours)} <ZoneNote />
              </>
            )}
          </td>
          <td className={kind === 'dates' && isForAll(rule) ? 'rl-all' : undefined}>
            {typeTitle(rule, choices)}, {placeTitle(rule, choices)}
          </td>
        </tr>
      ))}
    </StudioTable>
  )
}

const isForAll = ({ sessionType, place }: Rule): boolean => sessionType === null && place === null

function spanInWords({ from, until }: Rule, dateLabel: (date: string) => string): string {
  if (from !== null && from === until) return dateLabel(from)
  if (from !== null && until !== null) return `${dateLabel(from)} to ${dateLabel(until)}`
  if (from !== null) return `From ${dateLabel(from)}`
  return until === null ? 'All year' : `Until ${dateLabel(until)}`
}
