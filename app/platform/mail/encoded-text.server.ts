import { encode, wrap } from 'nodemailer/lib/qp'

/** A part of an email that is already encoded, with its headers. */
export interface EncodedText {
  raw: string
}

/** Longest line, with room for a soft line break (RFC 2045, 6.7). */
const LINE_MAX = 75
const SOFT_BREAK = '=\r\n'

const quoted = (text: string): string => wrap(encode(text.replaceAll(/\r?\n/g, '\r\n')), LINE_MAX)

/**
 * Encodes a text with gaps for an email once. What fills them is encoded each time, between soft line breaks, which no
 * reader sees.
 * @param gap matches the gaps, with the flag `g`
 * @returns makes the part from what fills each gap
 */
export function encodeWithGaps(
  type: 'text/plain' | 'text/html',
  text: string,
  gap: RegExp,
): (fill: (gap: string) => string) => EncodedText {
  const gaps = [...text.matchAll(gap)].map(({ 0: found, index }) => ({ found, index }))
  const head = `Content-Type: ${type}; charset=utf-8\r\nContent-Transfer-Encoding: quoted-printable\r\n\r\n`
  const ends = gaps.map(({ found, index }) => index + found.length)
  const parts = [0, ...ends].map((begin, at) => quoted(text.slice(begin, gaps[at]?.index)))
  return (fill) => {
    let body = head + parts[0]
    for (const [at, { found }] of gaps.entries()) {
      const filling = quoted(fill(found))
      body += SOFT_BREAK + (filling === '' ? '' : filling + SOFT_BREAK) + parts[at + 1]
    }
    return { raw: body }
  }
}
