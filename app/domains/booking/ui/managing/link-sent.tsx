import { PageHead } from '~/ui/page-head'
import { useSendsMail } from '~/ui/sends-mail'

export function LinkSent() {
  return useSendsMail() ? (
    <PageHead
      title="The new link is *on its way.*"
      lede="We’ve sent it to the email of the booking. Earlier links no longer work, on this device too. Open the new one to come back."
    />
  ) : (
    <PageHead
      title="The new link *wasn’t sent.*"
      lede="This site can’t send email yet, and earlier links no longer work. Please contact us for the new one."
    />
  )
}
