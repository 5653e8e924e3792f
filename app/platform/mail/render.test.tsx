import { render, toPlainText } from '@react-email/render'
import { expect, test } from 'vitest'
import { transact } from '~/platform/db/database.server'
import { describeOnBothEngines } from '../../../test/support/database'
import { EmailLayout, Facts, MailLink, Paragraph, Quoted } from './email-layout'
import { mailBody } from './message-body'
import { renderMail } from './render.server'

const branding = {
  name: 'DE Photography',
  logo: ['D', 'E'] as const,
  email: 'hello@example.com',
  phone: '(973) 555-0142',
  address: '41 Example Street, East Orange, NJ 07017',
  siteUrl: 'https://photos.example.com',
}
const long =
  'A paragraph that goes on for much longer than seventy-eight characters, so that it has to be broken more than once on its way into the plain body of a message.'

test('both bodies equal those of React Email', async () => {
  const letter = (
    <EmailLayout
      branding={branding}
      preview="Not in it"
      title={`A title: ${long}`}
      footnote="Why you get it."
    >
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
    </EmailLayout>
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
  expect(renderMail(mailBody(letter))).toEqual({
    // React's hydration comments are of no use in an email.
    html: made.replaceAll(/<!--.*?-->/g, ''),
    text: read.trim(),
  })
})

test('stores an email’s body as its components’ data', () => {
  const Greeting = ({ name }: { name: string }) => <Paragraph>Hello {name},</Paragraph>
  const body = mailBody(
    <EmailLayout
      branding={branding}
      preview=""
      title="Hi"
      footnote={<MailLink href="https://x">out</MailLink>}
    >
      <Greeting name="Ann" />
      {null}
      {['one', 'two'].map((text) => (
        <Paragraph key={text}>{text}</Paragraph>
      ))}
    </EmailLayout>,
  )
  expect(JSON.parse(body)).toEqual({
    part: 'EmailLayout',
    props: {
      ...{ branding, preview: '', title: 'Hi' },
      footnote: { part: 'MailLink', props: { href: 'https://x' }, children: ['out'] },
    },
    children: [
      { part: 'Paragraph', props: {}, children: ['Hello ', 'Ann', ','] },
      { part: 'Paragraph', props: {}, children: ['one'] },
      { part: 'Paragraph', props: {}, children: ['two'] },
    ],
  })
  expect(() => mailBody(<div />)).toThrow(/div isn’t one/)
  expect(() => renderMail(body.replace('EmailLayout', 'Memo'))).toThrow(/Memo/)
})

describeOnBothEngines('rendering', (open) => {
  test('is refused inside a transaction, and works after it', async () => {
    const { db } = await open()
    const body = mailBody(<Paragraph>Hi</Paragraph>)
    let later: Promise<unknown> | undefined
    const ended = Promise.withResolvers<void>()
    await transact(db, async (tx) => {
      expect(() => renderMail(body)).toThrow('An email can’t be rendered while a transaction is open.')
      await transact(tx, async () => expect(() => renderMail(body)).toThrow(/while a transaction/))
      later = ended.promise.then(() => renderMail(body))
    })
    ended.resolve()
    expect(await later).toMatchObject({ text: 'Hi' })
    await expect(
      transact(db, async () => {
        throw new Error('undone')
      }),
    ).rejects.toThrow('undone')
    expect(renderMail(body).text).toBe('Hi')
  })
})
