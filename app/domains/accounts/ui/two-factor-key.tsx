interface TwoFactorKeyProps {
  secret: string
  recoveryCodes: string[]
  /** Address of the picture that phones read. */
  picture: string
}

export function TwoFactorKey({ secret, recoveryCodes, picture }: TwoFactorKeyProps) {
  return (
    <>
      <section className="acct__step" aria-labelledby="scan">
        <h2 className="t2" id="scan">
          1. Scan this with your app
        </h2>
        <img
          className="acct__qr"
          src={picture}
          width={240}
          height={240}
          alt="QR code for the authenticator app"
        />
        <p className="ui ink2">
          No camera? Enter this key instead: <code className="acct__key">{secret}</code>
        </p>
      </section>
      <section className="acct__step" aria-labelledby="keep">
        <h2 className="t2" id="keep">
          2. Save these codes
        </h2>
        <p className="ui ink2 measure">
          If you lose your phone, each recovery code signs you in once. You won’t see them again.
        </p>
        <ul className="acct__codes">
          {recoveryCodes.map((code) => (
            <li key={code}>
              <code>{code}</code>
            </li>
          ))}
        </ul>
      </section>
    </>
  )
}
