import { type CSSProperties, Fragment, type ReactNode } from 'react'
import { WithTimes } from '../with-times'
import type { EmailBranding } from './email-branding'

const PAPER = '#F2F1ED'
const SHEET = '#FBFAF8'
export const LINE = '#D3D0C6'
export const INK = '#151411'
export const INK_2 = '#4F4C45'
export const INK_3 = '#67635B'

/**
 * What inline styles can't say: the darkroom's colors, and narrow screens. Programs that drop it show the paper.
 * Each class repeats a property that is also inline, so `!important` is what makes it win.
 */
const STYLES = `
:root { color-scheme: light dark; supported-color-schemes: light dark; }
@media (max-width: 599px) {
  .box { width: 100% !important; }
  .pad { padding-left: 20px !important; padding-right: 20px !important; }
  .title { font-size: 31px !important; line-height: 34px !important; }
}
@media (prefers-color-scheme: dark) {
  .paper { background-color: #12110F !important; }
  .sheet { background-color: #1C1A17 !important; border-color: #F2F0EA !important; }
  .line { border-color: #38342E !important; }
  .ink { color: #F2F0EA !important; }
  .ink-2 { color: #BDB7AB !important; }
  .ink-3 { color: #9C958A !important; }
  .print { background-color: #F2F0EA !important; border-color: #F2F0EA !important; color: #12110F !important; }
}
`

/** Programs that drop styles show the button in ink. */
const accentStyles = (accent: EmailBranding['accent']): string =>
  accent
    ? `.button { background-color: ${accent.paper} !important; border-color: ${accent.paper} !important; color: #FFFFFF !important; }
@media (prefers-color-scheme: dark) {
  .sheet { border-color: ${accent.dark} !important; }
  .button { background-color: ${accent.dark} !important; border-color: ${accent.dark} !important; color: #12110F !important; }
}
`
    : ''

export const SERIF = "'Libre Caslon Condensed', 'Big Caslon', 'Times New Roman', Times, serif"
export const SANS = "'Public Sans', 'Franklin Gothic Medium', Arial, Helvetica, sans-serif"

export const text = { margin: '0 0 16px', color: INK, fontFamily: SANS, fontSize: '16px', lineHeight: '25px' }
const heading = {
  margin: '0 0 20px',
  color: INK,
  fontFamily: SERIF,
  fontSize: '36px',
  fontWeight: 400,
  lineHeight: '38px',
  letterSpacing: '-0.015em',
}
export const small = { ...text, margin: '0 0 12px', color: INK_3, fontSize: '13px', lineHeight: '19px' }

/**
 * An email in the studio's design, on paper or in the darkroom as the reader's device prefers. Pictures are
 * attached: email programs block remote ones, and they reveal who reads. Only newsletters link to theirs.
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
        <meta name="color-scheme" content="light dark" />
        <meta name="supported-color-schemes" content="light dark" />
        <title>{title}</title>
        <style>{STYLES + accentStyles(branding.accent)}</style>
      </head>
      <body className="paper" style={{ margin: 0, padding: 0, backgroundColor: PAPER }}>
        <div data-skip-in-text="true" style={{ display: 'none', maxHeight: 0, overflow: 'hidden' }}>
          {preview}
        </div>
        {/* Tables, because some email programs support no other layout. */}
        <Table width="100%" className="paper" style={{ backgroundColor: PAPER }}>
          <tr>
            <td align="center" style={{ padding: '32px 12px' }}>
              <Table width={WIDTH} className="box">
                <Band style={{ paddingBottom: '20px' }}>
                  <Logo branding={branding} />
                </Band>
                <Band
                  className="sheet pad"
                  style={{
                    backgroundColor: SHEET,
                    borderTop: branding.accent ? `3px solid ${branding.accent.paper}` : `1px solid ${INK}`,
                    padding: '32px 32px 20px',
                  }}
                >
                  <h1 className="ink title" style={heading}>
                    <WithTimes>{title}</WithTimes>
                  </h1>
                  {children}
                </Band>
                <Band className="pad" style={{ padding: '20px 32px 0' }}>
                  {footnote ? (
                    <p className="ink-3 footnote" style={small}>
                      <WithTimes>{footnote}</WithTimes>
                    </p>
                  ) : null}
                  <Signature {...branding} />
                </Band>
              </Table>
            </td>
          </tr>
        </Table>
      </body>
    </html>
  )
}

/** Width of an email in pixels, where the window allows it. */
const WIDTH = 560

/** The width is an attribute, since Outlook ignores `max-width`. */
export function Table({
  width,
  isSkippedInText = false,
  className,
  style,
  children,
}: {
  width?: number | '100%'
  isSkippedInText?: boolean
  className?: string
  style?: CSSProperties
  children: ReactNode
}) {
  return (
    <table
      data-skip-in-text={isSkippedInText ? 'true' : undefined}
      role="presentation"
      width={width}
      cellPadding={0}
      cellSpacing={0}
      border={0}
      className={className}
      style={style}
    >
      <tbody>{children}</tbody>
    </table>
  )
}

function Band({
  className,
  style,
  children,
}: {
  className?: string
  style: CSSProperties
  children: ReactNode
}) {
  return (
    <tr>
      <td align="left" className={className} style={style}>
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
        className="ink"
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
    height: '26px',
    backgroundColor: INK,
    color: PAPER,
    fontFamily: SERIF,
    fontSize: '19px',
    lineHeight: '26px',
    textAlign: 'center' as const,
  }
  return (
    <Table isSkippedInText>
      <tr>
        <td width={22} className="print" style={frame}>
          {branding.logo[0]}
        </td>
        <td width={2} />
        <td width={22} className="print" style={frame}>
          {branding.logo[1]}
        </td>
        <td className="ink" style={{ paddingLeft: '12px', color: INK, fontFamily: SANS, fontSize: '14px' }}>
          {branding.name}
        </td>
      </tr>
    </Table>
  )
}

const Signature = ({ name, address, phone, email, shownEmail = email, siteUrl }: EmailBranding) => (
  <p className="ink-3" style={small}>
    {[name, address, phone].filter(Boolean).map((line) => (
      <Fragment key={line}>
        {line}
        <br />
      </Fragment>
    ))}
    {shownEmail && <MailLink href={`mailto:${shownEmail}`}>{shownEmail}</MailLink>}
    {shownEmail && <br />}
    <MailLink href={siteUrl}>{siteUrl}</MailLink>
  </p>
)

/** @param isLast of a quote, whose line ends with it */
export function Paragraph({ isLast = false, children }: { isLast?: boolean; children: ReactNode }) {
  return (
    <p className="ink" style={isLast ? { ...text, margin: 0 } : text}>
      <WithTimes>{children}</WithTimes>
    </p>
  )
}

/** Outlook ignores the padding of a paragraph, but not of a cell. */
export function Quote({ children }: { children: ReactNode }) {
  return (
    <Table width="100%">
      <tr>
        <td className="line" style={{ borderLeft: `2px solid ${LINE}`, padding: '0 0 0 16px' }}>
          {children}
        </td>
      </tr>
      <Space height={20} />
    </Table>
  )
}

/** A person's own text, with its line breaks. */
export function Quoted({ children }: { children: string }) {
  return (
    <Quote>
      <p className="ink-2" style={{ ...text, margin: 0, color: INK_2 }}>
        {children.split('\n').map((line, n) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: lines have no other key and never move
          <span key={n}>
            {n > 0 ? <br /> : null}
            {line}
          </span>
        ))}
      </p>
    </Quote>
  )
}

/** Outlook ignores the margins of a table. */
export function Space({ height }: { height: number }) {
  return (
    <tr data-skip-in-text="true">
      <td height={height} style={{ fontSize: '1px', lineHeight: `${height}px` }} />
    </tr>
  )
}

/** Label and value pairs. Rows without a value are left out, and those that repeat another. */
export function Facts({ rows }: { rows: readonly (readonly [label: string, value: string])[] }) {
  return (
    <Table width="100%">
      {rows
        .filter(
          (row, index) =>
            row[1] !== '' &&
            index === rows.findIndex(([label, value]) => label === row[0] && value === row[1]),
        )
        .map(([label, value]) => (
          <tr key={`${label} ${value}`}>
            <td
              className="ink line"
              style={{
                ...text,
                borderTop: `1px solid ${LINE}`,
                padding: '9px 0',
                fontSize: '15px',
                lineHeight: '22px',
              }}
            >
              <span className="ink-3" style={{ color: INK_3 }}>
                {/[?:]$/.test(label) ? label : `${label}:`}{' '}
              </span>
              <WithTimes>{value}</WithTimes>
            </td>
          </tr>
        ))}
      <Space height={20} />
    </Table>
  )
}

/** Largest picture in an email, in pixels. Email programs can't crop, so an upright photo is less wide. */
export const PICTURE = { width: 496, height: 420 }

/** Pixels that a photo needs to be sharp as a picture in an email. */
export const COVER_PIXELS = 2 * PICTURE.width

/**
 * A linked photo of what the email is about, as its first part. It is attached.
 * @param src the full URL of a JPEG of this site: `/media/…` of a published photo, or `/download/…` of a client
 * gallery. If it can't be read when the email is sent, the email has no picture.
 * @param width pixels of the photo, as `height`
 */
export function Cover({
  href,
  src,
  alt,
  width,
  height,
}: Record<'href' | 'src' | 'alt', string> & { width: number; height: number }) {
  const scale = Math.min(PICTURE.width / width, PICTURE.height / height)
  const shown = Math.round(width * scale)
  return (
    <a href={href} data-skip-in-text="true">
      <img
        src={src}
        alt={alt}
        width={shown}
        height={Math.round(height * scale)}
        className="ink"
        style={{
          display: 'block',
          width: '100%',
          maxWidth: `${shown}px`,
          height: 'auto',
          margin: '0 0 24px',
          color: INK,
          fontFamily: SANS,
          fontSize: '14px',
        }}
      />
    </a>
  )
}

export function MailLink({ href, children }: { href: string; children: ReactNode }) {
  return (
    <a href={href} className="ink" style={{ color: INK, textDecoration: 'underline' }}>
      {children}
    </a>
  )
}

/** The main action of an email. Its edge is a border, because some email programs ignore the padding of a link. */
export function MailButton({ href, children }: { href: string; children: string }) {
  return (
    <a
      href={href}
      className="print button"
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
