import { Link } from 'react-router'
import { listPaymentReminders } from '~/domains/booking/payments/reminders.server'
import { requireStudio } from '~/platform/http/guard.server'
import { scope } from '~/platform/http/scope.server'
import { useSendsMail } from '~/ui/sends-mail'
import { SectionTabs } from '~/ui/studio/section-tabs'
import { StudioHead } from '~/ui/studio/studio-head'
import { studioMeta } from '~/ui/studio/studio-meta'
import { studioPaths } from '~/ui/studio/studio-paths'
import { StudioTable } from '~/ui/studio/studio-table'
import '~/domains/booking/ui/manage/manage.css'
import type { Route } from './+types/payment-reminders'

/** The payment reminders of the next 30 days. */
export async function loader({ request, context }: Route.LoaderArgs) {
  requireStudio(context, request)
  return await listPaymentReminders(context.get(scope))
}

export const meta: Route.MetaFunction = () => studioMeta('Payment reminders')

export default function PaymentRemindersPage({ loaderData: { reminders, isOn } }: Route.ComponentProps) {
  const sendsMail = useSendsMail()
  return (
    <>
      <StudioHead title="Reminders" />
      <SectionTabs />
      <div className="st-sheet st-sheet--wide">
        <p className="ink2">
          {sendsMail
            ? 'What goes in the next 30 days, after 9 AM on each day, unless it’s paid before. '
            : 'No reminders are sent, because there’s no mail server. These would go in the next 30 days. '}
          To turn reminders off for a client, open the booking.{' '}
          <Link to={studioPaths.settings('payments')}>Change the days</Link>
        </p>
        {reminders.length === 0 ? (
          <div className="empty">
            <p>{isOn ? 'No reminders in the next 30 days.' : 'Payment reminders are off.'}</p>
          </div>
        ) : (
          <StudioTable
            columns={['Day', 'Client', 'Booking', { label: 'Amount', right: true }]}
            caption="Payment reminders"
          >
            {reminders.map(({ id, bookingId, name, title, day, amount, isOverdue }) => (
              <tr key={id}>
                <td>{day}</td>
                <td>{name}</td>
                <td>
                  <Link to={studioPaths.booking(bookingId)}>{title}</Link>
                </td>
                <td className="r" data-label="Amount">
                  {amount}
                  {isOverdue ? ' overdue' : ''}
                </td>
              </tr>
            ))}
          </StudioTable>
        )}
      </div>
    </>
  )
}
