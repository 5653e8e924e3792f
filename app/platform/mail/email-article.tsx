import type { ReactNode } from 'react'
import { INK, LINE, MailLink, PICTURE, SANS, SERIF, Space, small, Table, text } from './email-layout'

// Parts of newsletters and of emails that owners write.

const SIZES = { 2: ['26px', '30px'], 3: ['21px', '26px'], 4: ['18px', '24px'] } as const

export function Heading({ level, children }: { level: 2 | 3 | 4; children?: ReactNode }) {
  const Tag = `h${level}` as const
  const [fontSize, lineHeight] = SIZES[level]
  return (
    <Tag
      className="ink"
      style={{ margin: '12px 0 12px', color: INK, fontFamily: SERIF, fontWeight: 400, fontSize, lineHeight }}
    >
      {children}
    </Tag>
  )
}

/** Outlook ignores the padding of a list. @param start the first number of a numbered list */
export function List({ start, children }: { start?: number; children?: ReactNode }) {
  const style = { ...text, margin: '0 0 16px 24px', padding: 0 }
  return start === undefined ? (
    <ul className="ink" style={style}>
      {children}
    </ul>
  ) : (
    <ol className="ink" start={start} style={style}>
      {children}
    </ol>
  )
}

/** @param value its number in a numbered list */
export function ListItem({ value, children }: { value?: number; children?: ReactNode }) {
  return (
    <li value={value} style={{ margin: '0 0 6px' }}>
      {children}
    </li>
  )
}

export function Formatted({ as: Tag, children }: { as: 'strong' | 'em' | 's' | 'br'; children?: ReactNode }) {
  return Tag === 'br' ? <br /> : <Tag>{children}</Tag>
}

export function Divider() {
  return (
    <Table width="100%" isSkippedInText>
      <Space height={12} />
      <tr>
        <td
          className="line"
          height={1}
          style={{ borderTop: `1px solid ${LINE}`, fontSize: '1px', lineHeight: '1px' }}
        />
      </tr>
      <Space height={24} />
    </Table>
  )
}

/**
 * A photo with its caption. It isn't attached: a newsletter goes to thousands of people.
 * @param src the full URL of a public JPEG
 * @param width pixels of the photo, as `height`
 */
export function Picture({
  src,
  alt,
  width,
  height,
  caption,
}: Record<'src' | 'alt' | 'caption', string> & { width: number; height: number }) {
  const scale = Math.min(1, PICTURE.width / width)
  return (
    <Table width="100%" isSkippedInText={caption === ''}>
      <tr>
        <td>
          <img
            src={src}
            alt={alt}
            width={Math.round(width * scale)}
            height={Math.round(height * scale)}
            className="ink"
            style={{
              display: 'block',
              width: '100%',
              maxWidth: `${Math.round(width * scale)}px`,
              height: 'auto',
              color: INK,
              fontFamily: SANS,
              fontSize: '14px',
            }}
          />
        </td>
      </tr>
      {caption === '' ? null : (
        <tr>
          <td className="ink-3" style={{ ...small, padding: '8px 0 0' }}>
            {caption}
          </td>
        </tr>
      )}
      <Space height={24} />
    </Table>
  )
}

/** The beginning of a page, with a link to it. */
export function Teaser({ href, title, excerpt }: Record<'href' | 'title' | 'excerpt', string>) {
  return (
    <Table width="100%">
      <tr>
        <td>
          <h2
            className="ink"
            style={{
              margin: '0 0 8px',
              color: INK,
              fontFamily: SERIF,
              fontWeight: 400,
              fontSize: '26px',
              lineHeight: '30px',
            }}
          >
            <MailLink href={href}>{title}</MailLink>
          </h2>
          <p className="ink" style={text}>
            {excerpt}
          </p>
        </td>
      </tr>
      <Space height={12} />
    </Table>
  )
}
