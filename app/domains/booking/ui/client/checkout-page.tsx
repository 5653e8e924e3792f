import { PageHead } from '~/ui/page-head'
import type { OpenCheckout } from '../../online/model'
import './client.css'

interface CheckoutPageProps {
  checkout: OpenCheckout
  /** Where the client came from: "your booking" */
  back: { url: string; name: string }
}

/** Leads on to the provider's page. */
export const CheckoutPage = ({ checkout: { url, title, amount, tip }, back }: CheckoutPageProps) => (
  <div className="sec--end">
    <PageHead
      title="Continue to *payment.*"
      lede={`You’ll pay ${amount} on Stripe’s page, then return to ${back.name}.`}
    >
      <dl className="kv2 mng__main">
        <dt className="edge">For</dt>
        <dd>{title}</dd>
        <dt className="edge">Amount</dt>
        <dd>
          {amount}
          {tip && <span className="kv2__s">{`Includes a tip of ${tip}. Thank you!`}</span>}
        </dd>
      </dl>
      <p className="hero__act">
        <a className="btn go" href={url} rel="noreferrer">
          Continue to Stripe
        </a>
        <a className="btn btn--line" href={back.url}>
          {`Back to ${back.name}`}
        </a>
      </p>
    </PageHead>
  </div>
)
