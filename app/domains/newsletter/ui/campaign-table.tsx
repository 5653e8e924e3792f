import { Form, Link } from 'react-router'
import { studioPaths } from '~/ui/studio/studio-paths'
import { StudioTable } from '~/ui/studio/studio-table'
import type { CampaignState, RecipientCounts } from '../campaigns/model'
import { CampaignTag } from './campaign-fields'

interface CampaignTableProps {
  campaigns: {
    id: string
    subject: string
    state: CampaignState
    when: string
    trouble: string
    counts: RecipientCounts & { unsubscribed: number }
  }[]
  /** Not all newsletters are listed. */
  isFiltered: boolean
}

export function CampaignTable({ campaigns, isFiltered }: CampaignTableProps) {
  if (campaigns.length === 0)
    return (
      <div className="empty">
        <p>
          {isFiltered
            ? 'No matches. Try “All” or a different search.'
            : 'No newsletters yet. Your newsletters will be listed here.'}
        </p>
      </div>
    )
  return (
    <StudioTable columns={['Subject', 'Status', 'Figures', { label: 'Date', right: true }]}>
      {campaigns.map(({ id, subject, state, when, trouble, counts }) => (
        <tr key={id} data-row>
          <td className="st-wide">
            <Link
              className="st-row"
              to={isWritten(state) ? studioPaths.campaign(id) : studioPaths.campaignProgress(id)}
            >
              {subject}
            </Link>
            {trouble ? <span className="st-cut s">{trouble}</span> : null}
          </td>
          <td>
            <CampaignTag state={state} />
          </td>
          <td>{isWritten(state) ? '' : figuresOf(counts)}</td>
          <td className="r mono">{when}</td>
        </tr>
      ))}
    </StudioTable>
  )
}

const figuresOf = ({ sent, refused, unsubscribed }: CampaignTableProps['campaigns'][number]['counts']) =>
  `${sent.toLocaleString('en-US')} sent, ${refused.toLocaleString('en-US')} refused, ${unsubscribed.toLocaleString('en-US')} unsubscribed`

/** Whether it can still be changed. */
const isWritten = (state: CampaignState): boolean => state === 'draft' || state === 'scheduled'

/** A button, since it adds a draft. */
export function NewCampaignButton() {
  return (
    <Form method="post" action={studioPaths.campaigns()}>
      <button type="submit" className="btn" name="intent" value="add">
        New newsletter
      </button>
    </Form>
  )
}
