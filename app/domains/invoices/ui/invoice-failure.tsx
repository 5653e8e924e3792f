import { LostInAccount } from '~/ui/lost-link'

export const InvoiceFailure = ({ error }: { error: unknown }) => (
  <LostInAccount error={error} what="invoice" />
)
