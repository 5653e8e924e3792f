import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { expect, it } from 'vitest'
import { rows } from '../support/forms'
import { openNewPost, paste, text } from '../support/text-editor'
import { site, startVisitedSite } from '../support/visited-site'

startVisitedSite({ owner: true })

/** The text of a stored document, a block in each line; with its marks, and list items indented. */
type Stored = { type: string; text?: string; marks?: { type: string; attrs?: { href?: string } }[] } & {
  content?: Stored[]
}
const linesOf = ({ type, content = [] }: Stored, indent = ''): string[] => {
  if (type === 'paragraph' || type === 'heading')
    return [`${indent}${type === 'heading' ? '# ' : ''}${content.map(inlineOf).join('')}`]
  const inner = type.endsWith('List') ? `${indent}${type === 'orderedList' ? '1 ' : '- '}` : indent
  return content.flatMap((each) => linesOf(each, inner))
}
const inlineOf = ({ type, text = `[${type}]`, marks = [] }: Stored): string =>
  marks.reduce((words, mark) => `<${mark.attrs?.href ?? mark.type}>${words}</>`, text)

it('pastes what Word, Google Docs and a web page put on the clipboard, and nothing else of it', async () => {
  const { page, id } = await openNewPost()
  const pasted = async (name: string) => {
    const html = await readFile(join(import.meta.dirname, `../fixtures/paste/${name}.txt`), 'utf8')
    await text(page).focus()
    await page.keyboard.press('Control+a')
    await page.keyboard.press('Delete')
    await paste(page, html)
    return () => {
      const [latest] = rows(
        site,
        'select document from post_versions where post_id = ? order by number desc limit 1',
        id,
      )
      return latest ? linesOf(JSON.parse(String(latest.document)).doc).filter((line) => line !== '') : []
    }
  }
  await expect
    .poll(await pasted('word'))
    .toEqual([
      ...[
        '# The day',
        'In Paris, it <bold>rained</> all day.',
        '- Scissors',
        '- - Thread',
        '- Tape',
        'Then:',
      ],
      ...['1 The rings', '1 The shoes', 'Hour', 'Place'],
    ])
  await expect
    .poll(await pasted('google-docs'))
    .toEqual([
      '# The plan',
      'We meet <bold>early</><italic> and quietly</>, at <https://example.com/park>the park</>.',
      ...['- Coats', '- - Warm ones', '- Boots'],
    ])
  await page.getByText('One picture wasn’t pasted.').waitFor()
  await expect.poll(await pasted('web-page')).toEqual([
    '# A note',
    // What is left of a script tag within another one is text.
    'ipt>alert(1)',
    'Read <https://example.com/a?b=1>the report</>, not this, nor this.',
    'Some words <italic>in</> two divs.',
    'x',
    'Quoted.',
  ])
  await page.context().close()
})
