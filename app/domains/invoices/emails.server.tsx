import type { NewMail } from '~/domains/outbox/model'
import type { EmailBranding } from '~/platform/mail/email-branding'
import { EmailLayout, Facts, MailButton, Paragraph } from '~/platform/mail/email-layout'
import { mailBody } from '~/platform/mail/message-body'
import type { DocumentView } from './document-view.server'
import { aboutInvoice, INVOICE_EMAIL, type InvoiceDocument } from './model'

/** A document for its client, with a link to its page. @param canPay whether it can be paid there */
export function documentEmail(
  branding: EmailBranding,
  {
    id,
    document,
    view,
    link,
    canPay,
  }: { id: string; document: InvoiceDocument; view: DocumentView; link: string; canPay: boolean },
): NewMail {
  const { name, email } = document.buyer
  const what = { invoice: 'invoice', 'credit-note': 'credit note', receipt: 'receipt' }[document.kind]
  return {
    kind: INVOICE_EMAIL,
    about: aboutInvoice(id),
    to: { name, email },
    replyTo: { name: branding.name, email: branding.email },
    subject: `${view.title} from ${branding.name}`,
    body: mailBody(
      <EmailLayout
        branding={branding}
        preview={`${view.title}, ${view.totals.at(-1)?.amount ?? ''}`}
        title={`Your ${what}`}
        footnote={`Anyone with this link can view this ${what}. Questions? Reply to this email.`}
      >
        <Paragraph>Hello {name},</Paragraph>
        <Paragraph>
          Here’s your {what}. You can view it,{canPay ? ' pay it online,' : ''} print it, and download it as a
          PDF.
        </Paragraph>
        <Facts
          rows={[
            ['Number', document.number],
            ...view.facts,
            ...view.totals.map(({ label, amount }): [string, string] => [label, amount]),
          ]}
        />
        <Paragraph>
          <MailButton href={link}>{`View ${what}`}</MailButton>
        </Paragraph>
      </EmailLayout>,
    ),
  }
}
