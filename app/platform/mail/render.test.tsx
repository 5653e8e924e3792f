import { render, toPlainText } from '@react-email/render'
import { expect, test } from 'vitest'
import { Facts, Letter, MailLink, Paragraph, Quoted } from './layout'
import { renderMail } from './render.server'

const letterhead = {
  name: 'DE Photography',
  logo: ['D', 'E'] as const,
  email: 'hello@example.com',
  phone: '(973) 555-0142',
  address: '41 Example Street, East Orange, NJ 07017',
  siteUrl: 'https://photos.example.com',
}
const long =
  'A paragraph that goes on for much longer than seventy-eight characters, so that it has to be broken more than once on its way into the plain body of a message.'

test('both bodies are those that React Email makes', async () => {
  const letter = (
    <Letter letterhead={letterhead} preview="Not in it" title={`A title: ${long}`} footnote="Why you get it.">
      <Paragraph>Hello O’Brien & “Söhne” {'<b>'},</Paragraph>
      <Paragraph>{long}</Paragraph>
      <Quoted>{'One line\nAnother line\n\nAfter a gap'}</Quoted>
      <Facts
        rows={[
          ['First', 'one'],
          ['Without', ''],
          ['Second', long],
        ]}
      />
      <Paragraph>
        To change it, <MailLink href={`https://photos.example.com/${'a'.repeat(90)}`}>open this</MailLink>, or
        not.
      </Paragraph>
      <Paragraph>
        <MailLink href="https://photos.example.com/x">https://photos.example.com/x</MailLink>
      </Paragraph>
    </Letter>
  )
  const made = await render(letter)
  const read = toPlainText(made, {
    wordwrap: 78,
    selectors: [
      { selector: 'h1', options: { uppercase: false } },
      { selector: 'p', options: { leadingLineBreaks: 2, trailingLineBreaks: 2 } },
      { selector: 'a', options: { hideLinkHrefIfSameAsText: true, linkBrackets: ['<', '>'] } },
    ],
  })
  expect(await renderMail(letter)).toEqual({
    // React’s marks for a browser that goes on with it are of no use in a message.
    html: made.replaceAll(/<!--.*?-->/g, ''),
    text: read.trim(),
  })
})
