import { PageHead } from '~/ui/page-head'
import { useSendsMail } from '~/ui/sends-mail'

export function LinkSent() {
  return useSendsMail() ? (
    <PageHead
      title="Check *your email.*"
      lede="We’ve sent a new link to the email on your booking. Older links no longer work, including on this device."
    />
  ) : (
    <PageHead
      title="The new link *wasn’t sent.*"
      lede="This site can’t send email yet, and older links no longer work. Please contact us for a new one."
    />
  )
}
