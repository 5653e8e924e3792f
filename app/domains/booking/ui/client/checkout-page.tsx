import { PageHead } from '~/ui/page-head'

interface CheckoutPageProps {
  /** The provider's page. */
  url: string
  /** Where the client came from: "your booking" */
  back: { url: string; name: string }
}

/** Leads on to the provider's page. */
export const CheckoutPage = ({ url, back }: CheckoutPageProps) => (
  <div className="sec--end">
    <PageHead
      title="Continue to *payment.*"
      lede={`You’ll pay on Stripe’s page, then return to ${back.name}.`}
    >
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
