import { PageHead } from '~/ui/page-head'

export function LinkSent() {
  return (
    <PageHead
      title="The new link is *on its way.*"
      lede="It goes to the email address of the booking. Every link before it has stopped working, on this device too; open the new one to come back."
    />
  )
}
