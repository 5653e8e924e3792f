import { render, toPlainText } from '@react-email/render'
import { expect, test } from 'vitest'
import { transact } from '~/platform/db/database.server'
import { describeOnBothEngines } from '../../../test/support/database'
import { branding } from '../../../test/support/settings'
import { Divider, Heading, List, ListItem, Picture, Teaser } from './email-article'
import { Cover, EmailLayout, Facts, MailButton, MailLink, Paragraph, Quoted } from './email-layout'
import { mailBody } from './message-body'
import { renderMail } from './render.server'

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

/** What a newsletter has beside the parts of other emails. */
const article = (
  <>
    <Heading level={2}>A heading</Heading>
    <List>
      <ListItem>One</ListItem>
    </List>
    <List start={1}>
      <ListItem value={1}>One</ListItem>
    </List>
    <Picture src="https://x/media/a/800.jpg" alt="Roses" width={3000} height={2000} caption="In June" />
    <Divider />
    <Teaser href="https://x" title="A post" excerpt="How it begins" />
  </>
)

/** What Gmail and Outlook for Windows both support, inline. */
const INLINE = new Set(
  `background-color border border-left border-radius border-top border-width color display font-family font-size
  font-weight height letter-spacing line-height margin max-height max-width overflow padding padding-bottom
  padding-left text-align text-decoration width`.split(/\s+/),
)

const styleOf = (attributes: string): string =>
  (/style="([^"]*)"/.exec(attributes)?.[1] ?? '').replaceAll('&#x27;', "'")

test('uses only HTML and CSS that Gmail and Outlook support', () => {
  const { html } = renderMail(
    mailBody(
      <EmailLayout
        branding={{ ...branding, picture: { hash: '0'.repeat(20), width: 120, height: 60 } }}
        preview="Beside the subject"
        title="A title"
        footnote={<MailLink href="https://x">out</MailLink>}
      >
        <Cover href="https://x" src="https://x/media/a/800.jpg" alt="Two rings" width={1333} height={2000} />
        <Quoted>One line</Quoted>
        <Facts rows={[['Label', 'value']]} />
        <Paragraph>
          <MailButton href="https://x">Open</MailButton>
        </Paragraph>
        {article}
      </EmailLayout>,
    ),
  )
  const { html: withCover } = renderMail(
    mailBody(
      <EmailLayout branding={branding} preview="" title="A title">
        Hi
      </EmailLayout>,
    ),
  )
  const tags = [...(html + withCover).matchAll(/<([a-z0-9]+)((?: [^>]*)?)>/g)]
  for (const [, , attributes = ''] of tags)
    for (const declaration of styleOf(attributes).split(';')) {
      const [property = '', value = ''] = declaration.split(':')
      if (property === '') continue
      expect(INLINE, declaration).toContain(property)
      expect(value, declaration).not.toMatch(/flex|grid|calc|var\(|url\(|inherit|\drem|\dvw/)
      if (property.startsWith('margin')) expect(value, declaration).not.toContain('auto')
    }
  const attributesOf = (name: string) => tags.filter(([, tag]) => tag === name).map((tag) => tag[2] ?? '')
  for (const table of attributesOf('table'))
    expect(table).toMatch(/role="presentation".*cellPadding="0".*cellSpacing="0"/i)
  for (const image of attributesOf('img'))
    for (const needed of [/alt="[^"]+"/, /width="\d+"/, /height="\d+"/]) expect(image).toMatch(needed)
  // Outlook ignores the padding of a list, and its bullets would be outside of the email.
  for (const list of [...attributesOf('ul'), ...attributesOf('ol')])
    expect(styleOf(list)).toMatch(/^margin:0 0 16px 24px;.*;padding:0$/)
  // An upright photo isn't higher than a screen, and keeps its shape.
  expect(html).toContain('width="280" height="420"')
  expect(html).not.toMatch(/<(div|script|link|form|svg|picture)(?! data-skip-in-text)/)
  const [, styles = ''] = /<style>([^<]*)<\/style>/.exec(html) ?? []
  // Gmail ignores a larger sheet, and email programs apply inline styles over it otherwise.
  expect(styles.length).toBeLessThan(8_192)
  for (const rule of styles.matchAll(/^ {2}\.[\w-]+ \{ (.*) \}$/gm))
    for (const declaration of (rule[1] ?? '').split(';').filter((each) => each.trim() !== ''))
      expect(declaration).toContain('!important')
})

test('has dark colors for every color that it sets inline, each readable', () => {
  const body = (
    <EmailLayout branding={branding} preview="" title="A title" footnote="Why.">
      <Cover href="https://x" src="https://x/media/a/800.jpg" alt="Rings" width={3} height={2} />
      <Quoted>One line</Quoted>
      <Facts rows={[['Label', 'value']]} />
      <Paragraph>
        <MailButton href="https://x">Open</MailButton>
      </Paragraph>
      {article}
    </EmailLayout>
  )
  const { html } = renderMail(mailBody(body))
  expect(html).toContain('<meta name="color-scheme" content="light dark"/>')
  const [, dark = ''] = /prefers-color-scheme: dark\) \{([^<]*)\}\s*<\/style>/.exec(html) ?? []
  for (const [tag, attributes = ''] of html.matchAll(/<[a-z0-9]+ ([^>]*)>/g)) {
    const style = styleOf(attributes)
    const classes = /class="([^"]*)"/.exec(attributes)?.[1]?.split(' ') ?? []
    const rules = classes.map((name) => new RegExp(`\\.${name} \\{([^}]*)\\}`).exec(dark)?.[1] ?? '').join()
    for (const [property, pattern] of [
      ['background-color', /(^|;)background-color:/],
      ['color', /(^|;)color:/],
      ['border-color', /(^|;)border[^;]*#/],
    ] as const)
      if (pattern.test(style)) expect(rules, tag).toContain(`${property}: #`)
  }
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

test('a fact is said once, and a question keeps its own mark', () => {
  const facts = (
    <Facts
      rows={[
        ['Which colors?', 'Blue'],
        ['Deposit', 'Refundable'],
        ['Which colors?', 'Blue'],
        ['Deposit', '$75'],
      ]}
    />
  )
  expect(renderMail(mailBody(facts)).text.split('\n').filter(Boolean)).toEqual([
    'Which colors? Blue',
    'Deposit: Refundable',
    'Deposit: $75',
  ])
})

test('no line of an email breaks within a date or a time', () => {
  const held = (text: string) => `<span style="white-space:nowrap">${text}</span>`
  const facts = <Facts rows={[['When', 'Saturday, December 5, 2026, 10:30 – 11:15 AM Eastern Time']]} />
  const { html, text } = renderMail(mailBody(facts))
  expect(html).toContain(`Saturday, ${held('December 5, 2026')}, ${held('10:30 – 11:15 AM')} Eastern Time`)
  expect(text).toBe('When: Saturday, December 5, 2026, 10:30 – 11:15 AM Eastern Time')
  const words = (
    <Paragraph>
      The deposit is due June 27. <MailLink href="https://x">Pay now</MailLink>
    </Paragraph>
  )
  expect(renderMail(mailBody(words)).html).toContain(`The deposit is due ${held('June 27')}. <a`)
})
