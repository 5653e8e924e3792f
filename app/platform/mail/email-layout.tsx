import type { CSSProperties, ReactNode } from 'react'
import type { EmailBranding } from './email-branding'

const PAPER = '#F2F1ED'
const SHEET = '#FBFAF8'
const LINE = '#D3D0C6'
const INK = '#151411'
const INK_2 = '#4F4C45'
const INK_3 = '#67635B'

const SERIF = "'Libre Caslon Condensed', 'Big Caslon', 'Times New Roman', Times, serif"
const SANS = "'Public Sans', 'Franklin Gothic Medium', Arial, Helvetica, sans-serif"

const text = { margin: '0 0 16px', color: INK, fontFamily: SANS, fontSize: '16px', lineHeight: '25px' }
const heading = {
  margin: '0 0 20px',
  color: INK,
  fontFamily: SERIF,
  fontSize: '36px',
  fontWeight: 400,
  lineHeight: '38px',
  letterSpacing: '-0.015em',
}
const small = { ...text, margin: '0 0 12px', color: INK_3, fontSize: '13px', lineHeight: '19px' }

/**
 * An email in the studio's design. It loads no remote images: email programs block them, and they reveal who
 * reads.
 */
export function EmailLayout({
  branding,
  preview,
  title,
  children,
  footnote,
}: {
  branding: EmailBranding
  /** Preview text that email programs show beside the subject. */
  preview: string
  title: string
  children: ReactNode
  /** Why the person gets this email, and how to unsubscribe. */
  footnote?: ReactNode
}) {
  return (
    <html lang="en">
      <head>
        <meta httpEquiv="Content-Type" content="text/html; charset=utf-8" />
        <meta name="viewport" content="width=device-width, initial-scale=1" />
        <meta name="color-scheme" content="light" />
        <title>{title}</title>
      </head>
      <body style={{ margin: 0, padding: 0, backgroundColor: PAPER }}>
        <div data-skip-in-text="true" style={{ display: 'none', maxHeight: 0, overflow: 'hidden' }}>
          {preview}
        </div>
        {/* Tables, because some email programs support no other layout. */}
        <table
          role="presentation"
          cellPadding={0}
          cellSpacing={0}
          style={{ width: '100%', backgroundColor: PAPER }}
        >
          <tbody>
            <tr>
              <td align="center" style={{ padding: '32px 12px' }}>
                <table
                  role="presentation"
                  cellPadding={0}
                  cellSpacing={0}
                  style={{ width: '100%', maxWidth: '560px' }}
                >
                  <tbody>
                    <Band style={{ paddingBottom: '20px' }}>
                      <Logo branding={branding} />
                    </Band>
                    <Band
                      style={{
                        backgroundColor: SHEET,
                        borderTop: `1px solid ${INK}`,
                        padding: '32px 32px 20px',
                      }}
                    >
                      <h1 style={heading}>{title}</h1>
                      {children}
                    </Band>
                    <Band style={{ padding: '20px 32px 0' }}>
                      {footnote ? <p style={small}>{footnote}</p> : null}
                      <Signature branding={branding} />
                    </Band>
                  </tbody>
                </table>
              </td>
            </tr>
          </tbody>
        </table>
      </body>
    </html>
  )
}

function Band({ style, children }: { style: CSSProperties; children: ReactNode }) {
  return (
    <tr>
      <td align="left" style={style}>
        {children}
      </td>
    </tr>
  )
}

/** The two letters in frames, or the uploaded image. */
function Logo({ branding }: { branding: EmailBranding }) {
  const { picture } = branding
  if (picture) {
    const height = Math.min(40, picture.height)
    return (
      <img
        data-skip-in-text="true"
        // Attached when the email is sent. The address is for the Studio, which shows the email before that.
        src={`${branding.siteUrl}/media/brand/${picture.hash}/logo.png`}
        alt={branding.name}
        height={height}
        width={Math.round((picture.width / picture.height) * height)}
        style={{ display: 'block', color: INK, fontFamily: SANS, fontSize: '14px' }}
      />
    )
  }
  const frame = {
    width: '22px',
    height: '26px',
    backgroundColor: INK,
    color: PAPER,
    fontFamily: SERIF,
    fontSize: '19px',
    lineHeight: '26px',
    textAlign: 'center' as const,
  }
  return (
    <table data-skip-in-text="true" role="presentation" cellPadding={0} cellSpacing={0} style={{ margin: 0 }}>
      <tbody>
        <tr>
          <td style={frame}>{branding.logo[0]}</td>
          <td style={{ width: '2px' }} />
          <td style={frame}>{branding.logo[1]}</td>
          <td style={{ paddingLeft: '12px', color: INK, fontFamily: SANS, fontSize: '14px' }}>
            {branding.name}
          </td>
        </tr>
      </tbody>
    </table>
  )
}

function Signature({ branding }: { branding: EmailBranding }) {
  return (
    <p style={small}>
      {branding.name}
      <br />
      {branding.address}
      <br />
      {branding.phone}
      <br />
      <MailLink href={`mailto:${branding.email}`}>{branding.email}</MailLink>
      <br />
      <MailLink href={branding.siteUrl}>{branding.siteUrl}</MailLink>
    </p>
  )
}

export function Paragraph({ children }: { children: ReactNode }) {
  return <p style={text}>{children}</p>
}

/** A person's own text, with its line breaks. */
export function Quoted({ children }: { children: string }) {
  return (
    <p style={{ ...text, borderLeft: `2px solid ${LINE}`, paddingLeft: '16px', color: INK_2 }}>
      {children.split('\n').map((line, n) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: lines have no other key and never move
        <span key={n}>
          {n > 0 ? <br /> : null}
          {line}
        </span>
      ))}
    </p>
  )
}

/** Label and value pairs. Rows without a value are left out. */
export function Facts({ rows }: { rows: readonly (readonly [label: string, value: string])[] }) {
  return (
    <table role="presentation" cellPadding={0} cellSpacing={0} style={{ width: '100%', margin: '0 0 20px' }}>
      <tbody>
        {rows
          .filter(([, value]) => value !== '')
          .map(([label, value]) => (
            <tr key={label}>
              <td
                style={{
                  ...text,
                  borderTop: `1px solid ${LINE}`,
                  padding: '9px 0',
                  fontSize: '15px',
                  lineHeight: '22px',
                }}
              >
                <span style={{ color: INK_3 }}>{label}: </span>
                {value}
              </td>
            </tr>
          ))}
      </tbody>
    </table>
  )
}

/** Maximum width of a picture in an email, in pixels. */
const PICTURE_WIDTH = 496

/** A linked photo, attached to the email. */
export function Cover({
  href,
  src,
  alt,
  width,
  height,
}: Record<'href' | 'src' | 'alt', string> & { width: number; height: number }) {
  return (
    <a href={href} data-skip-in-text="true">
      <img
        src={src}
        alt={alt}
        width={PICTURE_WIDTH}
        height={Math.round((PICTURE_WIDTH * height) / width)}
        style={{
          display: 'block',
          width: '100%',
          maxWidth: `${PICTURE_WIDTH}px`,
          height: 'auto',
          margin: '0 0 24px',
        }}
      />
    </a>
  )
}

export function MailLink({ href, children }: { href: string; children: string }) {
  return (
    <a href={href} style={{ color: 'inherit', textDecoration: 'underline' }}>
      {children}
    </a>
  )
}

/** The main action of an email. Its edge is a border, because some email programs ignore the padding of a link. */
export function MailButton({ href, children }: { href: string; children: string }) {
  return (
    <a
      href={href}
      style={{
        display: 'inline-block',
        border: `solid ${INK}`,
        borderWidth: '13px 22px',
        borderRadius: '2px',
        backgroundColor: INK,
        color: PAPER,
        fontFamily: SANS,
        fontSize: '16px',
        lineHeight: '20px',
        fontWeight: 600,
        textDecoration: 'none',
      }}
    >
      {children}
    </a>
  )
}
