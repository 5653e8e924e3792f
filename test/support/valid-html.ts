import { HtmlValidate } from 'html-validate'

const validator = new HtmlValidate({ extends: ['html-validate:standard'] })

/** What is wrong with a whole page by the HTML standard: sentences, each with where. */
export async function faultsOfPage(html: string): Promise<string[]> {
  // Held links become these once the page has its pictures.
  const { results } = await validator.validateString(html.replaceAll('rel="later"', 'rel="modulepreload"'))
  return results.flatMap(({ messages }) =>
    messages.map(({ message, selector }) => `${message} (${selector ?? 'page'})`),
  )
}
